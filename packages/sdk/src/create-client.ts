/** The API's client: one method per endpoint of the contract, named and typed like it. */
import type { EndpointName, Input, Output } from '@hostmaster/contract';
import { apiPaths, type EndpointPath } from '@hostmaster/contract/paths';
import { type CallOptions, call, type Transport } from './call.ts';
import { connectionProblem } from './connection-problem.ts';

export interface ClientOptions {
  /** Where the service is: `https://names.example.net`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof globalThis.fetch;
  /** How long an answer may take; default 30 seconds. */
  readonly timeoutMs?: number;
  /** How often a request is sent again after a 429, a 503 or a lost connection; default 3. */
  readonly retries?: number;
}

const retriesDefault = 3;

/** Path parameters, query and body as one flat input; left out where nothing is required. */
export type Method<I, O> = object extends I
  ? (input?: I, options?: CallOptions) => Promise<O>
  : (input: I, options?: CallOptions) => Promise<O>;

export type Client = { readonly [N in EndpointName]: Method<Input<N>, Output<N>> };

/**
 * A client of one service with one key.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://names.example.net', apiKey });
 * const { results } = await client.checkDomains({ domain: 'example.com' });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, ...rest } = options;
  const headers = () => ({ 'x-api-key': apiKey });
  return bindMethods<Client>(
    { retries: retriesDefault, ...rest, headers, hasOwnKeys: true, explain: connectionProblem },
    apiPaths,
  );
}

/** A method per path; `fixed` is part of every input. */
export function bindMethods<C extends object>(
  transport: Transport,
  paths: Readonly<Record<string, EndpointPath>>,
  fixed: object = {},
): C {
  const methods = Object.entries(paths).map(([name, endpoint]) => [
    name,
    (input: object = {}, options: CallOptions = {}) =>
      call(transport, endpoint, { ...input, ...fixed }, withKey(transport, endpoint, options)),
  ]);
  return Object.fromEntries(methods) as C;
}

/** One key for all attempts of a POST. */
function withKey(
  { hasOwnKeys = false }: Transport,
  { method }: EndpointPath,
  options: CallOptions,
): CallOptions {
  if (!hasOwnKeys || method !== 'POST' || options.idempotencyKey !== undefined) return options;
  return { ...options, idempotencyKey: crypto.randomUUID() };
}
