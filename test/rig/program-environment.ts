/** The environment of programs that tests start: nothing of the tester's own, and what makes them start fast. */
import { inject } from 'vitest';
import { shared } from './shared.ts';
import { environmentWith } from './warm-programs.ts';

export async function programEnvironment(): Promise<Readonly<Record<string, string>>> {
  return environmentWith(await shared('program-hook'), inject('temporaryDirectory'));
}
