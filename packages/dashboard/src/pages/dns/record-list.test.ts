/** Order, search and minimal changes. */
import { describe, expect, it } from 'vitest';
import type { DnsRecord, RecordInput } from './draft/record-draft.ts';
import {
  changesBetween,
  countTypes,
  filterRecords,
  sortRecords,
  withRecord,
} from './record-list.ts';

const records: readonly DnsRecord[] = [
  record('1', 'TXT', 'www', 'some text'),
  record('2', 'A', 'host10', '192.0.2.1'),
  record('3', 'A', 'host9', '192.0.2.1'),
  record('4', 'MX', '@', '20 b.example.net'),
  record('5', 'MX', '@', '10 a.example.net'),
  record('6', 'A', 'www', '192.0.2.2'),
];

describe('records', () => {
  it('stand by name, type and value, the domain itself first', () => {
    expect(sortRecords(records).map(({ id }) => id)).toEqual(['5', '4', '3', '2', '6', '1']);
  });

  it.each([
    ['', 'all', ['1', '2', '3', '4', '5', '6']],
    ['', 'MX', ['4', '5']],
    ['WWW.example.com', 'all', ['1', '6']],
    ['192.0.2 host', 'all', ['2', '3']],
    ['@ mx', 'all', ['4', '5']],
    ['text', 'A', []],
  ] as const)('are found by "%s" among %s', (text, type, ids) => {
    expect(filterRecords(records, { text, type }, 'example.com').map(({ id }) => id)).toEqual(ids);
  });

  it('are counted by type', () => {
    expect([...countTypes(records)]).toEqual([
      ['A', 3],
      ['MX', 2],
      ['TXT', 1],
    ]);
  });

  it('of types by number come last, and TLS is found and ordered as TLSA', () => {
    const mixed = [
      record('1', 'TYPE65534', '@', '\\# 0'),
      record('2', 'URI', '@', '1 1 "a:b"'),
      record('3', 'TYPE999', '@', '\\# 0'),
      record('4', 'TLS', '@', 'any text'),
    ];
    expect(sortRecords(mixed).map(({ id }) => id)).toEqual(['4', '2', '3', '1']);
    expect([...countTypes(mixed).keys()]).toEqual(['TLS', 'URI', 'TYPE999', 'TYPE65534']);
    const filter = { text: 'tlsa', type: 'all' } as const;
    expect(filterRecords(mixed, filter, 'example.com').map(({ id }) => id)).toEqual(['4']);
  });

  it('are replaced where they stand, or added', () => {
    const changed = record('3', 'A', 'host9', '192.0.2.9');
    expect(withRecord(records, changed)[2]).toEqual(changed);
    expect(withRecord(records, record('7', 'A', '@', '192.0.2.7'))).toHaveLength(7);
  });
});

describe('a change', () => {
  const before: RecordInput = { type: 'A', name: 'www', ttl: 300, value: '192.0.2.1' };

  it.each<[string, Partial<RecordInput>, Partial<RecordInput> | null]>([
    ['nothing', {}, null],
    ['a name', { name: 'shop' }, { name: 'shop' }],
    ['a TTL', { ttl: 60 }, { ttl: 60 }],
    ['a value, with its type', { value: '192.0.2.2' }, { type: 'A', value: '192.0.2.2' }],
    ['a type, with its value', { type: 'TXT' }, { type: 'TXT', value: '192.0.2.1' }],
  ])('of %s', (_, change, sent) => {
    expect(changesBetween(before, { ...before, ...change })).toEqual(sent);
  });
});

function record(id: string, type: DnsRecord['type'], name: string, value: string): DnsRecord {
  return { id, type, name, ttl: 300, value };
}
