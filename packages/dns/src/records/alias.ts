/**
 * ALIAS: like CNAME, but flattened by the publisher into the target's addresses, so that it may
 * stand at the apex beside other data. It has no standard and no wire form of its own.
 */
import type { NameRule } from '../rdata-codec.ts';
import type { RecordGrammar } from './grammar.ts';
import { parseSingleName, type SingleNameData } from './single-name.ts';

export type AliasData = SingleNameData<'ALIAS'>;

const rule: NameRule = { what: 'the target', hostOnly: false, rootAllowed: false };

export const alias: RecordGrammar<'ALIAS', AliasData> = {
  type: 'ALIAS',
  description: 'Addresses of another host; works at the apex',
  reference: 'no standard',
  format: '<host>',
  examples: ['app.example.net'],
  fields: [{ name: 'target', label: 'Target', kind: 'host', example: 'app.example.net' }],
  wire: null,
  parse: (value, context) => parseSingleName('ALIAS', { value, rule, context }),
  publish: () => null,
};
