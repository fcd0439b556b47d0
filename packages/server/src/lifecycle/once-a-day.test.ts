import { dayMs } from '@hostmaster/contract/durations';
import { expect, it } from 'vitest';
import { endOfDay } from './end-of-day.ts';
import { OnceADay } from './once-a-day.ts';

const midnight = Date.UTC(2030, 4, 17);

it('a day ends with its last millisecond, in UTC', () => {
  expect(endOfDay(midnight - 1)).toBe(midnight - 1);
  expect(endOfDay(midnight)).toBe(midnight + dayMs - 1);
});

it('what was noted is done until the day ends', () => {
  const told = new OnceADay();
  expect(told.isDone('a', midnight - 10)).toBe(false);
  told.note('a', midnight - 10);
  expect(told.isDone('a', midnight - 1)).toBe(true);
  expect(told.isDone('b', midnight - 1)).toBe(false);
  expect(told.isDone('a', midnight)).toBe(false);
});
