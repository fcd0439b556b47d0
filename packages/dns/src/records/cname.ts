/** CNAME: the canonical name of an alias (RFC 1035, section 3.3.1). */
import { type NameRule, rdataForm } from '../rdata-codec.ts';
import type { RecordGrammar } from './grammar.ts';
import { parseSingleName, type SingleNameData, singleNameCodec } from './single-name.ts';

export type CnameData = SingleNameData<'CNAME'>;

const rule: NameRule = { what: 'the target', hostOnly: false, rootAllowed: false };

const cnameCodec = singleNameCodec({ type: 'CNAME', typeCode: 5, rule });

export const cname: RecordGrammar<'CNAME', CnameData> = {
  type: 'CNAME',
  description: 'Alias of another name',
  reference: 'RFC 1035',
  format: '<host>',
  examples: ['www.example.net', '@'],
  fields: [{ name: 'target', label: 'Target', kind: 'host', example: 'www.example.net' }],
  wire: rdataForm(cnameCodec),
  parse: (value, context) => parseSingleName('CNAME', { value, rule, context }),
  publish: cnameCodec.encode,
};
