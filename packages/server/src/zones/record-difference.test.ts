import { applyDifferences, classes, Name, type ResourceRecord, recordKey } from '@hostmaster/dns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withSerial } from './apex.ts';
import { catalogSoa } from './catalog.ts';
import { packRecords, unpackRecords } from './journal-form.ts';
import { joinDifferences, recordDifference } from './record-difference.ts';

const record = fc
  .record({
    label: fc.constantFrom('a', 'b', '*', '_c'),
    type: fc.constantFrom(1, 16, 65_280),
    ttlSeconds: fc.constantFrom(60, 3_600, 86_400),
    rdata: fc.uint8Array({ minLength: 1, maxLength: 3 }),
  })
  .map(
    ({ label, ...rest }): ResourceRecord => ({
      ...rest,
      name: Name.parse(`${label}.example.com`),
      class: classes.IN,
    }),
  );
/** Versions of a zone: in each, a value has one TTL. */
const version = fc.uniqueArray(record, {
  selector: ({ name, type, rdata }) => `${name} ${type} ${rdata}`,
  maxLength: 8,
});
const soa = (serial: number) => catalogSoa('example.com', serial);

describe('differences', () => {
  it('lead from one version to the next, joined or one by one', () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 2, maxLength: 5 }), (versions) => {
        const steps = versions
          .slice(1)
          .map((after, index) => recordDifference(versions[index] ?? [], after));
        const first = [soa(0), ...(versions[0] ?? [])];
        const last = [soa(steps.length), ...(versions.at(-1) ?? [])];
        const chain = steps.map((step, index) => ({
          ...step,
          oldSoa: soa(index),
          newSoa: soa(index + 1),
        }));
        const joined = { ...joinDifferences(steps), oldSoa: soa(0), newSoa: soa(steps.length) };
        for (const differences of [chain, [joined]]) {
          expect(keys(applyDifferences(first, differences))).toEqual(keys(last));
        }
      }),
    );
  });

  it('are equal after writing to and reading from the journal', () => {
    fc.assert(
      fc.property(version, (records) => {
        const packed = packRecords(records);
        const inside = Buffer.concat([Buffer.alloc(3), packed]).subarray(3);
        expect(unpackRecords(inside).map(recordKey)).toEqual(records.map(recordKey));
      }),
    );
  });
});

describe('the SOA', () => {
  it('differs between versions in its serial only', () => {
    expect(withSerial(soa(1), 4_294_967_295)).toEqual(soa(4_294_967_295));
  });
});

function keys(records: readonly ResourceRecord[]): string[] {
  return records.map(recordKey).sort();
}
