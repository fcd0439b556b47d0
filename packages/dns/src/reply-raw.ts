/** Replies that need no decoded message: to packets that cannot be decoded at all. */
import { nameBytesMax } from './name.ts';
import { rcodes } from './protocol.ts';

const headerBytes = 12;

/**
 * FORMERR with the packet's id and opcode, and with its question where that can be read. Null where silence
 * is right: a header that is not whole, or a response, because answering responses could make two servers
 * loop.
 */
export function formatErrorReply(packet: Uint8Array): Uint8Array | null {
  const header = headerReply(packet, rcodes.FORMERR);
  const question = header === null ? null : rawQuestion(packet);
  if (header === null || question === null) return header;
  const reply = new Uint8Array(headerBytes + question.length);
  reply.set(header);
  reply.set(question, headerBytes);
  reply[5] = 1;
  return reply;
}

/** A reply of header only, with one of the sixteen plain rcodes. */
export function headerReply(packet: Uint8Array, rcode: number): Uint8Array | null {
  if (packet.length < headerBytes || ((packet[2] ?? 0) & 0x80) !== 0) return null;
  const reply = new Uint8Array(headerBytes);
  reply.set(packet.subarray(0, 2));
  // Opcode and RD are kept; RFC 1035 copies RD into the response.
  reply[2] = 0x80 | ((packet[2] ?? 0) & 0x79);
  reply[3] = rcode & 0x0f;
  return reply;
}

/** The octets of the only question: a name without compression, its type and class. */
function rawQuestion(packet: Uint8Array): Uint8Array | null {
  if (packet[4] !== 0 || packet[5] !== 1) return null;
  let at = headerBytes;
  for (let length = packet[at]; length !== 0; length = packet[at]) {
    if (length === undefined || length > 63) return null;
    at += length + 1;
  }
  const end = at + 1 + 4;
  const isWhole = end <= packet.length && at + 1 - headerBytes <= nameBytesMax;
  return isWhole ? packet.subarray(headerBytes, end) : null;
}
