import { expect, it } from 'vitest';
import { patternProblems } from './check-patterns.ts';

const path = 'packages/server/src/x.ts';

it.each([
  ['f(/^(a+)+$/);', 'takes exponential time'],
  ['f(/a*a*b/);', 'takes quadratic time'],
  ["f(new RegExp('a'));", 'write the pattern as a literal'],
  ["f(RegExp('a'));", 'write the pattern as a literal'],
])('%s is refused', (text, problem) => {
  const [first] = patternProblems([{ path, text }], {});
  expect(first).toContain(`${path}:1: ${problem}`);
});

it.each(['f(/^[a-z]+$/);', '// /^(a+)+$/', "f('/^(a+)+$/');"])('%s is allowed', (text) => {
  expect(patternProblems([{ path, text }], {})).toEqual([]);
});

it('a file may build patterns for a reason, and a reason that is not needed is named', () => {
  const text = "f(new RegExp('a'));";
  expect(patternProblems([{ path, text }], { [path]: 'a reason' })).toEqual([]);
  expect(patternProblems([], { [path]: 'a reason' })).toEqual([expect.stringContaining(path)]);
});
