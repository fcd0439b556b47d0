/** Small periodic chores that need no job: whoever does them first has done them. */
import type { Logger } from 'pino';

export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

/** Returns a function that stops the chores and runs each a last time. */
export function startHousekeeping(chores: readonly Chore[], log: Logger): () => Promise<void> {
  const attempt = async (chore: Chore) => {
    try {
      await chore.run();
    } catch (error) {
      log.warn({ err: error, chore: chore.name }, 'chore failed');
    }
  };
  const timers = chores.map((chore) => setInterval(() => void attempt(chore), chore.everyMs));
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(chores.map(attempt));
  };
}
