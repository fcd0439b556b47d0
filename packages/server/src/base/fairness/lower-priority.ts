/**
 * Called by a thread that computes: where cores are few, the threads that answer go first. Linux takes
 * the number 0 for the calling thread; elsewhere it is the whole process, which keeps its priority.
 */
import { setPriority } from 'node:os';

const niceness = 5;

export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, niceness);
  } catch {
    // A sandbox may forbid it; the thread then works as fast as the others.
  }
}
