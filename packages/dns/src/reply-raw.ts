/** Replies that need no decoded message: to packets that cannot be decoded at all. */
import { rcodes } from './protocol.ts';

/**
 * FORMERR with the packet's id and opcode. Null where silence is right: a header that is not whole,
 * or a response, because answering responses could make two servers loop.
 */
export function formatErrorReply(packet: Uint8Array): Uint8Array | null {
  return headerReply(packet, rcodes.FORMERR);
}

/** A reply of header only, with one of the sixteen plain rcodes. */
export function headerReply(packet: Uint8Array, rcode: number): Uint8Array | null {
  if (packet.length < 12 || ((packet[2] ?? 0) & 0x80) !== 0) return null;
  const reply = new Uint8Array(12);
  reply.set(packet.subarray(0, 2));
  // Opcode and RD are kept; RFC 1035 copies RD into the response.
  reply[2] = 0x80 | ((packet[2] ?? 0) & 0x79);
  reply[3] = rcode & 0x0f;
  return reply;
}
