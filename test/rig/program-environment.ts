/** The environment of programs that tests start: nothing of the tester's own, and what makes them start fast. */
import { join } from 'node:path';
import { inject } from 'vitest';
import { shared } from './shared.ts';

export async function programEnvironment(): Promise<Readonly<Record<string, string>>> {
  return {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: join(inject('temporaryDirectory'), 'compile-cache'),
    NODE_OPTIONS: `--import=${await shared('program-hook')}`,
  };
}
