import type { ResourceRecord } from '@hostmaster/dns';
import type { RecordType } from '@hostmaster/dns/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { publishOwner } from './publish-owner.ts';
import { recordDifference } from './record-difference.ts';
import { setDifference } from './set-difference.ts';

/** Values of one type that differ, and spellings of one value that publish the same. */
const saved = fc
  .tuple(
    fc.constantFrom<[RecordType, string]>(
      ['A', '192.0.2.1'],
      ['A', '192.0.2.2'],
      ['AAAA', '2001:db8::1'],
      ['AAAA', '2001:DB8:0::1'],
      ['TXT', 'a'],
      ['TXT', '"a"'],
      ['TXT', '"\\097"'],
      ['TXT', 'b'],
      ['MX', 'mail.example.net'],
      ['MX', '10 MAIL.example.net.'],
      ['NS', 'ns1.example.net'],
      ['TLS', 'no TLSA'],
    ),
    fc.constantFrom(60, 300),
  )
  .map(([[type, value], ttlSeconds]) => ({ type, value, ttlSeconds }));
const version = fc.array(saved, { maxLength: 4 });

describe('the difference of sets', () => {
  it('is the difference of what the whole name publishes', () => {
    let known = 0;
    fc.assert(
      fc.property(
        fc.constantFrom('www', '@', '*'),
        version,
        version,
        version,
        (owner, ...versions) => {
          const [kept, removed, added] = withIds(versions);
          const difference = setDifference({ zone, owner, kept, removed, added });
          if (difference === null) {
            expect(areTtlsSame([...kept, ...removed], [...kept, ...added])).toBe(false);
            return;
          }
          known += 1;
          const whole = recordDifference(
            publish(owner, [...kept, ...removed]),
            publish(owner, [...kept, ...added]),
          );
          expect(texts(difference.removed)).toEqual(texts(whole.removed));
          expect(texts(difference.added)).toEqual(texts(whole.added));
        },
      ),
    );
    expect(known).toBeGreaterThan(10);
  });

  it('is left to the whole name with a CNAME or ALIAS, and in a set that is too large', () => {
    const none = { zone, owner: 'www', kept: [], removed: [], added: [] };
    const cname = stored({ type: 'CNAME', value: 'a.example.net', ttlSeconds: 300 }, 0);
    const alias: StoredRecord = { ...cname, type: 'ALIAS' };
    expect(setDifference({ ...none, kept: [cname] })).toBeNull();
    expect(setDifference({ ...none, removed: [alias] })).toBeNull();
    expect(setDifference({ ...none, added: [alias] })).toBeNull();
    const large = Array.from({ length: 15 }, (_, index) =>
      stored({ type: 'TXT', value: `${index} ${'x'.repeat(4_000)}`, ttlSeconds: 300 }, index),
    );
    expect(setDifference({ ...none, kept: large.slice(1), added: large.slice(0, 1) })).toBeNull();
    expect(
      setDifference({ ...none, kept: large.slice(2), added: large.slice(0, 1) })?.added,
    ).toEqual(publish('www', large.slice(0, 1)));
  });
});

const zone = 'example.com';

type Saved = Pick<StoredRecord, 'type' | 'value' | 'ttlSeconds'>;

function stored(record: Saved, index: number): StoredRecord {
  return { id: `rec_${index}`, name: 'www', ...record };
}

function withIds([kept = [], removed = [], added = []]: readonly Saved[][]) {
  const all = [...kept, ...removed, ...added].map(stored);
  return [
    all.slice(0, kept.length),
    all.slice(kept.length, kept.length + removed.length),
    all.slice(kept.length + removed.length),
  ] as const;
}

function publish(owner: string, records: readonly StoredRecord[]): readonly ResourceRecord[] {
  return publishOwner({ zone, owner, records, addresses: new Map() }).records;
}

/** Compares the types that both versions have. */
function areTtlsSame(before: readonly StoredRecord[], after: readonly StoredRecord[]): boolean {
  const lowest = (records: readonly StoredRecord[], type: RecordType) =>
    Math.min(...records.filter((record) => record.type === type).map((r) => r.ttlSeconds));
  return before.every(({ type }) => {
    const [one, other] = [lowest(before, type), lowest(after, type)];
    return other === Number.POSITIVE_INFINITY || one === other;
  });
}

function texts(records: readonly ResourceRecord[]): string[] {
  return records
    .map(({ name, type, ttlSeconds, rdata }) => `${name} ${type} ${ttlSeconds} ${rdata}`)
    .sort();
}
