import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PeerQueue } from './peer-queue.ts';

let queue: PeerQueue<string>;
/** What is in flight, by zone. */
let open: Map<string, () => void>;
let sent: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  open = new Map();
  sent = [];
  queue = new PeerQueue({
    clock: { now: () => Date.now() },
    inFlightMax: 2,
    waitingMax: 3,
    send: (zone, task) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      expect(open.has(zone), `${zone} is in flight`).toBe(false);
      open.set(zone, resolve);
      sent.push(`${zone} ${task} at ${Date.now()}`);
      return promise;
    },
  });
});

afterEach(() => {
  queue.stop();
  vi.useRealTimers();
});

async function answer(zone: string): Promise<void> {
  open.get(zone)?.();
  open.delete(zone);
  await vi.advanceTimersByTimeAsync(0);
}

it('sends at once, several zones at a time', async () => {
  for (const zone of ['a', 'b', 'c']) queue.put(zone, 'x');
  expect(sent).toEqual(['a x at 0', 'b x at 0']);
  await answer('a');
  expect(sent).toEqual(['a x at 0', 'b x at 0', 'c x at 0']);
});

it('has one message of a zone in flight; the last task put meanwhile follows', async () => {
  queue.put('a', 'first');
  queue.put('a', 'second');
  queue.put('a', 'third');
  expect(queue.find('a')).toEqual({ task: 'third', notBefore: 0 });
  expect(sent).toHaveLength(1);
  await answer('a');
  expect(sent).toEqual(['a first at 0', 'a third at 0']);
  expect(queue.find('a')).toBeUndefined();
});

it('sends no task before its time', async () => {
  queue.put('late', 'x', 500);
  queue.put('soon', 'x', 100);
  await vi.advanceTimersByTimeAsync(499);
  expect(sent).toEqual(['soon x at 100']);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['soon x at 100', 'late x at 500']);
});

it('tries one zone at a time while the peer is silent, after a quiet time', async () => {
  queue.put('a', 'x');
  queue.noteSilence(1_000);
  expect(queue.isQuiet).toBe(true);
  queue.put('b', 'x');
  queue.put('c', 'x');
  await answer('a');
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toEqual(['a x at 0']);
  await vi.advanceTimersByTimeAsync(1);
  expect(queue.isQuiet).toBe(false);
  expect(sent).toEqual(['a x at 0', 'b x at 1000']);
  queue.put('d', 'x');
  queue.noteAnswer();
  await answer('b');
  expect(sent.slice(2)).toEqual(['c x at 1000', 'd x at 1000']);
});

it('drops what is too much, but replaces what waits', () => {
  queue.noteSilence(1_000);
  for (const zone of ['a', 'b', 'c', 'd']) queue.put(zone, 'x');
  queue.put('a', 'y');
  expect(queue.find('d')).toBeUndefined();
  expect(queue.find('a')).toMatchObject({ task: 'y' });
});

it('returns and removes the waiting tasks that match', () => {
  queue.noteSilence(1_000);
  queue.put('a', 'once');
  queue.put('b', 'often');
  expect(queue.remove((task) => task === 'once')).toEqual(['once']);
  expect(queue.find('a')).toBeUndefined();
  expect(queue.find('b')).toMatchObject({ task: 'often' });
});

it('drains what is in flight, and sends nothing once stopped', async () => {
  queue.put('a', 'x');
  let isDrained = false;
  const drained = queue.drain().then(() => {
    isDrained = true;
  });
  queue.put('a', 'y', 50);
  queue.stop();
  await vi.advanceTimersByTimeAsync(100);
  expect(isDrained).toBe(false);
  await answer('a');
  await drained;
  expect(sent).toEqual(['a x at 0']);
});
