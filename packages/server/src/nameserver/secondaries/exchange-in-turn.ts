/** Sends a message to the first address of a secondary that answers. */
import type { Message } from '@hostmaster/dns';
import { type AskDnsOptions, askDns } from '../../base/dns/ask-dns.ts';
import type { Secondary } from './secondaries.ts';
import { sourceFor } from './source-address.ts';

export interface InTurnOptions
  extends Omit<AskDnsOptions, 'address' | 'port' | 'sourceAddress' | 'key'> {
  readonly secondary: Pick<Secondary, 'addresses'> & Partial<Pick<Secondary, 'key'>>;
  /** Addresses of this host that messages are sent from. */
  readonly sources: readonly string[];
  /** The address to begin with, usually the one that answered last. */
  readonly first: number;
  /** Default: from a socket of its own, so that the port cannot be guessed. */
  readonly send?: (message: Message, options: AskDnsOptions) => Promise<Message>;
}

/** Rejects when none answers, with the error of the last. `at` is the address that answered. */
export async function exchangeInTurn(
  message: Message,
  options: InTurnOptions,
): Promise<{ readonly reply: Message; readonly at: number }> {
  const { secondary, sources, first, send = askDns, ...rest } = options;
  const { addresses, key } = secondary;
  let failure: unknown = new Error('The secondary has no address.');
  for (let turn = 0; turn < addresses.length; turn += 1) {
    const at = (first + turn) % addresses.length;
    const place = addresses[at];
    if (place === undefined) continue;
    const { address, port } = place;
    const target = { address, port, ...sourceFor(address, sources) };
    try {
      const reply = await send(message, {
        ...rest,
        ...target,
        ...(key === undefined ? {} : { key }),
      });
      return { reply, at };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
