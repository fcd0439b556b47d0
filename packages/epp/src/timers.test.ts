/**
 * setTimeout fires at once for delays above 2^31 - 1 ms; the system timers must not.
 */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemTimers } from './timers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an endless delay does not fire at once', () => {
  const callback = vi.fn();
  const cancel = systemTimers.after(Number.POSITIVE_INFINITY, callback);
  vi.advanceTimersByTime(2 ** 31 - 2);
  expect(callback).not.toHaveBeenCalled();
  cancel();
  vi.advanceTimersByTime(10);
  expect(callback).not.toHaveBeenCalled();
});

test('a delay fires once, when it is over', () => {
  const callback = vi.fn();
  systemTimers.after(100, callback);
  vi.advanceTimersByTime(99);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(callback).toHaveBeenCalledTimes(1);
});
