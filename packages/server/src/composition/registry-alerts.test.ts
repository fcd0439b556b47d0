import { expect, it } from 'vitest';
import { QueueWatch } from './registry-alerts.ts';

function looks(...lengths: readonly number[]): (number | null)[] {
  let waiting = 0;
  const queue = new QueueWatch(() => ({ waiting }));
  return lengths.map((length) => {
    waiting = length;
    return queue.look();
  });
}

it('a queue grows when it was longer at each of three looks', () => {
  expect(looks(10, 20, 30, 40, 40, 50)).toEqual([null, null, 30, 40, null, null]);
});

it('a short queue is no matter, however it changes', () => {
  expect(looks(1, 2, 3, 4, 19)).toEqual([null, null, null, null, null]);
});
