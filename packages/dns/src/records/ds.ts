/**
 * DS: the digest of a child zone's key (RFC 4034, section 5). It belongs to the parent side of a
 * delegation, so it cannot stand at the apex of a zone.
 */
import { concatBytes, toHex, u16 } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { DnsFormatError } from '../errors.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectDigest, readHex, readInteger, wrongFields } from '../words.ts';
import { readAlgorithm } from './algorithms.ts';
import type { RecordGrammar } from './grammar.ts';
import { valueNames } from './value-names.ts';

export interface DsData {
  readonly type: 'DS';
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: Uint8Array;
}

const format = '<key tag> <algorithm> <digest type> <hex>';
/** SHA-1, SHA-256, GOST R 34.11-94 and SHA-384: nameservers refuse other sizes. */
const digestBytes: Readonly<Record<number, number>> = { 1: 20, 2: 32, 3: 32, 4: 48 };
const digestExample = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const dsCodec: RdataCodec<DsData> = {
  mnemonic: 'DS',
  typeCode: 43,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: DsData = {
      type: 'DS',
      keyTag: reader.u16(),
      algorithm: reader.u8(),
      digestType: reader.u8(),
      digest: reader.rest(),
    };
    if (data.digest.length === 0) throw new DnsFormatError('DS has no digest');
    return data;
  },
  encode: (data) =>
    concatBytes([u16(data.keyTag), Uint8Array.of(data.algorithm, data.digestType), data.digest]),
  fromWords(words) {
    if (words.length < 4) {
      throw wrongFields(words, format);
    }
    return {
      type: 'DS',
      keyTag: readInteger(words[0] ?? '', 'the key tag', 65_535),
      algorithm: readAlgorithm(words[1] ?? ''),
      digestType: readInteger(words[2] ?? '', 'the digest type', 255),
      digest: readHex(words.slice(3), 'the digest'),
    };
  },
  toText: (data) => `${data.keyTag} ${data.algorithm} ${data.digestType} ${toHex(data.digest)}`,
};

/** The digest that a child asks its parent to publish (RFC 7344). */
export const cdsCodec: RdataCodec<DsData> = { ...dsCodec, mnemonic: 'CDS', typeCode: 59 };

export const ds: RecordGrammar<'DS', DsData> = {
  type: 'DS',
  description: 'DNSSEC key of a delegated subdomain',
  reference: 'RFC 4034',
  format,
  examples: [`60485 13 2 ${digestExample}`],
  fields: [
    { name: 'keyTag', label: 'Key tag', kind: 'integer', max: 65_535, example: '60485' },
    { name: 'algorithm', label: 'Algorithm', kind: 'integer', max: 255, example: '13' },
    { name: 'digestType', label: 'Digest type', kind: 'integer', max: 255, example: '2' },
    { name: 'digest', label: 'Digest', kind: 'hex', example: digestExample },
  ],
  wire: rdataForm(dsCodec),
  parse(value, context) {
    const data = dsCodec.fromWords(splitWords(value), valueNames(context));
    expectDigest(data.digest, { what: 'digest type', type: data.digestType, sizes: digestBytes });
    return { data };
  },
  publish: dsCodec.encode,
  placeProblem: (name) =>
    name === '@'
      ? 'a DS record belongs to a delegated subdomain; the DS of the domain itself is set at its registry'
      : null,
};
