/** Memory that is in use, without what the next collection would free. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const measureEveryMs = 10;

/**
 * The most memory that was in use during the work beyond what was before. A collection takes a tenth
 * of a second, so there is one only where the bound is passed with garbage.
 */
export async function memoryOf<T>(
  work: () => Promise<T>,
  { bytesMax }: { readonly bytesMax: number },
): Promise<{ readonly grownBytes: number; readonly result: T }> {
  collectGarbage();
  const before = bytesHeld();
  let most = before;
  const sampling = setInterval(() => {
    if (bytesHeld() - before > bytesMax) collectGarbage();
    most = Math.max(most, bytesHeld());
  }, measureEveryMs);
  try {
    const result = await work();
    return { result, grownBytes: most - before };
  } finally {
    clearInterval(sampling);
  }
}

function bytesHeld(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
