import { threadCpuMs } from '@hostmaster/test-rig/cpu-time';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { describe, expect, it } from 'vitest';
import { globMatcher, longestRun } from './glob.ts';

describe('the patterns of a search', () => {
  it.each([
    ['www*', 'www.example.com', true],
    ['www*', 'ww.example.com', false],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['?', '', false],
    ['192.0.2.7?', '192.0.2.77', true],
    ['192.0.2.7?', '192.0.2.7', false],
    ['*.com', 'example.com', true],
    ['*.com', 'example.com.au', false],
    ['a*b?c*', 'a-bxc', true],
    ['w?w.*le.com', 'www.example.com', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b', 'a-b-c', false],
    ['www', 'www.example.com', false],
  ])('%s and "%s": %s', (pattern, text, isMatch) => {
    expect(globMatcher(pattern)(text)).toBe(isMatch);
  });

  it('match what their definition says, character by character', () => {
    const random = randomNumbers(testSeed);
    const word = (letters: string, lengthMax: number) =>
      Array.from(
        { length: Math.floor(random() * lengthMax) },
        () => letters[Math.floor(random() * letters.length)],
      ).join('');
    for (let count = 0; count < 3_000; count += 1) {
      const pattern = word('ab*?', count % 3 === 0 ? 80 : 8);
      const text = word('ab', count % 3 === 0 ? 120 : 10);
      expect(globMatcher(pattern)(text), `${pattern} and ${text}`).toBe(matches(pattern, text));
    }
  });

  it.each([
    ['*wide-79*', 'wide-79'],
    ['a*bcd?ef', 'bcd'],
    ['192.0.2.1', '192.0.2.1'],
    ['a\0bc*', 'bc'],
    ['*?*', ''],
  ])('each text that matches %j has the run %j', (pattern, run) => {
    expect(longestRun(pattern)).toBe(run);
  });

  it('hole 4: a comparison costs little more with a pattern that nearly matches everywhere', () => {
    const text = 'a'.repeat(65_536);
    // Processor time is counted in steps of some milliseconds.
    const msOf = (pattern: string, count: number) => {
      const isMatch = globMatcher(pattern);
      const startedAt = threadCpuMs();
      for (let done = 0; done < count; done += 1) expect(isMatch(text)).toBe(false);
      return (threadCpuMs() - startedAt) / count;
    };
    msOf('*ab', 100);
    // Eight words instead of one. Comparing from each place again takes 126 times as long.
    expect(msOf(`*${'a'.repeat(253)}b`, 20)).toBeLessThan(30 * msOf('*ab', 200));
  });
});

/** By definition: row by row, which prefixes of the text the prefix of the pattern matches. */
function matches(pattern: string, text: string): boolean {
  let row = [true, ...Array.from(text, () => false)];
  for (const character of pattern) {
    const next = [character === '*' && row[0] === true];
    for (let at = 0; at < text.length; at += 1) {
      const isStar = character === '*' && (next[at] === true || row[at + 1] === true);
      next.push(isStar || (row[at] === true && (character === '?' || character === text[at])));
    }
    row = next;
  }
  return row.at(-1) === true;
}
