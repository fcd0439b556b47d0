/** When a failed delivery is tried again. */
import { hourMs, minuteMs, secondMs } from '@hostmaster/contract/durations';
import type { RandomSource } from '../base/random.ts';

const stepsMs = [
  5 * secondMs,
  20 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;
/** Receivers that failed together are not tried again together. */
const spread = 0.2;

/** The first attempt and one after each step. */
export const attemptsMax = stepsMs.length + 1;

/** After this many attempts; null when there is no further one. */
export function retryDelayMs(attempts: number, random: RandomSource): number | null {
  const stepMs = stepsMs[attempts - 1];
  if (stepMs === undefined) return null;
  const rangeMs = Math.round(stepMs * spread);
  return stepMs - rangeMs + random.below(2 * rangeMs + 1);
}
