import { expect, it } from 'vitest';
import { Attempts } from './attempts.ts';

function attemptsAt(start: number) {
  let now = start;
  const attempts = new Attempts({ burst: 3, everyMs: 1_000 }, { now: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  return { attempts, pass };
}

it('runs out after a burst and comes back one by one', () => {
  const { attempts, pass } = attemptsAt(0);
  for (let count = 0; count < 3; count += 1) {
    expect(attempts.waitMs('a')).toBe(0);
    attempts.spend('a');
  }
  expect(attempts.waitMs('a')).toBe(1_000);
  expect(attempts.waitMs('b')).toBe(0);
  pass(400);
  expect(attempts.waitMs('a')).toBe(600);
  pass(600);
  expect(attempts.waitMs('a')).toBe(0);
  attempts.spend('a');
  expect(attempts.waitMs('a')).toBe(1_000);
});

it('is full again after a while, and never more than full', () => {
  const { attempts, pass } = attemptsAt(0);
  attempts.spend('a');
  pass(1_000_000);
  for (let count = 0; count < 3; count += 1) attempts.spend('a');
  expect(attempts.waitMs('a')).toBeGreaterThan(0);
});

it('gives back what was right, and forgets', () => {
  const { attempts } = attemptsAt(0);
  for (let count = 0; count < 3; count += 1) attempts.spend('a');
  attempts.giveBack('a');
  expect(attempts.waitMs('a')).toBe(0);
  attempts.spend('a');
  attempts.forget('a');
  expect(attempts.waitMs('a')).toBe(0);
});

it('keeps a bounded number of entries, the latest ones', () => {
  const { attempts } = attemptsAt(0);
  const exhaust = (key: string) => {
    for (let count = 0; count < 3; count += 1) attempts.spend(key);
  };
  exhaust('first');
  for (let count = 0; count < 20_000; count += 1) attempts.spend(`other ${count}`);
  exhaust('last');
  expect(attempts.waitMs('first')).toBe(0);
  expect(attempts.waitMs('last')).toBeGreaterThan(0);
});
