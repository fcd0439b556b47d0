import { addYears, dayMs } from '@hostmaster/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendExpiry, foldTerms, type Term } from './terms.ts';

const start = Date.UTC(2026, 2, 1, 8, 30);

function term(years: number, acceptedAt: number, state: Term['state'] = 'posted'): Term {
  return { years, acceptedAt, state, endsAt: null };
}

describe('extending an expiry', () => {
  const expiresAt = Date.UTC(2027, 2, 1, 8, 30);

  it('counts from the old expiry while that lies ahead', () => {
    for (const acceptedAt of [start, expiresAt - 1, expiresAt]) {
      expect(extendExpiry(expiresAt, { years: 1, acceptedAt })).toBe(Date.UTC(2028, 2, 1, 8, 30));
    }
  });

  it('counts from now once the domain has expired', () => {
    const acceptedAt = expiresAt + 1;
    expect(extendExpiry(expiresAt, { years: 1, acceptedAt })).toBe(
      Date.UTC(2028, 2, 1, 8, 30, 0, 1),
    );
  });

  it('ignores daylight saving', () => {
    const acceptedAt = Date.UTC(2026, 2, 29, 1, 30);
    expect(extendExpiry(0, { years: 1, acceptedAt })).toBe(Date.UTC(2027, 2, 29, 1, 30));
  });
});

describe('the fold over terms', () => {
  it('is nothing when nothing stands', () => {
    expect(foldTerms([])).toBeNull();
    expect(foldTerms([term(1, start, 'voided'), term(2, start, 'voided')])).toBeNull();
  });

  it('begins with the expiry that came with a transfer', () => {
    const endsAt = Date.UTC(2028, 1, 29, 8, 30);
    const transfer = { ...term(1, start), endsAt };
    expect(foldTerms([transfer])).toEqual({ expiresAt: endsAt, years: 1 });
    expect(foldTerms([transfer, term(2, start + dayMs)])).toEqual({
      expiresAt: Date.UTC(2030, 1, 28, 8, 30),
      years: 2,
    });
  });

  it('leaves out exactly what was voided', () => {
    const refused = term(5, start + dayMs, 'voided');
    const kept = [term(1, start), term(2, start + 2 * dayMs, 'pending')];
    expect(foldTerms([term(1, start), refused, term(2, start + 2 * dayMs, 'pending')])).toEqual(
      foldTerms(kept),
    );
    expect(foldTerms(kept)).toEqual({ expiresAt: Date.UTC(2029, 2, 1, 8, 30), years: 2 });
  });

  it('counts a renewal after the expiry from its acceptance', () => {
    const late = Date.UTC(2027, 2, 11);
    expect(foldTerms([term(1, start), term(1, late)])).toEqual({
      expiresAt: Date.UTC(2028, 2, 11),
      years: 1,
    });
  });

  it('takes back a refused renewal as if it had never been', () => {
    const terms = fc.array(
      fc.record({
        years: fc.integer({ min: 1, max: 10 }),
        waitDays: fc.integer({ min: 0, max: 900 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(terms, fc.nat(), (steps, pick) => {
        let at = start;
        const accepted = steps.map(({ years, waitDays }) => {
          at += waitDays * dayMs;
          return term(years, at);
        });
        const refused = pick % accepted.length;
        const voided = accepted.map((each, i): Term => {
          return i === refused ? { ...each, state: 'voided' } : each;
        });
        const without = accepted.filter((_, i) => i !== refused);
        expect(foldTerms(voided)).toEqual(foldTerms(without));
      }),
    );
  });

  it('adds up terms that were bought at once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1 }), (years) => {
        const fold = foldTerms(years.map((each) => term(each, start)));
        const sum = years.reduce((total, each) => total + each, 0);
        expect(fold?.expiresAt).toBe(addYears(start, sum));
      }),
    );
  });
});
