import { classes, Name, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { isSigned, ZoneKey } from '@hostmaster/dns/dnssec';
import { afterEach, expect, test } from 'vitest';
import { unpackRecords } from '../zones/journal-form.ts';
import { SignatureEdits } from '../zones/sign-sets.ts';
import { SetSigner } from './set-signer.ts';

const zone = Name.parse('example.com');
const keys = [ZoneKey.generate(), ZoneKey.generate()];
const times = { validity: { inception: 0, expiration: 2_000 }, refreshAt: 0 };
const setSigner = new SetSigner();
afterEach(() => setSigner.close());

test('a thread signs each set with each key', async () => {
  const sets = setsOf(40);
  const edits = editsOf(sets);
  await setSigner.sign(edits);
  expect(edits.unsigned).toEqual([]);
  expectSigned(edits, sets);
});

test('a page that the thread cannot sign is signed with its change, and the next one by another thread', async () => {
  const sets = setsOf(40);
  const edits = editsOf(sets);
  const signing = setSigner.sign(edits);
  await setSigner.close();
  await signing;
  expect(edits.unsigned).toHaveLength(sets.length);
  expectSigned(edits, sets);

  const next = editsOf(sets);
  await setSigner.sign(next);
  expect(next.unsigned).toEqual([]);
});

test('a few sets are signed with their change', async () => {
  const sets = setsOf(5);
  const edits = editsOf(sets);
  await setSigner.sign(edits);
  expect(edits.unsigned).toHaveLength(sets.length);
  expectSigned(edits, sets);
});

function setsOf(count: number): readonly (readonly ResourceRecord[])[] {
  return Array.from({ length: count }, (_, index) => {
    const name = Name.parse(`host-${index}.example.com`);
    const head = { name, type: rrTypes.A, class: classes.IN, ttlSeconds: 300 };
    return [1, 2].map((last) => ({ ...head, rdata: Uint8Array.of(192, 0, 2, last) }));
  });
}

function editsOf(sets: readonly (readonly ResourceRecord[])[]): SignatureEdits {
  const edits = new SignatureEdits({ zone, keys, times }, []);
  for (const [index, set] of sets.entries()) edits.sign(`${index}`, set);
  return edits;
}

function expectSigned(edits: SignatureEdits, sets: readonly (readonly ResourceRecord[])[]): void {
  const dnskeys = keys.map(({ dnskey: rdata }) => ({
    name: zone,
    type: rrTypes.DNSKEY,
    class: classes.IN,
    ttlSeconds: 300,
    rdata,
  }));
  expect(edits.all).toHaveLength(sets.length);
  for (const [index, { after }] of edits.all.entries()) {
    const signatures = unpackRecords(after ?? new Uint8Array());
    expect(signatures).toHaveLength(keys.length);
    for (const signature of signatures) {
      expect(isSigned(sets[index] ?? [], [signature], { dnskeys, nowSeconds: 1_000 })).toBe(true);
    }
  }
}
