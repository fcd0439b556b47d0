import { describe, expect, it, test } from 'vitest';
import {
  addYears,
  dayMs,
  hourMs,
  minuteMs,
  parseDurationMs,
  secondMs,
  yearMs,
} from './durations.ts';

describe('durations', () => {
  it('are the differences of real times', () => {
    const start = Date.parse('2027-01-01T00:00:00Z');
    const after = (time: string) => Date.parse(time) - start;
    expect(secondMs).toBe(after('2027-01-01T00:00:01Z'));
    expect(minuteMs).toBe(after('2027-01-01T00:01:00Z'));
    expect(hourMs).toBe(after('2027-01-01T01:00:00Z'));
    expect(dayMs).toBe(after('2027-01-02T00:00:00Z'));
    expect(yearMs).toBe(after('2028-01-01T00:00:00Z'));
  });

  it.each([
    ['0s', 0],
    ['200ms', 200],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['340d', 29_376_000_000],
    ['1y', 31_536_000_000],
    [' 1s ', 1_000],
    ['999999999y', 999_999_999 * yearMs],
  ])('reads %j', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  it.each(
    [
      ['', ' ', 's', '30', '30 s', '-1s', '+1s', '1.5h', '1e3s', '30S', '1w', '1h30m'],
      ['1000000000s', '30s\n30s', '１s', '1constructor'],
    ].flat(),
  )('refuses %j', (text) => {
    expect(parseDurationMs(text)).toBeNull();
  });
});

test.each([
  ['2026-11-15T10:00:00.000Z', 1, '2027-11-15T10:00:00.000Z'],
  ['2024-02-29T23:59:59.999Z', 1, '2025-02-28T23:59:59.999Z'],
  ['2024-02-29T00:00:00.000Z', 4, '2028-02-29T00:00:00.000Z'],
  ['2023-02-28T12:00:00.000Z', 1, '2024-02-28T12:00:00.000Z'],
  ['2026-12-31T23:59:59.000Z', 10, '2036-12-31T23:59:59.000Z'],
])('%s plus %i is %s', (from, years, to) => {
  expect(new Date(addYears(Date.parse(from), years)).toISOString()).toBe(to);
});
