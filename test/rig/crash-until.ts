/** Asks for a condition until it holds or the time limit is reached, instead of a sleep. */
import { setTimeout as pause } from 'node:timers/promises';

/** A question is often a request to the service, which costs more than the answer is worth early. */
const waitMs = { first: 5, factor: 1.3, max: 50 };

/** Resolves with the first answer that is neither undefined nor false. */
export async function until<T>(
  ask: () => T | false | undefined | Promise<T | false | undefined>,
  limits: { readonly what: () => string; readonly withinMs: number },
): Promise<T> {
  const deadline = performance.now() + limits.withinMs;
  for (let nextMs = waitMs.first; ; nextMs = Math.min(nextMs * waitMs.factor, waitMs.max)) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) {
      throw new Error(`Timed out after ${limits.withinMs} ms waiting for ${limits.what()}`);
    }
    await pause(nextMs);
  }
}
