import { describe, expect, it } from 'vitest';
import { describeTtl } from '../../../domains/describe-ttl.ts';
import { ttlProblem } from './ttl.ts';

describe('times to live', () => {
  it.each([
    [60, '1 min'],
    [90, '90 s'],
    [300, '5 min'],
    [3_600, '1 hour'],
    [5_400, '1 h 30 min'],
    [7_200, '2 hours'],
    [86_400, '1 day'],
  ])('%i seconds are %s', (seconds, words) => {
    expect(describeTtl(seconds)).toBe(words);
  });

  it.each(['60', ' 86400 ', '3600'])('%j is taken', (text) => expect(ttlProblem(text)).toBeNull());

  it.each(['', '59', '86401', '1.5', '-60', '1h', '0x3c'])('%j is refused', (text) =>
    expect(ttlProblem(text)).toMatch(/whole seconds/),
  );
});
