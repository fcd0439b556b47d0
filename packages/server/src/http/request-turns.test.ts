import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestTurns } from './request-turns.ts';

describe('turns of requests', () => {
  let now = 0;
  let begun: string[] = [];
  let turns = new RequestTurns(() => now);
  beforeEach(() => {
    begun = [];
    turns = new RequestTurns(() => now);
  });

  /** A request that takes some time. */
  function arrive(key: string, ms: number): void {
    turns.enter(key, () => {
      begun.push(key);
      now += ms;
    });
  }

  it('all begin at once while there is little to do', () => {
    for (let count = 0; count < 100; count += 1) arrive('a', 0.05);
    expect(begun).toHaveLength(100);
  });

  it('expensive ones begin in later turns, each once', async () => {
    for (let count = 0; count < 30; count += 1) arrive('a', 2);
    const counts = [begun.length];
    while (begun.length < 30) {
      await nextTurn();
      counts.push(begun.length);
    }
    expect(counts).toEqual([5, 13, 21, 29, 30]);
    await nextTurn();
    arrive('a', 2);
    expect(begun).toHaveLength(31);
  });

  it('a key with many requests waits for itself, and new ones do not overtake', async () => {
    for (let count = 0; count < 30; count += 1) arrive('a', 2);
    arrive('b', 2);
    await nextTurn();
    expect(begun.slice(5)).toEqual(['a', 'b', 'a', 'a', 'a', 'a', 'a', 'a']);
    arrive('c', 2);
    expect(begun).toHaveLength(13);
    await nextTurn();
    expect(begun.slice(13)).toContain('c');
  });
});
