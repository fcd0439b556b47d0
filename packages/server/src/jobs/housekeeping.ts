/** Small periodic chores that need no job: several processes may do them at once. */
import type { Logger } from 'pino';
import { Loop } from '../base/loop.ts';

export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

/** Returns a function that stops the chores and runs each a last time. */
export function startHousekeeping(chores: readonly Chore[], log: Logger): () => Promise<void> {
  const loops = chores.map(
    (chore) =>
      new Loop({
        run: () => chore.run(),
        restMs: chore.everyMs,
        restsFirst: true,
        onError: (error) => log.warn({ err: error, chore: chore.name }, 'chore failed'),
      }),
  );
  for (const loop of loops) loop.start();
  return async () => {
    await Promise.all(loops.map((loop) => loop.finish()));
  };
}
