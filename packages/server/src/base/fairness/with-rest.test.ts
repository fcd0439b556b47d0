import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { restAfter, withRest } from './with-rest.ts';

/** The rests after a piece; others use all turns of the event loop, or none. */
async function restsAfter(
  workMs: number,
  { isBusy, isAwaited = () => false }: { readonly isBusy: boolean; isAwaited?(): boolean },
) {
  const rests: number[] = [];
  let isOver = false;
  const others = () => {
    const endsAt = performance.now() + 0.5;
    while (performance.now() < endsAt);
    if (!isOver) setImmediate(others);
  };
  if (isBusy) setImmediate(others);
  const rest = async (ms: number) => {
    rests.push(ms);
    await pause(ms);
  };
  await restAfter(workMs, { rest, isAwaited });
  isOver = true;
  return rests;
}

describe('a rest after a piece of work', () => {
  it.each([
    [0.05, 1, 1],
    [0.2, 2, 1],
    [0.9, 8, 1],
    [5, 8, 5],
    [100, 8, 30],
  ])('of %d ms is %d times %d ms while others work', async (workMs, times, restMs) => {
    expect(await restsAfter(workMs, { isBusy: true })).toEqual(Array(times).fill(restMs));
  });

  it.each([
    [0.2, []],
    [5, [5]],
    [100, [30]],
  ])('of %d ms is short when another owner waits', async (workMs, rests) => {
    expect(await restsAfter(workMs, { isBusy: true, isAwaited: () => true })).toEqual(rests);
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
