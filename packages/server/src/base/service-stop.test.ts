import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ServiceStop } from './service-stop.ts';

it('ends repeatable calls at once, and all others after the grace', async () => {
  const stop = new ServiceStop();
  expect([stop.begun.aborted, stop.overdue.aborted]).toEqual([false, false]);
  stop.begin(5);
  expect([stop.begun.aborted, stop.overdue.aborted]).toEqual([true, false]);
  await once(stop.overdue, 'abort');
});

it('waits for no grace when everything has ended', () => {
  const stop = new ServiceStop();
  stop.begin(60_000);
  stop.end();
  expect(stop.overdue.aborted).toBe(true);
});
