/** CERT: a certificate or revocation list (RFC 4398, section 2). */
import { concatBytes, toBase64, u16 } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { DnsFormatError } from '../errors.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { readBase64, readInteger, wrongFields } from '../words.ts';
import { readAlgorithm } from './algorithms.ts';
import type { RecordGrammar } from './grammar.ts';
import { valueNames } from './value-names.ts';

export interface CertData {
  readonly type: 'CERT';
  readonly certificateType: number;
  readonly keyTag: number;
  readonly algorithm: number;
  readonly certificate: Uint8Array;
}

const format = '<type> <key tag> <algorithm> <base64>';
const example = 'MIIBIjANBgkqhkiG9w0BAQEFAAOC';

/** Section 2.1; zone files may have either. */
const certificateTypes: ReadonlyMap<string, number> = new Map([
  ['PKIX', 1],
  ['SPKI', 2],
  ['PGP', 3],
  ['IPKIX', 4],
  ['ISPKI', 5],
  ['IPGP', 6],
  ['ACPKIX', 7],
  ['IACPKIX', 8],
  ['URI', 253],
  ['OID', 254],
]);

const certCodec: RdataCodec<CertData> = {
  mnemonic: 'CERT',
  typeCode: 37,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: CertData = {
      type: 'CERT',
      certificateType: reader.u16(),
      keyTag: reader.u16(),
      algorithm: reader.u8(),
      certificate: reader.rest(),
    };
    if (data.certificate.length === 0) throw new DnsFormatError('CERT has no certificate');
    return data;
  },
  encode: (data) =>
    concatBytes([
      u16(data.certificateType),
      u16(data.keyTag),
      Uint8Array.of(data.algorithm),
      data.certificate,
    ]),
  fromWords(words) {
    if (words.length < 4) {
      throw wrongFields(words, format);
    }
    const [type = '', keyTag = '', algorithm = '', ...certificate] = words;
    return {
      type: 'CERT',
      certificateType:
        certificateTypes.get(type.toUpperCase()) ??
        readInteger(type, 'the certificate type', 65_535),
      keyTag: readInteger(keyTag, 'the key tag', 65_535),
      algorithm: readAlgorithm(algorithm),
      certificate: readBase64(certificate, 'the certificate'),
    };
  },
  toText: (data) =>
    `${data.certificateType} ${data.keyTag} ${data.algorithm} ${toBase64(data.certificate)}`,
};

export const cert: RecordGrammar<'CERT', CertData> = {
  type: 'CERT',
  description: 'Certificate or revocation list',
  reference: 'RFC 4398',
  format,
  examples: [`1 0 0 ${example}`, `PKIX 0 0 ${example}`],
  fields: [
    { name: 'certificateType', label: 'Certificate type', kind: 'word', example: '1' },
    { name: 'keyTag', label: 'Key tag', kind: 'integer', max: 65_535, example: '0' },
    { name: 'algorithm', label: 'Algorithm', kind: 'word', example: '0' },
    { name: 'certificate', label: 'Certificate in base64', kind: 'base64', example },
  ],
  wire: rdataForm(certCodec),
  parse: (value, context) => ({
    data: certCodec.fromWords(splitWords(value), valueNames(context)),
  }),
  publish: certCodec.encode,
};
