/**
 * The CPU time of the longest turn of the event loop while something runs in this process. A turn in which
 * others wait is found whatever else the machine does, which a clock would count too.
 */
import { threadCpuMs } from './cpu-time.ts';

export async function longestTurn<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly turnMs: number }> {
  let longest = 0;
  let isOver = false;
  let last = threadCpuMs();
  const turn = () => {
    const now = threadCpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    return { result: await work(), turnMs: longest };
  } finally {
    isOver = true;
  }
}
