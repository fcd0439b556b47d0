/** npm test runs the checks and all tests; npm test -- PATH only the tests of that path, at once. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const args = process.argv.slice(2);
const npm = process.env.npm_execpath;

if (npm === undefined) throw new Error('Start it with npm test.');
process.exitCode =
  (args.length === 0 ? run(npm, 'run', 'check') : 0) || run(vitest, 'run', ...args);

function run(script: string, ...scriptArgs: readonly string[]): number {
  const { status } = spawnSync(process.execPath, [script, ...scriptArgs], { stdio: 'inherit' });
  return status ?? 1;
}
