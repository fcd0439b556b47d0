/**
 * DNAME: every name below this one is found below another (RFC 6672). The name itself keeps its own
 * records. A wildcard has none: what it would mean is not defined (RFC 6672, section 3.3).
 */
import { type NameRule, rdataForm } from '../rdata-codec.ts';
import type { RecordGrammar } from './grammar.ts';
import { parseSingleName, type SingleNameData, singleNameCodec } from './single-name.ts';

export type DnameData = SingleNameData<'DNAME'>;

const rule: NameRule = { what: 'the target', hostOnly: false, rootAllowed: false };

const dnameCodec = singleNameCodec({ type: 'DNAME', typeCode: 39, rule });

export const dname: RecordGrammar<'DNAME', DnameData> = {
  type: 'DNAME',
  description: 'Alias of all names below this one',
  reference: 'RFC 6672',
  format: '<host>',
  examples: ['new.example.net'],
  fields: [{ name: 'target', label: 'Target', kind: 'host', example: 'new.example.net' }],
  wire: rdataForm(dnameCodec),
  parse: (value, context) => parseSingleName('DNAME', { value, rule, context }),
  publish: dnameCodec.encode,
  placeProblem: (name) =>
    name === '*' || name.startsWith('*.')
      ? 'a wildcard cannot have a DNAME record (RFC 6672, section 3.3)'
      : null,
};
