/** Random changes of a zone: all types, wildcards, delegations, aliases and nameservers. */
import { type NamedRecordType, recordGrammars, recordTypes } from '@hostmaster/dns/records';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import fc from 'fast-check';
import { expect } from 'vitest';
import { isAsked } from './continuous-client.ts';

/** It has the addresses that the resolver of a test gives it, and none without one. */
export const aliasTarget = 'target.invalid';

/** Values that say more about a zone than the examples of their types. */
const chosen = {
  A: ['192.0.2.1', '192.0.2.2'],
  ALIAS: [aliasTarget, aliasTarget, 'nowhere.invalid'],
  CNAME: ['elsewhere.example.net'],
  DNAME: ['elsewhere.example.net'],
  MX: ['10 Mail.Example.com', ...recordGrammars.MX.examples],
  NS: ['ns1.example.net', 'ns2.example.net'],
  SVCB: ['1 Target.example.net alpn="h2"', ...recordGrammars.SVCB.examples],
  TXT: ['text', 'more text'],
} as const satisfies Partial<Record<NamedRecordType, readonly string[]>>;

const unknownType = 'TYPE65280';
/** Those that decide about other records at a name, or below it. */
const shaping = ['ALIAS', 'CNAME', 'DNAME', 'DS', 'NS'] as const;

function valuesOf(type: NamedRecordType | typeof unknownType): readonly string[] {
  if (type === unknownType) return ['\\# 2 abcd'];
  const values: Partial<Record<NamedRecordType, readonly string[]>> = chosen;
  return values[type] ?? recordGrammars[type].examples;
}

const labels = ['a', 'b', 'www', '*', '_tcp'];

export const arbitraryEdit = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('create'),
      at: fc.nat(),
      name: nameOf(),
      type: fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...recordTypes, unknownType) },
        { weight: 1, arbitrary: fc.constantFrom(...shaping) },
      ),
      ttl: fc.constantFrom(60, 300),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('nameservers'), at: fc.nat() }) },
);

type Edit = typeof arbitraryEdit extends fc.Arbitrary<infer Value> ? Value : never;

function nameOf() {
  return fc
    .array(fc.constantFrom(...labels), { maxLength: 3 })
    .map(([first = '@', ...rest]) =>
      [first, ...rest.map((label) => (label === '*' ? 'c' : label))].join('.'),
    );
}

/** Some random changes are refused, such as a record below a DNAME. */
export async function isAccepted(client: ApiClient, domain: string, edit: Edit): Promise<boolean> {
  const { status } = await apply(client, domain, edit);
  expect(status).toBeLessThan(500);
  return status === 200;
}

async function apply(client: ApiClient, domain: string, edit: Edit) {
  if ('type' in edit) {
    const { name, type, ttl } = edit;
    const values = valuesOf(type);
    const value = values[edit.at % values.length] ?? '';
    return client.request('createRecord', { domain, name, type, value, ttl });
  }
  if (edit.kind === 'nameservers') {
    const nameservers = [`ns${edit.at % 3}.example.net`, 'ns9.example.net'];
    return client.request('replaceNameservers', { domain, nameservers });
  }
  const listed = await client.call('listRecords', { domain });
  const records = listed.records.filter(({ name }) => !isAsked(name));
  const recordId = records[edit.at % Math.max(1, records.length)]?.id ?? 'rec_none';
  return client.request('deleteRecord', { domain, recordId });
}
