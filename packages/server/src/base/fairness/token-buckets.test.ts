import { expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

function openBuckets(keysMax = 100) {
  let now = 0;
  const limit = { burst: 3, everyMs: 1_000, keysMax };
  const buckets = new TokenBuckets(limit, { now: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  const exhaust = (key: string) => {
    for (let count = 0; count < 3; count += 1) buckets.take(key);
  };
  return { buckets, pass, exhaust };
}

it('are empty after a burst and refill at a steady rate, each key for itself', () => {
  const { buckets, pass } = openBuckets();
  for (const left of [2, 1, 0]) {
    expect(buckets.waitMs('a')).toBe(0);
    expect(buckets.take('a')).toEqual({ isTaken: true, left, refusals: 0 });
  }
  expect(buckets.waitMs('a')).toBe(1_000);
  expect(buckets.waitMs('b')).toBe(0);
  pass(400);
  expect(buckets.waitMs('a')).toBe(600);
  pass(600);
  expect(buckets.waitMs('a')).toBe(0);
  expect(buckets.take('a')).toMatchObject({ isTaken: true, left: 0 });
  expect(buckets.waitMs('a')).toBe(1_000);
});

it('refuse without losing what has been refilled, and count refusals until the next take', () => {
  const { buckets, pass, exhaust } = openBuckets();
  exhaust('a');
  for (const refusals of [1, 2, 3, 4]) {
    expect(buckets.take('a')).toMatchObject({ isTaken: false, refusals });
    pass(250);
  }
  expect(buckets.take('a')).toEqual({ isTaken: true, left: 0, refusals: 0 });
  expect(buckets.take('a')).toMatchObject({ isTaken: false, refusals: 1 });
});

it('are full again after a while, and never more than full', () => {
  const { buckets, pass, exhaust } = openBuckets();
  buckets.take('a');
  pass(1_000_000);
  exhaust('a');
  expect(buckets.waitMs('a')).toBe(1_000);
});

it('take back a token, up to the burst, and forget a key', () => {
  const { buckets, exhaust } = openBuckets();
  exhaust('a');
  buckets.giveBack('a');
  expect(buckets.waitMs('a')).toBe(0);
  expect(buckets.take('a')).toMatchObject({ left: 0 });
  for (let count = 0; count < 9; count += 1) buckets.giveBack('a');
  expect(buckets.take('a')).toMatchObject({ left: 2 });
  exhaust('a');
  buckets.forget('a');
  expect(buckets.take('a')).toMatchObject({ left: 2 });
});

it('keep a bounded number of keys, those used last', () => {
  const { buckets, exhaust } = openBuckets(2);
  exhaust('first');
  exhaust('second');
  buckets.take('first');
  buckets.take('third');
  expect(buckets.waitMs('first')).toBe(1_000);
  expect(buckets.waitMs('second')).toBe(0);
});

it('do not run backwards with the clock', () => {
  const { buckets, pass, exhaust } = openBuckets();
  exhaust('a');
  pass(-5_000);
  expect(buckets.waitMs('a')).toBe(1_000);
});
