/**
 * npm test runs all tests and, beside them, the checks; npm test -- PATH only the tests of that path.
 * The checks are silent until they end. When they fail, the tests are stopped.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reporters, reportPath } from './test-report.ts';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const args = process.argv.slice(2);
const npm = process.env.npm_execpath;
if (npm === undefined) throw new Error('Start it with npm test.');

rmSync(reportPath, { force: true });
const tests = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], { stdio: 'inherit' });
const tested = codeOf(tests);
const checked = args.length === 0 ? check(npm) : 0;
process.exitCode = (await checked) || (await tested);

async function check(npmScript: string): Promise<number> {
  const checks = spawn(process.execPath, [npmScript, 'run', 'check'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [checks.stdout, checks.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  const code = await codeOf(checks);
  if (code === 0) return code;
  tests.kill('SIGINT');
  await tested;
  rmSync(reportPath, { force: true });
  console.error(`\nThe checks failed, so the tests were stopped.\n${output}`);
  return code;
}

async function codeOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
