// Whom to ask and how long to wait, and what is said when no answer comes.
import { DnsFormatError } from '../errors.ts';
import type { TsigKey } from '../tsig.ts';

export interface ExchangeOptions {
  readonly address: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly key?: TsigKey;
  readonly nowSeconds: () => number;
  /** Default: UDP, then TCP if the answer was truncated. */
  readonly transport?: 'udp' | 'tcp' | 'udp-then-tcp';
}

/** No answer in time, or none that can be trusted. */
export class DnsExchangeError extends Error {
  override readonly name = 'DnsExchangeError';
}

/** Keeps our own verdicts; a fault of the network gets a name. */
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
