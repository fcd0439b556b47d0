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
  function arrive(key: string, ms: number, line: Parameters<RequestTurns['enter']>[0] = 'arrived') {
    const [group = '', inner = ''] = key.split(' ');
    turns.enter(line, { group, key: inner }, () => {
      begun.push(key);
      now += ms;
    });
  }

  /** The turn in which the last ones began has ended. */
  async function untilIdle(): Promise<void> {
    await nextTurn();
    await nextTurn();
  }

  async function untilAllBegan(count: number): Promise<void> {
    while (begun.length < count) await nextTurn();
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
    expect(new Set(counts)).toEqual(new Set([3, 6, 9, 12, 15, 18, 21, 24, 27, 30]));
    await untilIdle();
    arrive('a', 2);
    expect(begun).toHaveLength(31);
  });

  it('one with many requests waits for itself, and the first one of another begins at once', async () => {
    for (let count = 0; count < 30; count += 1) arrive('a', 2);
    for (let count = 0; count < 3; count += 1) arrive('b', 2);
    expect(begun).toEqual(['a', 'a', 'a', 'b']);
    await untilAllBegan(7);
    expect(begun.slice(4)).toEqual(['a', 'b', 'a']);
    arrive('b', 2);
    expect(begun).toHaveLength(7);
    arrive('c', 2);
    expect(begun).toHaveLength(8);
    await untilAllBegan(35);
    expect(begun.slice(8, 11)).toEqual(['b', 'a', 'b']);
  });

  it('of many others eight begin at once, and all in the next turns', async () => {
    for (let count = 0; count < 30; count += 1) arrive('a', 2);
    for (let other = 0; other < 20; other += 1) arrive(`b${other}`, 2);
    expect(begun).toHaveLength(3 + 8);
    await untilAllBegan(30);
    expect(new Set(begun.slice(11, 35)).size).toBeGreaterThanOrEqual(12);
    await untilAllBegan(50);
  });

  it('hole 12: keys that a network claims to have share the turns of that network', async () => {
    for (let count = 0; count < 30; count += 1) arrive(`a ${count}`, 2);
    arrive('b 1', 2);
    expect(begun).toEqual(['a 0', 'a 1', 'a 2', 'b 1']);
    arrive('b 2', 2);
    await untilAllBegan(32);
    expect(begun.slice(4, 6)).toEqual(['a 3', 'b 2']);
  });

  it('hole 12: within a network each key has its turn', async () => {
    for (let count = 0; count < 30; count += 1) arrive('a 1', 2);
    arrive('a 2', 2);
    await untilAllBegan(31);
    expect(begun.slice(3, 5)).toEqual(['a 1', 'a 2']);
  });

  it('what a waiting one does at once counts before the next one begins', async () => {
    arrive('a', 5);
    const begin = () => {
      begun.push('b');
      // After its first read from the store.
      queueMicrotask(() => {
        now += 3;
      });
    };
    for (let i = 0; i < 9; i += 1) turns.enter('arrived', { group: 'a', key: '' }, begin);
    await untilAllBegan(2);
    expect(begun).toEqual(['a', 'b', 'b']);
    await untilAllBegan(10);
  });

  it('sign-in does not wait behind other requests', async () => {
    for (let count = 0; count < 100; count += 1) arrive('a', 2);
    for (let count = 0; count < 100; count += 1) arrive('a', 2, 'authenticated');
    arrive('person', 2, 'sign-in');
    await untilAllBegan(9);
    expect(begun).toContain('person');
    await untilAllBegan(201);
  });
});
