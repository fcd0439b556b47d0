/**
 * TLS: certificate data for a service. A value that reads as TLSA (RFC 6698) is published as type
 * 52; any other text is kept for its owner, because the interface gives the type no grammar.
 */
import { concatBytes, toHex } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { readHex, readInteger } from '../words.ts';
import type { RecordGrammar } from './grammar.ts';

export interface TlsaData {
  readonly type: 'TLSA';
  readonly usage: number;
  readonly selector: number;
  readonly matchingType: number;
  readonly association: Uint8Array;
}

export interface TlsData {
  readonly type: 'TLS';
  /** Null when the text is stored but not published. */
  readonly tlsa: TlsaData | null;
}

const format = '<usage> <selector> <type> <hex>';
/** Digest sizes by matching type: SHA-256 and SHA-512. */
const digestBytes: Readonly<Record<number, number>> = { 1: 32, 2: 64 };

const tlsaCodec: RdataCodec<TlsaData> = {
  mnemonic: 'TLSA',
  typeCode: 52,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: TlsaData = {
      type: 'TLSA',
      usage: reader.u8(),
      selector: reader.u8(),
      matchingType: reader.u8(),
      association: reader.rest(),
    };
    if (data.association.length === 0) throw new DnsFormatError('TLSA has no association data');
    return data;
  },
  encode: (data) =>
    concatBytes([Uint8Array.of(data.usage, data.selector, data.matchingType), data.association]),
  fromWords(words) {
    if (words.length < 4) {
      throw new GrammarError(`the value has ${words.length} fields; expected ${format}`);
    }
    return {
      type: 'TLSA',
      usage: readInteger(words[0] ?? '', 'the usage', 255),
      selector: readInteger(words[1] ?? '', 'the selector', 255),
      matchingType: readInteger(words[2] ?? '', 'the matching type', 255),
      association: readHex(words.slice(3), 'the certificate association'),
    };
  },
  toText: (data) =>
    `${data.usage} ${data.selector} ${data.matchingType} ${toHex(data.association)}`,
};

export const tls: RecordGrammar<'TLS', TlsData> = {
  type: 'TLS',
  description: 'Certificate of a service (DANE), published as TLSA',
  reference: 'RFC 6698',
  format,
  examples: ['3 1 1 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  fields: [
    { name: 'usage', label: 'Usage', kind: 'integer', max: 255, example: '3' },
    { name: 'selector', label: 'Selector', kind: 'integer', max: 255, example: '1' },
    { name: 'matchingType', label: 'Matching type', kind: 'integer', max: 255, example: '1' },
    {
      name: 'association',
      label: 'Certificate data',
      kind: 'hex',
      example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    },
  ],
  wire: rdataForm(tlsaCodec),
  parse(value) {
    try {
      const tlsa = readTlsa(value);
      return { data: { type: 'TLS', tlsa } };
    } catch (error) {
      if (!(error instanceof GrammarError)) throw error;
      const warning = `stored but not published, because it does not read as TLSA (${format}): ${error.message}`;
      return { data: { type: 'TLS', tlsa: null }, warning };
    }
  },
  publish: ({ tlsa }) => (tlsa === null ? null : tlsaCodec.encode(tlsa)),
};

function readTlsa(value: string): TlsaData {
  const tlsa = tlsaCodec.fromWords(splitWords(value), { read: refuseName });
  const expected = digestBytes[tlsa.matchingType];
  if (expected !== undefined && tlsa.association.length !== expected) {
    throw new GrammarError(
      `matching type ${tlsa.matchingType} takes ${expected} octets, not ${tlsa.association.length}`,
    );
  }
  return tlsa;
}

function refuseName(): never {
  throw new Error('TLSA holds no names');
}
