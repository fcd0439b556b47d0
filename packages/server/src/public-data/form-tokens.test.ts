import { describe, expect, it } from 'vitest';
import { FormTokens } from './form-tokens.ts';

const key = Buffer.alloc(32, 1);
const earliestMs = 4_000;

function tokensAt(start: number) {
  let now = start;
  const tokens = new FormTokens(() => [key], { clock: { now: () => now }, earliestMs });
  return { tokens, pass: (ms: number) => (now += ms) };
}

describe('the token of a form', () => {
  it('is good once a person could have filled the form in, until it is too old', () => {
    const { tokens, pass } = tokensAt(1_800_000_000_000);
    const token = tokens.issue('example.com');
    expect(tokens.check('example.com', token)).toEqual({ kind: 'early' });
    pass(earliestMs - 1);
    expect(tokens.check('example.com', token)).toEqual({ kind: 'early' });
    pass(1);
    expect(tokens.check('example.com', token)).toMatchObject({ kind: 'good' });
    pass(2 * 60 * 60_000);
    expect(tokens.check('example.com', token)).toEqual({ kind: 'unknown' });
  });

  it('has an id of its own, and belongs to its domain and to our key', () => {
    const { tokens, pass } = tokensAt(1_800_000_000_000);
    const [first, second] = [tokens.issue('example.com'), tokens.issue('example.com')];
    pass(earliestMs);
    expect(tokens.check('example.com', first)).not.toEqual(tokens.check('example.com', second));
    expect(tokens.check('example.net', first)).toEqual({ kind: 'unknown' });
    const [id = '', , signature = ''] = first.split('.');
    for (const forged of [
      '',
      'x',
      `${id}.1.${signature}`,
      first.slice(0, -1),
      `${first}x`,
      '.'.repeat(99),
    ]) {
      expect(tokens.check('example.com', forged)).toEqual({ kind: 'unknown' });
    }
    const foreign = new FormTokens(() => [Buffer.alloc(32, 2)], {
      clock: { now: () => 1_800_000_000_000 },
      earliestMs,
    });
    expect(tokens.check('example.com', foreign.issue('example.com'))).toEqual({ kind: 'unknown' });
  });
});
