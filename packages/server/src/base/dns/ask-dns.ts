/** Sends one message to a DNS server. Rejects with DnsExchangeError when there is no valid answer. */
import type { Message } from '@hostmaster/dns';
import { DnsExchangeError, type ExchangeOptions, exchange } from '@hostmaster/dns/node';
import { OutsideCallError, outsideCall } from '../outside-call.ts';

export interface AskDnsOptions extends Omit<ExchangeOptions, 'signal'> {
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/** `send` is how it leaves; by default from a socket of its own, so that its port cannot be guessed. */
export async function askDns(
  message: Message,
  { stopping, ...options }: AskDnsOptions,
  send: (message: Message, options: ExchangeOptions) => Promise<Message> = exchange,
): Promise<Message> {
  const { address, port, timeoutMs } = options;
  // UDP, and then TCP when the answer was truncated.
  const limit = { peer: `${address} port ${port}`, totalMs: 2 * timeoutMs, stopping };
  try {
    return await outsideCall(limit, ({ signal }) => send(message, { ...options, signal }));
  } catch (error) {
    if (!(error instanceof OutsideCallError)) throw error;
    throw new DnsExchangeError(error.message, { cause: error });
  }
}
