/** The form that TLSA (RFC 6698, section 2) and SMIMEA (RFC 8162, section 2) share. */
import { concatBytes, toHex } from '../bytes.ts';
import { DnsFormatError } from '../errors.ts';
import type { RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectDigest, readHex, readInteger, wrongFields } from '../words.ts';
import type { RecordField } from './grammar.ts';

export interface CertificateAssociation<Type extends string> {
  readonly type: Type;
  readonly usage: number;
  readonly selector: number;
  readonly matchingType: number;
  readonly association: Uint8Array;
}

export const associationFormat = '<usage> <selector> <type> <hex>';
export const associationExample =
  '3 1 1 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export const associationFields: readonly RecordField[] = [
  { name: 'usage', label: 'Usage', kind: 'integer', max: 255, example: '3' },
  { name: 'selector', label: 'Selector', kind: 'integer', max: 255, example: '1' },
  { name: 'matchingType', label: 'Matching type', kind: 'integer', max: 255, example: '1' },
  {
    name: 'association',
    label: 'Certificate data',
    kind: 'hex',
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
];

/** SHA-256 and SHA-512. */
const digestBytes: Readonly<Record<number, number>> = { 1: 32, 2: 64 };

export function associationCodec<Type extends string>(
  type: Type,
  typeCode: number,
): RdataCodec<CertificateAssociation<Type>> {
  return {
    mnemonic: type,
    typeCode,
    decode(rdata) {
      const reader = new WireReader(rdata);
      const data: CertificateAssociation<Type> = {
        type,
        usage: reader.u8(),
        selector: reader.u8(),
        matchingType: reader.u8(),
        association: reader.rest(),
      };
      if (data.association.length === 0)
        throw new DnsFormatError(`${type} has no association data`);
      return data;
    },
    encode: (data) =>
      concatBytes([Uint8Array.of(data.usage, data.selector, data.matchingType), data.association]),
    fromWords(words) {
      if (words.length < 4) {
        throw wrongFields(words, associationFormat);
      }
      return {
        type,
        usage: readInteger(words[0] ?? '', 'the usage', 255),
        selector: readInteger(words[1] ?? '', 'the selector', 255),
        matchingType: readInteger(words[2] ?? '', 'the matching type', 255),
        association: readHex(words.slice(3), 'the certificate association'),
      };
    },
    toText: (data) =>
      `${data.usage} ${data.selector} ${data.matchingType} ${toHex(data.association)}`,
  };
}

export function expectAssociationSize(data: CertificateAssociation<string>): void {
  const { association, matchingType: type } = data;
  expectDigest(association, { what: 'matching type', type, sizes: digestBytes });
}
