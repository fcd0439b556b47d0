import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('others get a turn after each slice, whatever an item costs', async () => {
  let nowMs = 0;
  let turns = 0;
  let isWorking = true;
  const count = () => {
    turns += 1;
    if (isWorking) setImmediate(count);
  };
  setImmediate(count);
  const pace = new Pace({ now: () => nowMs });
  let waits = 0;
  for (let item = 0; item < 16; item += 1) {
    nowMs += 0.25;
    const wait = pace.step();
    if (wait === undefined) continue;
    waits += 1;
    await wait;
  }
  isWorking = false;
  expect(waits).toBe(8);
  expect(turns).toBeGreaterThanOrEqual(8);
});

test.each([
  { others: 'nothing else runs', otherMs: 0, rests: 20 },
  { others: 'others are served in between', otherMs: 0.2, rests: 100 },
])('100 slices rest $rests times while $others', async ({ otherMs, rests }) => {
  let nowMs = 0;
  let restCount = 0;
  const rest = async () => {
    restCount += 1;
  };
  const pace = new Pace({ now: () => nowMs, rest });
  for (let slice = 0; slice < 100; slice += 1) {
    nowMs += 0.5;
    setImmediate(() => {
      nowMs += otherMs;
    });
    await pace.step();
  }
  expect(restCount).toBe(rests);
});
