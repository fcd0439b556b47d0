import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { restAfter, withRest } from './with-rest.ts';

/** The rests after a piece; others use all turns of the event loop, or none. */
async function restsAfter(workMs: number, { isBusy }: { readonly isBusy: boolean }) {
  const rests: number[] = [];
  let isOver = false;
  const others = () => {
    const endsAt = performance.now() + 0.5;
    while (performance.now() < endsAt);
    if (!isOver) setImmediate(others);
  };
  if (isBusy) setImmediate(others);
  await restAfter(workMs, async (ms) => {
    rests.push(ms);
    await pause(ms);
  });
  isOver = true;
  return rests;
}

describe('a rest after a piece of work', () => {
  it.each([
    [0.2, 1],
    [5, 5],
    [100, 30],
  ])('of %d ms is eight times %d ms while others work', async (workMs, restMs) => {
    expect(await restsAfter(workMs, { isBusy: true })).toEqual(Array(8).fill(restMs));
  });

  it('ends earlier when nothing else is done', async () => {
    const rests = await restsAfter(20, { isBusy: false });
    expect(rests[0]).toBe(20);
    expect(rests.length).toBeLessThan(8);
  });

  it('gives others a turn, however short the piece was', async () => {
    const order: string[] = [];
    for (const piece of ['first', 'second', 'third']) {
      setImmediate(() => order.push('others'));
      await withRest(async () => order.push(piece));
    }
    expect(order).toEqual(['first', 'others', 'second', 'others', 'third', 'others']);
  });

  it('follows a piece that fails, too', async () => {
    let isServed = false;
    setImmediate(() => {
      isServed = true;
    });
    await expect(withRest(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(isServed).toBe(true);
  });
});
