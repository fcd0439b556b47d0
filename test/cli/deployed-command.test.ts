/** deploy/hostmaster.sh tells the commands of users from those of operators. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('runs all commands of users as the caller', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const [, block = ''] =
    /userCommands[^[]*\[([^;]+);/.exec(read('packages/server/src/main.ts')) ?? [];
  const names = [...block.matchAll(/\['(\w+)', async/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(read('deploy/hostmaster.sh')).toContain(`  ${names.join(' | ')})\n`);
});
