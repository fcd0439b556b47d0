import { expect, it } from 'vitest';
import { counted, countedRecords } from './counted.ts';

it.each([
  [0, '0 domains'],
  [1, '1 domain'],
  [2_000, '2,000 domains'],
])('%i: %s', (count, text) => {
  expect(counted(count, 'domain')).toBe(text);
});

it('leaves out counts of zero', () => {
  expect(
    countedRecords([
      [0, 'added'],
      [1, 'changed'],
      [2_000, 'removed'],
    ]),
  ).toBe('1 record changed, 2,000 removed');
});
