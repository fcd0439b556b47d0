/** Random changes of a zone: all kinds of types, wildcards, delegations, aliases and nameservers. */
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import fc from 'fast-check';
import { expect } from 'vitest';
import { isAsked } from './continuous-client.ts';

/** Values that a random name can have, by type. */
const values = {
  A: ['192.0.2.1', '192.0.2.2'],
  AAAA: ['2001:db8::1'],
  ALIAS: ['nowhere.invalid'],
  CNAME: ['elsewhere.example.net'],
  DNAME: ['elsewhere.example.net'],
  DS: [`1 13 2 ${'ab'.repeat(32)}`],
  MX: ['10 Mail.Example.com'],
  NS: ['ns1.example.net', 'ns2.example.net'],
  SVCB: ['1 Target.example.net alpn="h2"'],
  TXT: ['text', 'more text'],
  TYPE65280: ['\\# 2 abcd'],
} as const;
const labels = ['a', 'b', 'www', '*', '_tcp'];
const types = Object.keys(values) as (keyof typeof values)[];

export const arbitraryEdit = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('create'),
      at: fc.nat(),
      name: nameOf(),
      type: fc.constantFrom(...types),
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
    const value = values[type][edit.at % values[type].length] ?? '';
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
