/** SSHFP: the fingerprint of a host's SSH key (RFC 4255, section 3). */
import { concatBytes, toHex } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { DnsFormatError } from '../errors.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectDigest, readHex, readInteger, wrongFields } from '../words.ts';
import type { RecordGrammar } from './grammar.ts';
import { valueNames } from './value-names.ts';

export interface SshfpData {
  readonly type: 'SSHFP';
  readonly algorithm: number;
  readonly fingerprintType: number;
  readonly fingerprint: Uint8Array;
}

const format = '<algorithm> <type> <hex>';
/** SHA-1 and SHA-256 (RFC 6594): nameservers refuse other sizes. */
const digestBytes: Readonly<Record<number, number>> = { 1: 20, 2: 32 };
const example = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const sshfpCodec: RdataCodec<SshfpData> = {
  mnemonic: 'SSHFP',
  typeCode: 44,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: SshfpData = {
      type: 'SSHFP',
      algorithm: reader.u8(),
      fingerprintType: reader.u8(),
      fingerprint: reader.rest(),
    };
    if (data.fingerprint.length === 0) throw new DnsFormatError('SSHFP has no fingerprint');
    return data;
  },
  encode: (data) =>
    concatBytes([Uint8Array.of(data.algorithm, data.fingerprintType), data.fingerprint]),
  fromWords(words) {
    if (words.length < 3) {
      throw wrongFields(words, format);
    }
    return {
      type: 'SSHFP',
      algorithm: readInteger(words[0] ?? '', 'the algorithm', 255),
      fingerprintType: readInteger(words[1] ?? '', 'the fingerprint type', 255),
      fingerprint: readHex(words.slice(2), 'the fingerprint'),
    };
  },
  toText: (data) => `${data.algorithm} ${data.fingerprintType} ${toHex(data.fingerprint)}`,
};

export const sshfp: RecordGrammar<'SSHFP', SshfpData> = {
  type: 'SSHFP',
  description: 'Fingerprint of the SSH key of a host',
  reference: 'RFC 4255, RFC 6594',
  format,
  examples: [`4 2 ${example}`],
  fields: [
    { name: 'algorithm', label: 'Key', kind: 'integer', max: 255, example: '4' },
    { name: 'fingerprintType', label: 'Fingerprint', kind: 'integer', max: 255, example: '2' },
    { name: 'fingerprint', label: 'Fingerprint data', kind: 'hex', example },
  ],
  wire: rdataForm(sshfpCodec),
  parse(value, context) {
    const data = sshfpCodec.fromWords(splitWords(value), valueNames(context));
    const { fingerprint, fingerprintType: type } = data;
    expectDigest(fingerprint, { what: 'fingerprint type', type, sizes: digestBytes });
    return { data };
  },
  publish: sshfpCodec.encode,
};
