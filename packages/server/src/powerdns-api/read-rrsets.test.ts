import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../base/errors.ts';
import { readRrsets } from './read-rrsets.ts';

describe('readRrsets', () => {
  const name = fc.oneof(
    fc.constantFrom('example.com.', 'www.example.com.', '*.example.com.', 'www', '', '.', '@'),
    fc.string({ unit: 'binary' }).map((label) => `${label}.example.com.`),
  );
  const type = fc.oneof(
    fc.constantFrom('A', 'TXT', 'CNAME', 'ALIAS', 'SOA', 'NS', 'SRV', 'TLSA', 'HTTPS', 'LOC'),
    fc.constantFrom('TYPE65534', 'TYPE65401', 'TYPE1', 'TYPE0', 'ANY', 'DNAME', '__proto__'),
  );
  const content = fc.oneof(
    fc.constantFrom('192.0.2.1', '"text"', 'a.example.net.', '10 a.example.net.', '\\# 1 00', '.'),
    fc.string({ unit: 'binary' }),
    fc.jsonValue(),
  );
  const rrset = fc.record(
    {
      name: fc.oneof(name, fc.jsonValue()),
      type: fc.oneof(type, fc.jsonValue()),
      changetype: fc.constantFrom('REPLACE', 'DELETE', 'EXTEND', 'PRUNE', 'toString', null),
      ttl: fc.oneof(fc.integer(), fc.jsonValue()),
      records: fc.oneof(fc.array(fc.record({ content })), fc.array(fc.jsonValue()), fc.jsonValue()),
      comments: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );

  it('reads any JSON, or refuses it with a message', async () => {
    const limits = { nowSeconds: 0, charactersPerSetComments: 100, importChanges: 10 };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.array(rrset, { maxLength: 3 }), fc.jsonValue()),
        async (rrsets) => {
          try {
            const { changes, comments } = await readRrsets('example.com', { rrsets }, limits);
            expect(Array.isArray(changes) && Array.isArray(comments)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
