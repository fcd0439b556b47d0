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
  const pace = new Pace(() => nowMs);
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
