import { expect, it } from 'vitest';
import { wordProblems } from './check-words.ts';

const path = 'packages/server/src/x.ts';

it.each([
  ['/** Of the list. */', 'begin the comment with its noun'],
  ['  // Of all records.', 'begin the comment with its noun'],
  [' * Of a page of domains.', 'begin the comment with its noun'],
  ['// Nobody knows.', 'say it without "Nobody"'],
])('%s is refused', (text, problem) => {
  expect(wordProblems({ path, text })).toEqual([expect.stringContaining(`${path}:1: ${problem}`)]);
});

it.each([
  '/** Version of the list. */',
  '/** Offers that are open. */',
  "f('// Off');",
  "f('nobody@example.com');",
])('%s is allowed', (text) => {
  expect(wordProblems({ path, text })).toEqual([]);
});

it('a list of a document may begin with it', () => {
  expect(wordProblems({ path: 'docs/x.md', text: '* Of these, two.' })).toEqual([]);
});
