/** The changelog is for reading: one short line for each change, and each once. */
import { expect, it } from 'vitest';
import { read } from './documents.ts';

const wordsMax = 25;
const entries = read('CHANGELOG.md')
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((line) => line.slice(2));

it('has one line for each change', () => {
  expect(entries.length).toBeGreaterThan(50);
  const long = entries.filter((entry) => {
    const text = entry.replace(/\]\([^)]*\)/g, ']');
    return text.split(' ').length > wordsMax;
  });
  expect(long).toEqual([]);
});

it('has each line once', () => {
  expect(entries.filter((entry, index) => entries.indexOf(entry) !== index)).toEqual([]);
});

it('begins each version with what breaks, where something does', () => {
  for (const version of read('CHANGELOG.md').split(/^## /m).slice(1)) {
    const titles = [...version.matchAll(/^### (.+)$/gm)].map((match) => match[1]);
    expect(titles.indexOf('Before you upgrade')).toBeLessThanOrEqual(0);
  }
});
