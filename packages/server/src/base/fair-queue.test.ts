import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

test('keys take turns, and items of one key keep their order', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item.charAt(0), item);
  expect([queue.keyCount, queue.countOf('a'), queue.countOf('x')]).toEqual([3, 3, 0]);
  const taken = [queue.take(), queue.take(), queue.take(), queue.take()];
  queue.add('c', 'c2');
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'c2']);
  expect(queue.keyCount).toBe(0);
});
