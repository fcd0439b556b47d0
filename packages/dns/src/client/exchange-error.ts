/** Options of an exchange with a DNS server, and the error when no valid answer arrives. */
import { DnsFormatError } from '../errors.ts';
import type { TsigKey } from '../tsig.ts';

export interface ExchangeOptions {
  readonly address: string;
  readonly port: number;
  /** For the answer over UDP, and again for all of the exchange over TCP. */
  readonly timeoutMs: number;
  /** Ends the exchange early. */
  readonly signal?: AbortSignal;
  /** Where it is sent from; by default the system chooses. */
  readonly sourceAddress?: string;
  readonly key?: TsigKey;
  readonly nowSeconds: () => number;
  /**
   * An unsigned error answers a signed request, instead of being ignored like a forgery. For messages
   * whose refusal harms nothing: some servers sign no refusal of a NOTIFY.
   */
  readonly acceptsUnsignedErrors?: boolean;
  /** Default: UDP, then TCP if the answer was truncated. */
  readonly transport?: 'udp' | 'tcp' | 'udp-then-tcp';
}

/** No answer in time, or none that can be trusted. */
export class DnsExchangeError extends Error {
  override readonly name = 'DnsExchangeError';
}

/** Keeps a DnsExchangeError; wraps network errors in one. */
export function unreachable(
  options: Pick<ExchangeOptions, 'address' | 'port'>,
  cause: unknown,
): unknown {
  if (cause instanceof DnsExchangeError || cause instanceof DnsFormatError) return cause;
  const { address, port } = options;
  return new DnsExchangeError(`${address} port ${port} cannot be reached`, { cause });
}

export function timeout(options: Pick<ExchangeOptions, 'address' | 'port' | 'timeoutMs'>): Error {
  const { address, port, timeoutMs } = options;
  return new DnsExchangeError(`${address} port ${port} did not answer within ${timeoutMs} ms`);
}
