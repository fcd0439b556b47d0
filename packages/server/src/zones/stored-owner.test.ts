import type { RecordType } from '@hostmaster/dns/records';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { publishOwner } from './publish-owner.ts';
import { storedOwner } from './stored-owner.ts';
import { wireForm } from './wire-record.ts';

const saved = fc.constantFrom<[RecordType, string]>(
  ['A', '192.0.2.1'],
  ['AAAA', '2001:DB8:0::1'],
  ['TXT', 'a'],
  ['TXT', '"\\097"'],
  ['MX', 'mail.example.net'],
  ['MX', '10 MAIL.example.net.'],
  ['NS', 'ns1.example.net'],
  ['TLS', 'no TLSA'],
  ['CNAME', 'target.example.net'],
  ['ALIAS', 'target.example.net'],
);
const zone = 'example.com';

it('a record is shown as what it publishes, as ALIAS where it is flattened, or not at all', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('www', '@', '*'),
      fc.array(saved, { maxLength: 5 }),
      (owner, versions) => {
        const records = versions.map(([type, value], index) => {
          return { id: String(index), name: owner, ttlSeconds: 300, type, value };
        });
        const published = publishOwner({ zone, owner, records, addresses: new Map() });
        const keys = new Set(published.records.map(({ type, rdata }) => wireForm(type, rdata).key));
        const { shown, hidden } = storedOwner({ zone, owner, records });
        const plain = shown.filter(
          ({ stored, form }) => form.typeCode !== 65_401 || stored.type === 'A',
        );
        const isMarker = published.records.every(({ rdata }) => rdata.length === 0);
        expect(new Set(plain.map(({ form }) => form.key))).toEqual(isMarker ? new Set() : keys);
        for (const { stored, form } of shown) {
          const isTarget = stored.type === 'CNAME' || stored.type === 'ALIAS';
          if (form.typeCode === 65_401) expect(isTarget).toBe(true);
        }
        expect([...shown.map(({ stored }) => stored), ...hidden].toSorted(byId)).toEqual(records);
        for (const { type } of hidden) expect(['NS', 'TLS']).toContain(type);
      },
    ),
  );
});

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return Number(a.id) - Number(b.id);
}
