/** Hole 1: patterns that take quadratic time on input from outside. See also npm run check:patterns. */
import { schemaFormats } from '@hostmaster/contract';
import { describe, expect, it } from 'vitest';
import { isSigned } from '../../packages/server/src/adapters/stripe/stripe-signature.ts';
import {
  matchesPattern,
  parsePattern,
} from '../../packages/server/src/workspaces/update-key-scope.ts';

/** In quadratic time each of these would take minutes. */
const long = 1_000_000;

describe('hole 1: a million characters', () => {
  it('of spaces in Stripe-Signature are refused at once', () => {
    const header = `t=${' '.repeat(long)}x`;
    expect(isSigned({ header, body: new Uint8Array(), secret: 'whsec_x', now: 0 })).toBe(false);
  });

  it('of an email address are refused at once', () => {
    const { test } = schemaFormats['contact-email'];
    expect(test(`a@${'.b'.repeat(long / 2)}@`)).toBe(false);
  });

  it('in names of dynamic DNS keys are refused at once', () => {
    expect(parsePattern('a'.repeat(long), 'example.com')).toBeNull();
    const pattern = `*.${'a*.'.repeat(80)}*`;
    expect(matchesPattern(pattern, 'aa.'.repeat(84).slice(0, -1))).toBe(true);
    expect(matchesPattern(pattern, `${'aa.'.repeat(79)}b`)).toBe(false);
  });
});
