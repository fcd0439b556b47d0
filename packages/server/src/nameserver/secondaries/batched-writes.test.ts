import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BatchedWrites } from './batched-writes.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('writes the first values soon, and then once a second however many arrive', async () => {
  const batches: (readonly number[])[] = [];
  const writes: BatchedWrites<number> = new BatchedWrites({
    waitMs: 100,
    write: async (batch) => {
      batches.push(batch);
      // Values that arrive during a write.
      for (let value = 0; value < 3; value += 1) writes.put(`during ${value}`, value);
      await nextTurn();
    },
  });
  writes.put('a', 1);
  writes.put('a', 2);
  writes.put('b', 3);
  await vi.advanceTimersByTimeAsync(99);
  expect(batches).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches).toEqual([[2, 3]]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(batches).toEqual([
    [2, 3],
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

it('writes at most 500 values in one transaction', async () => {
  const sizes: number[] = [];
  const writes = new BatchedWrites<number>({
    waitMs: 100,
    write: async (batch) => {
      sizes.push(batch.length);
    },
  });
  for (let value = 0; value < 1_200; value += 1) writes.put(String(value), value);
  await writes.flush();
  expect(sizes).toEqual([500, 500, 200]);
});
