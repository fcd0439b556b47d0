/** RRSIG: the signature of a set of records (RFC 4034, section 3). */
import { concatBytes, toBase64 } from '../bytes.ts';
import { DnsFormatError } from '../errors.ts';
import type { Name } from '../name.ts';
import { typeName } from '../protocol.ts';
import type { NameRule, RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { readBase64, readInteger, wrongFields } from '../words.ts';
import { readType } from './type-word.ts';

export interface RrsigData {
  readonly type: 'RRSIG';
  readonly covered: number;
  readonly algorithm: number;
  /** How many labels the owner has, without a leading `*`. */
  readonly labels: number;
  /** The TTL of the set in its zone. */
  readonly originalTtl: number;
  /** Seconds since 1970, as serial numbers of 32 bits. */
  readonly expiration: number;
  readonly inception: number;
  readonly keyTag: number;
  readonly signer: Name;
  readonly signature: Uint8Array;
}

const signerRule: NameRule = { what: 'the signer', hostOnly: false, rootAllowed: true };
const fields = 9;
const format =
  '<type> <algorithm> <labels> <ttl> <expiration> <inception> <key tag> <signer> <base64>';

export const rrsigCodec: RdataCodec<RrsigData> = {
  mnemonic: 'RRSIG',
  typeCode: 46,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: RrsigData = {
      type: 'RRSIG',
      covered: reader.u16(),
      algorithm: reader.u8(),
      labels: reader.u8(),
      originalTtl: reader.u32(),
      expiration: reader.u32(),
      inception: reader.u32(),
      keyTag: reader.u16(),
      signer: reader.plainName(),
      signature: reader.rest(),
    };
    if (data.signature.length === 0) throw new DnsFormatError('RRSIG has no signature');
    return data;
  },
  encode: (data) => concatBytes([rrsigHead(data), data.signature]),
  fromWords(words, names) {
    if (words.length < fields) {
      throw wrongFields(words, format);
    }
    const [covered = '', algorithm = '', labels = '', ttl = '', expiration = ''] = words;
    return {
      type: 'RRSIG',
      covered: readType(covered),
      algorithm: readInteger(algorithm, 'the algorithm', 255),
      labels: readInteger(labels, 'the number of labels', 127),
      originalTtl: readInteger(ttl, 'the TTL', 0x7fff_ffff),
      expiration: readTime(expiration, 'the expiration'),
      inception: readTime(words[5] ?? '', 'the inception'),
      keyTag: readInteger(words[6] ?? '', 'the key tag', 65_535),
      signer: names.read(words[7] ?? '', signerRule),
      signature: readBase64(words.slice(8), 'the signature'),
    };
  },
  toText: (data) =>
    [
      typeName(data.covered),
      data.algorithm,
      data.labels,
      data.originalTtl,
      presentTime(data.expiration),
      presentTime(data.inception),
      data.keyTag,
      data.signer,
      toBase64(data.signature),
    ].join(' '),
};

/** Octets before the name of the signer. */
const fixedBytes = 18;

/** Everything before the signature, which is signed with the records. */
export function rrsigHead(data: Omit<RrsigData, 'type' | 'signature'>): Uint8Array {
  const signer = data.signer.toLowerCase().wire;
  const head = new Uint8Array(fixedBytes + signer.length);
  const view = new DataView(head.buffer);
  view.setUint16(0, data.covered);
  view.setUint8(2, data.algorithm);
  view.setUint8(3, data.labels);
  view.setUint32(4, data.originalTtl);
  view.setUint32(8, data.expiration);
  view.setUint32(12, data.inception);
  view.setUint16(16, data.keyTag);
  head.set(signer, fixedBytes);
  return head;
}

/** `YYYYMMDDHHmmSS` in UTC, or seconds since 1970 (RFC 4034, section 3.2). */
function readTime(word: string, what: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(word);
  if (parts === null) return readInteger(word, what, 0xffff_ffff);
  const [, year, month, day, hour, minute, second] = parts.map(Number);
  const ms = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return Math.floor(ms / 1_000) % 0x1_0000_0000;
}

function presentTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
