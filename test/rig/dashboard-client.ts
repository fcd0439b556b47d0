/**
 * Behaves like a browser towards the dashboard's API: its cookies, the CSRF token, and the page's
 * own origin. `call` is for requests that must succeed; `request` takes any answer.
 */
import type { EndpointName, Input, Output } from '@hostmaster/contract';
import type {
  DashboardEndpointName,
  DashboardInput,
  DashboardOutput,
} from '@hostmaster/contract/dashboard';
import { apiPaths, dashboardPaths, workspacePrefix } from '@hostmaster/contract/paths';
import type { Answer, ApiClient } from './api-client.ts';

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers a well-behaved page sends, left out. */
  readonly without?: readonly ('cookie' | 'origin' | 'x-csrf-token')[];
}

export class DashboardClient {
  readonly #client: ApiClient;
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** Cookie of the session. */
  cookie: string | null = null;
  /** Cookie of the browser; outlives sessions. */
  deviceCookie: string | null = null;
  /** Cookie of a sign-in at a provider that is open. */
  attemptCookie: string | null = null;
  csrfToken = '';

  /** The headers go with every request, as a proxy's would. */
  constructor(
    client: ApiClient,
    options: { readonly origin: string; readonly headers?: Readonly<Record<string, string>> },
  ) {
    this.#client = client;
    this.#origin = options.origin;
    this.#headers = options.headers ?? {};
  }

  /** As a page that is loaded. */
  async open(): Promise<DashboardOutput<'getSession'>> {
    return this.call('getSession', {});
  }

  async call<N extends DashboardEndpointName>(
    name: N,
    input: DashboardInput<N> & object,
  ): Promise<DashboardOutput<N>> {
    const answer = await this.request(name, input);
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    return answer.body as DashboardOutput<N>;
  }

  request(
    name: DashboardEndpointName,
    input: object,
    options: RequestOptions = {},
  ): Promise<Answer> {
    return this.#send(dashboardPaths[name], input, options);
  }

  /** An endpoint of the API, under the session. */
  async api<N extends EndpointName>(
    name: N,
    input: Input<N> & { readonly workspaceId: string },
    options: RequestOptions = {},
  ): Promise<Output<N>> {
    const answer = await this.requestApi(name, input, options);
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    return answer.body as Output<N>;
  }

  requestApi(name: EndpointName, input: object, options: RequestOptions = {}): Promise<Answer> {
    const { method, path } = apiPaths[name];
    return this.#send({ method, path: `${workspacePrefix}${path}` }, input, options);
  }

  /** Any path, with what the page would send along. */
  async send(
    method: string,
    path: string,
    options: RequestOptions & { readonly json?: unknown; readonly raw?: string } = {},
  ): Promise<Answer> {
    const without: readonly string[] = options.without ?? [];
    const headers = Object.fromEntries(
      Object.entries({
        ...this.#cookies(),
        origin: this.#origin,
        'x-csrf-token': this.csrfToken,
        ...this.#headers,
        ...options.headers,
      }).filter(([name]) => !without.includes(name)),
    );
    const answer = await this.#client.send(method, path, {
      headers,
      ...(options.json === undefined ? {} : { json: options.json }),
      ...(options.raw === undefined ? {} : { raw: options.raw }),
    });
    for (const set of answer.headers['set-cookie'] ?? []) {
      const pair = set.split(';', 1)[0] ?? null;
      if (pair?.includes('hostmaster-device=')) this.deviceCookie = pair;
      else if (pair?.includes('hostmaster-sign-in=')) this.attemptCookie = pair;
      else this.cookie = pair;
    }
    const token = (answer.body as { csrfToken?: string } | undefined)?.csrfToken;
    if (token !== undefined) this.csrfToken = token;
    return answer;
  }

  #cookies(): { cookie?: string } {
    const all = [this.cookie, this.deviceCookie, this.attemptCookie];
    const pairs = all.filter((pair) => pair !== null);
    return pairs.length === 0 ? {} : { cookie: pairs.join('; ') };
  }

  #send(
    { method, path }: { readonly method: string; readonly path: string },
    input: object,
    options: RequestOptions,
  ): Promise<Answer> {
    const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = rest.get(name);
      rest.delete(name);
      return encodeURIComponent(String(value));
    });
    const others = Object.fromEntries(rest);
    if (method !== 'GET') {
      const hasBody = method !== 'DELETE' && rest.size > 0;
      return this.send(method, filled, { ...options, ...(hasBody ? { json: others } : {}) });
    }
    const query = new URLSearchParams(others as Record<string, string>).toString();
    return this.send(method, query === '' ? filled : `${filled}?${query}`, options);
  }
}
