import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TimedTurns } from './timed-turns.ts';

test('what fits into a turn begins, and the rest waits for the next ones', async () => {
  let now = 0;
  const waiting: (() => void)[] = [];
  const pieces = { size: () => waiting.length, take: () => waiting.shift() };
  const turns = new TimedTurns(pieces, { turnMs: 3, startsPerTurn: 64, now: () => now });
  const begun: number[] = [];
  const arrive = async (piece: number) => {
    const begin = async () => {
      begun.push(piece);
      // After a microtask, as a read of the database does.
      await Promise.resolve();
      now += 2;
    };
    if (turns.hasTime() && waiting.length === 0) void begin();
    else waiting.push(begin);
    await Promise.resolve();
  };
  for (let piece = 0; piece < 7; piece += 1) await arrive(piece);
  expect(begun).toEqual([0, 1]);

  const counts: number[] = [];
  while (begun.length < 7) {
    await nextTurn();
    if (begun.length !== counts.at(-1)) counts.push(begun.length);
  }
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(counts).toEqual([2, 4, 6, 7]);

  while (now < 100) {
    now += 1;
    await nextTurn();
  }
  await arrive(7);
  expect(begun.at(-1)).toBe(7);
});

test('no more pieces begin in a turn than it may have', async () => {
  let left = 10;
  let begun = 0;
  const pieces = {
    size: () => left,
    take: () => {
      left -= 1;
      return () => {
        begun += 1;
      };
    },
  };
  const counts: number[] = [];
  const onEnd = () => counts.push(begun);
  const turns = new TimedTurns(pieces, { turnMs: 3, startsPerTurn: 4, onEnd, now: () => 0 });
  expect(turns.hasTime()).toBe(true);
  while (left > 0) await nextTurn();
  await nextTurn();
  expect(counts).toEqual([0, 4, 8, 10]);
});
