import { expect, it } from 'vitest';
import { formatRelative } from './format-time.ts';

const now = new Date('2026-11-15T12:00:00Z');

it.each([
  ['2026-11-15T11:59:30Z', 'just now'],
  ['2026-11-15T12:00:30Z', 'in a moment'],
  ['2026-11-15T11:58:00Z', '2 minutes ago'],
  ['2026-11-15T15:00:00Z', 'in 3 hours'],
  ['2026-11-14T11:00:00Z', 'yesterday'],
  ['2026-12-01T12:00:00Z', 'in 2 weeks'],
  ['2024-11-14T12:00:00Z', '2 years ago'],
])('%s is %s', (at, text) => {
  expect(formatRelative(new Date(at), now)).toBe(text);
});
