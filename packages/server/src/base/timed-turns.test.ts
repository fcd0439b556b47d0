import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TimedTurns } from './timed-turns.ts';

describe('timed turns', () => {
  it('begin what fits into a turn, in order, and the rest in the next ones', async () => {
    let now = 0;
    const turns = new TimedTurns(() => now);
    const begun: number[] = [];
    for (let piece = 0; piece < 7; piece += 1) {
      turns.add(async () => {
        begun.push(piece);
        // After a microtask, as a read of the database does.
        await Promise.resolve();
        now += 2;
      });
    }
    expect(begun).toEqual([]);
    // The first turn begins with one piece: the others arrived after it was scheduled.
    const counts: number[] = [];
    while (begun.length < 7) {
      await nextTurn();
      counts.push(begun.length);
    }
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(counts).toEqual([1, 3, 5, 7]);
    turns.add(() => begun.push(7));
    await nextTurn();
    expect(begun.at(-1)).toBe(7);
  });
});
