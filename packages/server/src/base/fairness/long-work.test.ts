import { describe, expect, it } from 'vitest';
import { LongWork } from './long-work.ts';

describe('long work', () => {
  it('of one owner is done one after another, that of others beside it', async () => {
    const queue = new LongWork({ waitingMax: 2, placesMax: 2 });
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

  it('is refused when too much of one owner waits', async () => {
    const queue = new LongWork({ waitingMax: 1, placesMax: 2 });
    const gate = Promise.withResolvers<void>();
    const running = queue.run('a', () => gate.promise);
    const waiting = queue.run('a', async () => {});
    await expect(queue.run('a', async () => {})).rejects.toMatchObject({ code: 'rate_limited' });
    gate.resolve();
    await Promise.all([running, waiting]);
    await queue.run('a', async () => {});
  });

  it('of many owners takes turns for the places of the process', async () => {
    const queue = new LongWork({ waitingMax: 3, placesMax: 1 });
    const order: string[] = [];
    const work = (owner: string) => queue.run(owner, async () => order.push(owner));
    await Promise.all([work('a'), work('a'), work('a'), work('b'), work('c')]);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  it('leaves the line with its client', async () => {
    const queue = new LongWork({ waitingMax: 2, placesMax: 1 });
    const gate = Promise.withResolvers<void>();
    const done: string[] = [];
    const running = queue.run('a', () => gate.promise);
    const client = new AbortController();
    const gone = ['a', 'b'].map((owner) =>
      queue.run(owner, async () => done.push('gone'), client.signal),
    );
    const kept = ['a', 'b'].map((owner) => queue.run(owner, async () => done.push(owner)));
    client.abort();
    for (const each of gone) await expect(each).rejects.toThrow();
    const late = queue.run('c', async () => done.push('gone'), client.signal);
    await expect(late).rejects.toThrow();
    gate.resolve();
    await Promise.all([running, ...kept]);
    expect(done.sort()).toEqual(['a', 'b']);
  });
});
