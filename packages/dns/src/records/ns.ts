/**
 * NS: an authoritative name server (RFC 1035, section 3.3.11), which must be a host (RFC 2181,
 * 10.3).
 */
import { type NameRule, rdataForm } from '../rdata-codec.ts';
import type { RecordGrammar } from './grammar.ts';
import { parseSingleName, type SingleNameData, singleNameCodec } from './single-name.ts';

export type NsData = SingleNameData<'NS'>;

const rule: NameRule = { what: 'the name server', hostOnly: true, rootAllowed: false };

const nsCodec = singleNameCodec({ type: 'NS', typeCode: 2, rule });

export const ns: RecordGrammar<'NS', NsData> = {
  type: 'NS',
  description: 'Nameserver of a delegated subdomain',
  reference: 'RFC 1035',
  format: '<host>',
  examples: ['ns1.example.net', '@'],
  fields: [{ name: 'target', label: 'Nameserver', kind: 'host', example: 'ns1.example.net' }],
  wire: rdataForm(nsCodec),
  parse: (value, context) => parseSingleName('NS', { value, rule, context }),
  publish: nsCodec.encode,
};
