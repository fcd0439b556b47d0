import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Loop, type LoopOptions } from './loop.ts';

let loop: Loop;
let runs: number[];
let gate: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  runs = [];
  gate = Promise.resolve();
});

afterEach(async () => {
  const stopped = loop.stop();
  await vi.runAllTimersAsync();
  await stopped;
  vi.useRealTimers();
});

/** Notes when each run begins; a run lasts as long as `gate`. */
function startLoop(options: Partial<LoopOptions> = {}): void {
  const startedAt = performance.now();
  loop = new Loop({
    restMs: 100,
    onError: () => {},
    run: async () => {
      runs.push(performance.now() - startedAt);
      await gate;
    },
    ...options,
  });
  loop.start();
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('runs at once and then after each rest', async () => {
  startLoop();
  await pass(250);
  expect(runs).toEqual([0, 100, 200]);
});

it('rests first where that is wanted', async () => {
  startLoop({ restsFirst: true });
  await pass(250);
  expect(runs).toEqual([100, 200]);
});

it('asks for the length of each rest', async () => {
  let restMs = 10;
  startLoop({
    restMs: () => {
      restMs *= 2;
      return restMs;
    },
  });
  await pass(100);
  expect(runs).toEqual([0, 20, 60]);
});

it('ends a rest when woken', async () => {
  startLoop();
  await pass(30);
  loop.wake();
  await pass(100);
  expect(runs).toEqual([0, 30, 130]);
});

it('gathers wakes: the earliest decides, later ones do not put it off', async () => {
  startLoop();
  await pass(10);
  loop.wake(50);
  await pass(5);
  loop.wake(20);
  await pass(5);
  loop.wake(20);
  await pass(30);
  expect(runs).toEqual([0, 35]);
});

it('a wake during a run leads to exactly one more run, and never to two at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  startLoop();
  await pass(10);
  loop.wake();
  loop.wake();
  await pass(10);
  expect(runs).toEqual([0]);
  gate = Promise.resolve();
  resolve();
  await pass(50);
  expect(runs).toEqual([0, 20]);
});

it('goes on after an error', async () => {
  const errors: unknown[] = [];
  startLoop({
    run: () => {
      runs.push(0);
      return Promise.reject(new Error(`run ${runs.length}`));
    },
    onError: (error) => errors.push(error),
  });
  await pass(100);
  expect(errors).toEqual([new Error('run 1'), new Error('run 2')]);
});

it('stops after the run under way, and does not start again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  startLoop();
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  loop.wake();
  await pass(10);
  expect(loop.isStopping).toBe(true);
  expect(isStopped).toBe(false);
  resolve();
  await stopped;
  await pass(1_000);
  expect(runs).toEqual([0]);
});

it('stops during a rest without waiting for its end', async () => {
  startLoop();
  await pass(10);
  await loop.stop();
  expect(runs).toEqual([0]);
});

it('finishes with a last run', async () => {
  startLoop({ restsFirst: true });
  await pass(10);
  await loop.finish();
  await pass(1_000);
  expect(runs).toEqual([10]);
});
