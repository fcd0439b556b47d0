import { expect, test } from 'vitest';
import { addYears } from './add-years.ts';

test.each([
  ['2026-11-15T10:00:00.000Z', 1, '2027-11-15T10:00:00.000Z'],
  ['2024-02-29T23:59:59.999Z', 1, '2025-02-28T23:59:59.999Z'],
  ['2024-02-29T00:00:00.000Z', 4, '2028-02-29T00:00:00.000Z'],
  ['2023-02-28T12:00:00.000Z', 1, '2024-02-28T12:00:00.000Z'],
  ['2026-12-31T23:59:59.000Z', 10, '2036-12-31T23:59:59.000Z'],
])('%s plus %i is %s', (from, years, to) => {
  expect(new Date(addYears(Date.parse(from), years)).toISOString()).toBe(to);
});
