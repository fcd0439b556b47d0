/** PTR: a pointer to another name (RFC 1035, section 3.3.12). */
import { type NameRule, rdataForm } from '../rdata-codec.ts';
import type { RecordGrammar } from './grammar.ts';
import { parseSingleName, type SingleNameData, singleNameCodec } from './single-name.ts';

export type PtrData = SingleNameData<'PTR'>;

const rule: NameRule = { what: 'the target', hostOnly: false, rootAllowed: false };

const ptrCodec = singleNameCodec({ type: 'PTR', typeCode: 12, rule });

export const ptr: RecordGrammar<'PTR', PtrData> = {
  type: 'PTR',
  description: 'Pointer to a name, for reverse DNS and DNS-SD',
  reference: 'RFC 1035',
  format: '<host>',
  examples: ['host.example.net', '@'],
  fields: [{ name: 'target', label: 'Target', kind: 'host', example: 'host.example.net' }],
  wire: rdataForm(ptrCodec),
  parse: (value, context) => parseSingleName('PTR', { value, rule, context }),
  publish: ptrCodec.encode,
};
