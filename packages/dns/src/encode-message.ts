/**
 * Message to bytes, limited to what the transport carries. An answer that does not fit has TC set
 * and no records (RFC 2181, section 9), so a client cannot take part of a set for all of it.
 */
import type { Edns, Message, ResourceRecord } from './message.ts';
import { MessageWriter } from './message-writer.ts';
import { rrTypes } from './protocol.ts';

export const messageBytesMax = 65_535;
/** The limit of a UDP client without EDNS (RFC 1035, section 4.2.1). */
export const plainUdpBytesMax = 512;
const optBytes = 11;
// Encoding is synchronous and ends in a copy, so one buffer serves every message.
const scratch = new Uint8Array(4096);

export interface EncodeOptions {
  /** The most octets the transport carries, default 65,535. */
  readonly maxBytes?: number;
  /** Octets to leave free within that, for a TSIG that is added afterwards. */
  readonly reservedBytes?: number;
  /** How many of the first additionals a referral requires (RFC 9471): TC is set when they do not fit. */
  readonly glueCount?: number;
}

export function encodeMessage(message: Message, options: EncodeOptions = {}): Uint8Array {
  const writer = new MessageWriter(scratch);
  const room = (options.maxBytes ?? messageBytesMax) - (options.reservedBytes ?? 0);
  const limit = room - (message.edns === null ? 0 : ednsBytes(message.edns));
  writer.u16(message.id);
  writer.u16(headerFlags(message));
  writer.u16(message.questions.length);
  for (let field = 0; field < 3; field += 1) writer.u16(0);
  for (const question of message.questions) {
    writer.name(question.name);
    writer.u16(question.type);
    writer.u16(question.class);
  }
  const afterQuestion = writer.length;
  const required =
    writeAll(writer, message.answers, limit) && writeAll(writer, message.authorities, limit);
  let additionals = required ? writeFitting(writer, message.additionals, limit) : 0;
  const whole = required && additionals >= (options.glueCount ?? 0);
  if (whole) {
    writer.setU16(6, message.answers.length);
    writer.setU16(8, message.authorities.length);
  } else {
    writer.truncate(afterQuestion);
    writer.setU16(2, headerFlags(message) | 0x0200);
    additionals = 0;
  }
  if (message.edns !== null) writeEdns(writer, message.edns, message.rcode);
  writer.setU16(10, additionals + (message.edns === null ? 0 : 1));
  return writer.finish();
}

export function isTruncated(packet: Uint8Array): boolean {
  return ((packet[2] ?? 0) & 0x02) !== 0;
}

export function headerFlags(message: Message): number {
  return (
    (message.response ? 0x8000 : 0) |
    ((message.opcode & 0x0f) << 11) |
    (message.authoritative ? 0x0400 : 0) |
    (message.truncated ? 0x0200 : 0) |
    (message.recursionDesired ? 0x0100 : 0) |
    (message.recursionAvailable ? 0x0080 : 0) |
    (message.authenticData ? 0x0020 : 0) |
    (message.checkingDisabled ? 0x0010 : 0) |
    (message.rcode & 0x0f)
  );
}

function writeAll(
  writer: MessageWriter,
  records: readonly ResourceRecord[],
  limit: number,
): boolean {
  for (const record of records) {
    writer.record(record);
    if (writer.length > limit) return false;
  }
  return writer.length <= limit;
}

/**
 * As many leading records as fit in whole sets; an additional set is complete, with its signatures, or left
 * out. Without them (RFC 4035, section 3.1.1, permits it) a validator could not use the set.
 */
function writeFitting(
  writer: MessageWriter,
  records: readonly ResourceRecord[],
  limit: number,
): number {
  let setStart = { length: writer.length, count: 0 };
  for (const [index, record] of records.entries()) {
    const previous = records[index - 1];
    if (previous === undefined || !belongsTo(previous, record)) {
      setStart = { length: writer.length, count: index };
    }
    writer.record(record);
    if (writer.length > limit) {
      writer.truncate(setStart.length);
      return setStart.count;
    }
  }
  return records.length;
}

/** Whether a record is of the same set as the one before it, or signs it. */
function belongsTo(previous: ResourceRecord, record: ResourceRecord): boolean {
  const isOfSet = record.type === previous.type || record.type === rrTypes.RRSIG;
  return isOfSet && record.class === previous.class && record.name.equals(previous.name);
}

export function ednsBytes(edns: Edns): number {
  return edns.options.reduce((sum, option) => sum + 4 + option.data.length, optBytes);
}

export function writeEdns(writer: MessageWriter, edns: Edns, rcode: number): void {
  writer.bytes(rootName);
  writer.u16(rrTypes.OPT);
  writer.u16(edns.udpPayloadBytes);
  writer.u16(((rcode >> 4) << 8) | edns.version);
  writer.u16(edns.dnssecOk ? 0x8000 : 0);
  writer.u16(ednsBytes(edns) - optBytes);
  for (const option of edns.options) {
    writer.u16(option.code);
    writer.u16(option.data.length);
    writer.bytes(option.data);
  }
}

const rootName = new Uint8Array(1);
