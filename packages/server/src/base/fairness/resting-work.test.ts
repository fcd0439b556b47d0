import { describe, expect, it } from 'vitest';
import { RestingWork } from './resting-work.ts';

/** Keeps the event loop busy, as the work that this is for does. */
function compute(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

describe('resting work', () => {
  it('rests as long as a piece took before the next one; the result does not wait for it', async () => {
    const work = new RestingWork({ waitingMax: 10 });
    const ends: number[] = [];
    const piece = async () => {
      compute(20);
      ends.push(performance.now());
    };
    const first = work.run('a', piece);
    const second = work.run('b', piece);
    await first;
    expect(performance.now() - (ends[0] ?? 0)).toBeLessThan(15);
    await second;
    // 20 of rest and 20 of work; timers may be early by a millisecond.
    expect((ends[1] ?? 0) - (ends[0] ?? 0)).toBeGreaterThanOrEqual(38);
  });

  it('rests shorter while another owner waits, however busy the process is', async () => {
    const work = new RestingWork({ waitingMax: 10 });
    let isOver = false;
    const others = () => {
      compute(0.5);
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    const timeOf = async (owners: readonly string[]) => {
      const startedAt = performance.now();
      await Promise.all(owners.map((owner) => work.run(owner, () => compute(5))));
      return performance.now() - startedAt;
    };
    const ofOne = await timeOf(['a', 'a', 'a']);
    const ofThree = await timeOf(['a', 'b', 'c']);
    isOver = true;
    expect(ofThree).toBeLessThan(ofOne / 2);
  });

  it('of many owners takes turns, and goes on after a failure', async () => {
    const work = new RestingWork({ waitingMax: 10 });
    const order: string[] = [];
    const failed = work.run('a', () => {
      throw new Error('failed');
    });
    const rest = ['a', 'a', 'b'].map((owner) => work.run(owner, () => order.push(owner)));
    await expect(failed).rejects.toThrow('failed');
    await Promise.all(rest);
    expect(order).toEqual(['b', 'a', 'a']);
  });

  it('is refused when too much of one owner waits', async () => {
    const work = new RestingWork({ waitingMax: 1 });
    const gate = Promise.withResolvers<void>();
    const running = work.run('a', () => gate.promise);
    const waiting = work.run('a', () => 'done');
    await expect(work.run('a', () => 'refused')).rejects.toMatchObject({ code: 'rate_limited' });
    gate.resolve();
    await running;
    expect(await waiting).toBe('done');
  });
});
