import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DueHeap } from './due-heap.ts';

it('gives items back by time, equal times in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (times) => {
      const heap = new DueHeap<number>();
      for (const [index, dueAt] of times.entries()) heap.add(index, dueAt);
      const taken: { dueAt: number; item: number }[] = [];
      for (let first = heap.first; first !== undefined; first = heap.first) {
        taken.push({ dueAt: first.dueAt, item: first.item });
        heap.removeFirst();
      }
      const expected = times
        .map((dueAt, item) => ({ dueAt, item }))
        .sort((a, b) => a.dueAt - b.dueAt);
      expect(taken).toEqual(expected);
    }),
  );
});
