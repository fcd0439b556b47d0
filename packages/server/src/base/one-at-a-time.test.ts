import { expect, it } from 'vitest';
import { OneAtATime } from './one-at-a-time.ts';

it('hole 2: works of one owner run one after another, those of others beside them', async () => {
  const queue = new OneAtATime(2);
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue.run('a', async () => {
    order.push('a1');
    await gate.promise;
    throw new Error('failed');
  });
  const second = queue.run('a', async () => order.push('a2'));
  await queue.run('b', async () => order.push('b1'));
  expect(order).toEqual(['a1', 'b1']);
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(order).toEqual(['a1', 'b1', 'a2']);
});

it('hole 2: refuses when too many wait', async () => {
  const queue = new OneAtATime(1);
  const gate = Promise.withResolvers<void>();
  const running = queue.run('a', () => gate.promise);
  const waiting = queue.run('a', async () => {});
  await expect(queue.run('a', async () => {})).rejects.toMatchObject({ code: 'rate_limited' });
  gate.resolve();
  await Promise.all([running, waiting]);
  await queue.run('a', async () => {});
});
