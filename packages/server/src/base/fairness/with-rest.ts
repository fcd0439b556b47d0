/**
 * One piece of long work, and then a rest in which the requests of others have their turn: as long as the
 * piece took, and several times as long when others were served right after it.
 */
import { setTimeout as pause, setImmediate as takeTurn } from 'node:timers/promises';

const busyFactor = 3;
const restMsMax = 30;
/** What is shorter needs no rest: a timer would take longer. */
const restMsMin = 1;
/** A turn in which nothing else is done takes less. */
const emptyTurnMs = 0.1;

export async function withRest<T>(piece: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await piece();
  } finally {
    await rest(performance.now() - startedAt);
  }
}

async function rest(ms: number): Promise<void> {
  if (ms <= restMsMin) return;
  const endedAt = performance.now();
  await takeTurn();
  const isBusy = performance.now() - endedAt > emptyTurnMs;
  await pause(Math.min(isBusy ? ms * busyFactor : ms, restMsMax));
}
