/** The API's client: one method per endpoint of the contract, named and typed like it. */
import type { EndpointName, Input, Output } from '@hostmaster/contract';
import { apiPaths, type EndpointPath } from '@hostmaster/contract/paths';
import { type CallOptions, call, type Transport } from './call.ts';

export interface ClientOptions {
  /** Where the service is: `https://names.example.net`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof globalThis.fetch;
  /** How long an answer may take; default 30 seconds. */
  readonly timeoutMs?: number;
}

/** Path parameters, query and body as one flat input; left out where nothing is required. */
export type Method<I, O> = object extends I
  ? (input?: I, options?: CallOptions) => Promise<O>
  : (input: I, options?: CallOptions) => Promise<O>;

export type Client = { readonly [N in EndpointName]: Method<Input<N>, Output<N>> };

export function createClient(options: ClientOptions): Client {
  const { apiKey, ...transport } = options;
  return bindMethods<Client>({ ...transport, headers: () => ({ 'x-api-key': apiKey }) }, apiPaths);
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
      call(transport, endpoint, { ...input, ...fixed }, options),
  ]);
  return Object.fromEntries(methods) as C;
}
