/** Polls a condition until it holds or the time limit is reached, instead of a sleep. */
import { setTimeout as pause } from 'node:timers/promises';

const askEveryMs = 10;

/** Resolves with the first answer that is neither undefined nor false. */
export async function until<T>(
  ask: () => T | false | undefined | Promise<T | false | undefined>,
  limits: { readonly what: () => string; readonly withinMs: number },
): Promise<T> {
  const deadline = performance.now() + limits.withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) {
      throw new Error(`Timed out after ${limits.withinMs} ms waiting for ${limits.what()}`);
    }
    await pause(askEveryMs);
  }
}
