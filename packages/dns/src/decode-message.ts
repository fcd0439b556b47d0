/**
 * Bytes to message. Input is untrusted: the only exception that leaves this
 * file is DnsFormatError, work is bounded by the packet's length, and nothing returned refers to
 * the packet.
 */
import { concatBytes, plainBytes } from './bytes.ts';
import { DnsFormatError } from './errors.ts';
import type { Edns, EdnsOption, Message, Question, ResourceRecord, TsigRecord } from './message.ts';
import type { Name } from './name.ts';
import { classes, rrTypes } from './protocol.ts';
import { rdataForms } from './rdata/index.ts';
import { nameLayouts, takePrefix } from './rdata/name-layout.ts';
import { tsigCodec } from './rdata/tsig.ts';
import { WireReader } from './wire-reader.ts';

export function decodeMessage(packet: Uint8Array): Message {
  const reader = new WireReader(plainBytes(packet));
  const id = reader.u16();
  const flags = reader.u16();
  const counts = [reader.u16(), reader.u16(), reader.u16(), reader.u16()] as const;
  const questions = readQuestions(reader, counts[0]);
  const pseudo: PseudoRecords = { edns: null, extendedRcode: 0, tsig: null };
  const answers = readRecords(reader, counts[1], null);
  const authorities = readRecords(reader, counts[2], null);
  const additionals = readRecords(reader, counts[3], pseudo);
  reader.expectEnd('the message');
  return {
    id,
    response: (flags & 0x8000) !== 0,
    opcode: (flags >> 11) & 0x0f,
    authoritative: (flags & 0x0400) !== 0,
    truncated: (flags & 0x0200) !== 0,
    recursionDesired: (flags & 0x0100) !== 0,
    recursionAvailable: (flags & 0x0080) !== 0,
    authenticData: (flags & 0x0020) !== 0,
    checkingDisabled: (flags & 0x0010) !== 0,
    rcode: (pseudo.extendedRcode << 4) | (flags & 0x0f),
    questions,
    answers,
    authorities,
    additionals,
    edns: pseudo.edns,
    tsig: pseudo.tsig,
  };
}

interface PseudoRecords {
  edns: Edns | null;
  extendedRcode: number;
  tsig: TsigRecord | null;
}

interface RawRecord extends ResourceRecord {
  readonly offset: number;
}

function readQuestions(reader: WireReader, count: number): Question[] {
  const questions: Question[] = [];
  for (let left = count; left > 0; left -= 1) {
    questions.push({ name: reader.compressedName(), type: reader.u16(), class: reader.u16() });
  }
  return questions;
}

/** `pseudo` is given for the additional section only, where OPT and TSIG may stand. */
function readRecords(
  reader: WireReader,
  count: number,
  pseudo: PseudoRecords | null,
): ResourceRecord[] {
  const records: ResourceRecord[] = [];
  for (let left = count; left > 0; left -= 1) {
    const record = readRecord(reader);
    if (record.type !== rrTypes.OPT && record.type !== rrTypes.TSIG) {
      records.push(checkedRecord(record));
      continue;
    }
    if (pseudo === null)
      throw new DnsFormatError('OPT or TSIG stands outside the additional section');
    if (record.type === rrTypes.OPT) readOpt(record, pseudo);
    else if (left === 1) pseudo.tsig = readTsig(record);
    else throw new DnsFormatError('TSIG is not the last record');
  }
  return records;
}

function readRecord(reader: WireReader): RawRecord {
  const offset = reader.offset;
  const name = reader.compressedName();
  const type = reader.u16();
  const classCode = reader.u16();
  const ttlSeconds = reader.u32();
  const rdata = readRdata(reader, type);
  return { name, type, class: classCode, ttlSeconds, rdata, offset };
}

function readRdata(reader: WireReader, type: number): Uint8Array {
  const length = reader.u16();
  const layout = nameLayouts.get(type);
  if (layout === undefined || layout.compression === 'never' || length === 0) {
    return reader.take(length).slice();
  }
  const start = reader.offset;
  reader.take(length);
  const inner = new WireReader(reader.bytes, start, start + length);
  const parts = [takePrefix(inner, layout)];
  for (let left = layout.names; left > 0; left -= 1) parts.push(inner.compressedName().wire);
  parts.push(inner.rest());
  return concatBytes(parts);
}

function checkedRecord(record: RawRecord): ResourceRecord {
  const { name, type, class: classCode, rdata } = record;
  // "Any" and "none" of UPDATE carry no data, whatever the type (RFC 2136, section 2.4).
  const empty = rdata.length === 0 && (classCode === classes.ANY || classCode === classes.NONE);
  const known = classCode === classes.IN || classCode === classes.ANY || classCode === classes.NONE;
  if (known && !empty) rdataForms.get(type)?.check(rdata);
  // RFC 2181, section 8: a TTL with the top bit set counts as zero.
  const ttlSeconds = record.ttlSeconds > 0x7fff_ffff ? 0 : record.ttlSeconds;
  return { name, type, class: classCode, ttlSeconds, rdata };
}

function readOpt(record: RawRecord, pseudo: PseudoRecords): void {
  if (pseudo.edns !== null) throw new DnsFormatError('the message has more than one OPT');
  if (!isRoot(record.name)) throw new DnsFormatError('OPT does not belong to the root');
  const reader = new WireReader(record.rdata);
  const options: EdnsOption[] = [];
  while (reader.remaining > 0) {
    options.push({ code: reader.u16(), data: reader.take(reader.u16()) });
  }
  pseudo.extendedRcode = Math.floor(record.ttlSeconds / 0x100_0000);
  pseudo.edns = {
    udpPayloadBytes: record.class,
    version: (record.ttlSeconds >>> 16) & 0xff,
    dnssecOk: (record.ttlSeconds & 0x8000) !== 0,
    options,
  };
}

function readTsig(record: RawRecord): TsigRecord {
  if (record.class !== classes.ANY || record.ttlSeconds !== 0) {
    throw new DnsFormatError('TSIG has a class other than ANY or a TTL other than 0');
  }
  return { ...tsigCodec.decode(record.rdata), keyName: record.name, offset: record.offset };
}

function isRoot(name: Name): boolean {
  return name.wire.length === 1;
}
