/** An answer without records that makes a client ask again over TCP. */
import { encodeMessage, type Message, makeReply } from '@hostmaster/dns';

export function truncatedReply(message: Message): Uint8Array {
  return encodeMessage(makeReply(message, { truncated: true }));
}
