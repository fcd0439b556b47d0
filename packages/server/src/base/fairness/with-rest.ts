/**
 * One piece of long work, and then a rest in which the requests of others have their turn: as long as the
 * piece, and again while they use much of that time. Long work gets what others leave, and a ninth of the time
 * when they leave nothing.
 */
import { setTimeout as pause, setImmediate as takeTurn } from 'node:timers/promises';

/** Timers take no less: alone, a shorter piece is followed by a turn of the event loop only. */
const restMsMin = 1;
const restMsMax = 30;
const restsMax = 8;
/** All rests after a piece, as a multiple of it; more than that only where a timer takes longer. */
const restFactorMax = 8;
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

interface RestOptions {
  readonly rest?: (ms: number) => Promise<unknown>;
  /** Whether a piece of another owner waits for the end: it does not pay for the long rest of the first one. */
  readonly isAwaited?: () => boolean;
}

export async function restAfter(
  workMs: number,
  { rest = pause, isAwaited = () => false }: RestOptions = {},
): Promise<void> {
  const endedAt = performance.now();
  await takeTurn();
  const wasTurnEmpty = performance.now() - endedAt < emptyTurnMs;
  if (workMs < restMsMin && (wasTurnEmpty || isAwaited())) return;
  const restMs = Math.min(Math.max(workMs, restMsMin), restMsMax);
  const inAllMs = workMs * restFactorMax;
  for (let rests = 0; rests < restsMax && rests * restMs < inAllMs; rests += 1) {
    const before = performance.eventLoopUtilization();
    await rest(restMs);
    if (isAwaited() || performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}
