/** A client of the PowerDNS API, of this service or of PowerDNS itself. */
export interface PowerdnsAnswer {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
}

export interface RrsetInput {
  readonly name: string;
  readonly type: string;
  readonly changetype: string;
  readonly ttl?: number | string;
  readonly records?: readonly { readonly content: string; readonly disabled?: boolean }[];
  readonly comments?: readonly object[];
}

export class PowerdnsClient {
  readonly #url: string;
  readonly #key: string;

  constructor(options: { readonly url: string; readonly key: string }) {
    this.#url = options.url;
    this.#key = options.key;
  }

  /** `path` is after `/api/v1/servers/localhost`, or whole when it begins with `/api`. */
  async call(method: string, path: string, body?: unknown): Promise<PowerdnsAnswer> {
    const place = path.startsWith('/api') ? path : `/api/v1/servers/localhost${path}`;
    const answer = await fetch(`${this.#url}${place}`, {
      method,
      headers: {
        'X-API-Key': this.#key,
        accept: 'application/json',
        // As Go's and Perl's clients do: no media type at all, or one that is not JSON.
        ...(body === undefined ? {} : { 'content-type': 'text/plain' }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: parsed(text) };
  }

  patch(zone: string, ...rrsets: readonly RrsetInput[]): Promise<PowerdnsAnswer> {
    return this.call('PATCH', `/zones/${zone}.`, { rrsets });
  }

  /** By name and type. */
  async comments(zone: string): Promise<Record<string, unknown>> {
    const { json } = await this.call('GET', `/zones/${zone}.`);
    const { rrsets } = json as { rrsets: Required<RrsetInput>[] };
    const commented = rrsets.filter(({ comments }) => comments.length > 0);
    return Object.fromEntries(
      commented.map(({ name, type, comments }) => [`${name} ${type}`, comments]),
    );
  }

  /** The customer's own sets, `www 300 A 192.0.2.1`, sorted; the apex SOA and NS are left out. */
  async sets(zone: string): Promise<string[]> {
    const { json } = await this.call('GET', `/zones/${zone}.`);
    const { rrsets } = json as { rrsets: Required<RrsetInput>[] };
    return rrsets
      .filter(({ type }) => type !== 'SOA' && type !== 'NS')
      .map(({ name, type, ttl, records }) => {
        const contents = records.map(({ content }) => content).sort();
        const owner = name === `${zone}.` ? '@' : name.slice(0, -zone.length - 2);
        return `${owner} ${ttl} ${type} ${contents.join(' | ')}`;
      })
      .sort();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
