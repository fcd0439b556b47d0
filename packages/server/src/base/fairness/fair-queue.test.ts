import fc from 'fast-check';
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

test('it takes what an ordered map of lines takes, whatever is added and removed', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(3)), { maxLength: 60 }), (steps) => {
      const queue = new FairQueue<number>();
      let lines: (readonly [string, number[]])[] = [];
      for (const [at, [action, of]] of steps.entries()) {
        const key = `key ${of}`;
        const line = lines.find(([each]) => each === key)?.[1];
        if (action < 3) {
          queue.add(key, at);
          if (line === undefined) lines.push([key, [at]]);
          else line.push(at);
        } else if (action === 3) {
          const item = line?.at(-1) ?? -1;
          expect(queue.remove(key, item)).toBe(line !== undefined);
          line?.pop();
        } else {
          const [first, ...others] = lines;
          expect(queue.take()).toBe(first?.[1].shift());
          lines = first === undefined ? [] : [...others, first];
        }
        lines = lines.filter(([, items]) => items.length > 0);
        expect(queue.keyCount).toBe(lines.length);
        expect(queue.countOf(key)).toBe(lines.find(([each]) => each === key)?.[1].length ?? 0);
      }
    }),
  );
});
