/**
 * Called by a thread that computes: where cores are few, the threads that answer go first. Linux takes
 * the number 0 for the calling thread; elsewhere it is the whole process, which keeps its priority.
 */
import { getPriority, setPriority } from 'node:os';

const lowerBy = 5;
const lowestPriority = 19;

export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // Above the own one it would be refused, or go before the threads that answer.
    setPriority(0, Math.min(getPriority(0) + lowerBy, lowestPriority));
  } catch {
    // A sandbox may forbid it; the thread then works as fast as the others.
  }
}
