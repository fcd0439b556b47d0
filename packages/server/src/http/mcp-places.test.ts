import { describe, expect, it } from 'vitest';
import { McpPlaces } from './mcp-places.ts';

describe('places of calls to /mcp', () => {
  it('are held by one call at a time, and not while the API answers it', async () => {
    const places = new McpPlaces();
    const order: string[] = [];
    const answered = Promise.withResolvers<void>();
    const first = places.run('a', async (place) => {
      order.push('a asks');
      place.leave();
      await answered.promise;
      await place.enter();
      order.push('a ends');
    });
    const second = places.run('b', async () => {
      order.push('b begins');
      await Promise.resolve();
      order.push('b ends');
      answered.resolve();
    });
    await Promise.all([first, second]);
    expect(order).toEqual(['a asks', 'b begins', 'b ends', 'a ends']);
  });

  it('are refused to the 65th call of a workspace, and never to a call that was answered', async () => {
    const places = new McpPlaces();
    const answered = Promise.withResolvers<void>();
    const calls = Array.from({ length: 64 }, () =>
      places.run('a', async (place) => {
        place.leave();
        await answered.promise;
        await place.enter();
        return 'done';
      }),
    );
    const refused = places.run('a', async () => 'begun');
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await places.run('b', async () => 'done')).toBe('done');
    answered.resolve();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['done']));
    expect(await places.run('a', async () => 'done')).toBe('done');
  });

  it('are one for a call that asks the API twice at the same time', async () => {
    const places = new McpPlaces();
    const ask = async (place: { enter(): Promise<void>; leave(): void }) => {
      place.leave();
      await Promise.resolve();
      await place.enter();
    };
    await places.run('a', async (place) => Promise.all([ask(place), ask(place)]));
    expect(await places.run('a', async () => 'done')).toBe('done');
  });

  it('are given back by a call that fails', async () => {
    const places = new McpPlaces();
    const failed = places.run('a', async () => {
      throw new Error('failed');
    });
    await expect(failed).rejects.toThrow('failed');
    expect(await places.run('b', async () => 'done')).toBe('done');
  });
});
