/** A: an IPv4 address (RFC 1035, section 3.4.1). */
import { DnsFormatError, GrammarError } from '../errors.ts';
import { parseIpv4, presentIpv4 } from '../ip-address.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { expectWords, shorten } from '../words.ts';
import type { RecordGrammar } from './grammar.ts';

export interface AData {
  readonly type: 'A';
  readonly address: string;
}

export const aCodec: RdataCodec<AData> = {
  mnemonic: 'A',
  typeCode: 1,
  decode(rdata) {
    if (rdata.length !== 4) throw new DnsFormatError(`A has ${rdata.length} octets, not 4`);
    return { type: 'A', address: presentIpv4(rdata) };
  },
  encode: (data) => addressOctets(data.address),
  fromWords(words) {
    expectWords(words, 1, '<IPv4 address>');
    return readAddress(words[0] ?? '');
  },
  toText: (data) => data.address,
};

export const a: RecordGrammar<'A', AData> = {
  type: 'A',
  description: 'IPv4 address',
  reference: 'RFC 1035',
  format: '<IPv4 address>',
  examples: ['192.0.2.1'],
  fields: [{ name: 'address', label: 'IPv4 address', kind: 'address', example: '192.0.2.1' }],
  wire: rdataForm(aCodec),
  parse: (value) => ({ data: readAddress(value) }),
  publish: aCodec.encode,
};

/** An address has one text form only. */
function readAddress(text: string): AData {
  addressOctets(text);
  return { type: 'A', address: text };
}

function addressOctets(text: string): Uint8Array {
  const octets = parseIpv4(text);
  if (octets !== null) return octets;
  throw new GrammarError(
    `"${shorten(text)}" is not an IPv4 address; expected four numbers from 0 to 255 without leading zeros, such as 192.0.2.1`,
  );
}
