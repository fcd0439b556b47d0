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

it.each([
  'The domain is here.',
  'Share among equals',
  'Domain of the certificate authority; ; allows none',
  'Not done in time: Get a new auth code from the current registrar.',
  'Nothing has changed. The auth code was replaced.',
  'Each event waits until the one before it was accepted.',
  'This device has a passkey already.',
  'finished to renew 3 domains',
])('%s is refused where people read it', (sentence) => {
  const text = `const title = "${sentence}";`;
  for (const shown of [
    'packages/dashboard/src/pages/x.tsx',
    'packages/server/src/notices/x.ts',
    'packages/server/src/facts/x.ts',
  ]) {
    expect(wordProblems({ path: shown, text })).toEqual([
      expect.stringMatching(/^\S+:1: ".+" reads translated$/),
    ]);
  }
  expect(wordProblems({ path, text })).toEqual([]);
});
