/**
 * One piece of long work, and then a rest in which the requests of others have their turn: as long as the
 * piece, and again while they use much of that time. Long work gets what others leave, and goes on slowly
 * when they leave nothing.
 */
import { setTimeout as pause, setImmediate as takeTurn } from 'node:timers/promises';

/** Timers take no less: alone, a shorter piece is followed by a turn of the event loop only. */
const restMsMin = 1;
const restMsMax = 30;
const restsMax = 8;
/** A turn in which nothing else is done takes less. */
const emptyTurnMs = 0.1;
/** The part of a rest that others may use before it is repeated. */
const busyShare = 0.25;

export async function withRest<T>(piece: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await piece();
  } finally {
    await restAfter(performance.now() - startedAt);
  }
}

export async function restAfter(
  workMs: number,
  rest: (ms: number) => Promise<unknown> = pause,
): Promise<void> {
  const endedAt = performance.now();
  await takeTurn();
  if (workMs < restMsMin && performance.now() - endedAt < emptyTurnMs) return;
  const restMs = Math.min(Math.max(workMs, restMsMin), restMsMax);
  for (let rests = 0; rests < restsMax; rests += 1) {
    const before = performance.eventLoopUtilization();
    await rest(restMs);
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}
