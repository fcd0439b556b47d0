/**
 * AAAA: an IPv6 address (RFC 3596), written as RFC 4291 section 2.2 allows and shown by RFC 5952.
 */
import { DnsFormatError, GrammarError } from '../errors.ts';
import { parseIpv6, presentIpv6 } from '../ip-address.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { expectWords, shorten } from '../words.ts';
import type { RecordGrammar } from './grammar.ts';

export interface AaaaData {
  readonly type: 'AAAA';
  readonly address: string;
}

export const aaaaCodec: RdataCodec<AaaaData> = {
  mnemonic: 'AAAA',
  typeCode: 28,
  decode(rdata) {
    if (rdata.length !== 16) throw new DnsFormatError(`AAAA has ${rdata.length} octets, not 16`);
    return { type: 'AAAA', address: presentIpv6(rdata) };
  },
  encode: (data) => addressOctets(data.address),
  fromWords(words) {
    expectWords(words, 1, '<IPv6 address>');
    return readAddress(words[0] ?? '');
  },
  toText: (data) => data.address,
};

export const aaaa: RecordGrammar<'AAAA', AaaaData> = {
  type: 'AAAA',
  description: 'IPv6 address',
  reference: 'RFC 3596',
  format: '<IPv6 address>',
  examples: ['2001:db8::1', '::ffff:192.0.2.1'],
  fields: [{ name: 'address', label: 'IPv6 address', kind: 'address', example: '2001:db8::1' }],
  wire: rdataForm(aaaaCodec),
  parse: (value) => ({ data: readAddress(value) }),
  publish: aaaaCodec.encode,
};

function readAddress(text: string): AaaaData {
  return { type: 'AAAA', address: presentIpv6(addressOctets(text)) };
}

function addressOctets(text: string): Uint8Array {
  const octets = parseIpv6(text);
  if (octets !== null) return octets;
  throw new GrammarError(
    `"${shorten(text)}" is not an IPv6 address; expected a form such as 2001:db8::1, without zone id or prefix length`,
  );
}
