import { expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

it('starts the next item when any ends, and keeps the order of results', async () => {
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  const done = inParallel([0, 1, 2, 3], 2, async (item) => {
    started.push(item);
    await new Promise<void>((resolve) => ends.set(item, resolve));
    return item * 10;
  });
  const end = async (item: number) => {
    ends.get(item)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  expect(started).toEqual([0, 1]);
  await end(1);
  expect(started).toEqual([0, 1, 2]);
  await end(2);
  await end(3);
  expect(started).toEqual([0, 1, 2, 3]);
  await end(0);
  expect(await done).toEqual([0, 10, 20, 30]);
});

it('fails with the first error', async () => {
  const failing = inParallel([1, 2], 1, async (item) => {
    throw new Error(`item ${item}`);
  });
  await expect(failing).rejects.toThrow('item 1');
});
