import { dayMs } from '@hostmaster/contract/durations';
import { expect, it } from 'vitest';
import { endOfDay } from './end-of-day.ts';
import { HandledToday } from './handled-today.ts';

const midnight = Date.UTC(2030, 4, 17);

it('a day ends with its last millisecond, in UTC', () => {
  expect(endOfDay(midnight - 1)).toBe(midnight - 1);
  expect(endOfDay(midnight)).toBe(midnight + dayMs - 1);
});

it('a subject is done until the day ends', () => {
  const today = new HandledToday();
  expect(today.isDone('a', midnight - 10)).toBe(false);
  today.add('a', midnight - 10);
  expect(today.isDone('a', midnight - 1)).toBe(true);
  expect(today.isDone('b', midnight - 1)).toBe(false);
  expect(today.isDone('a', midnight)).toBe(false);
});
