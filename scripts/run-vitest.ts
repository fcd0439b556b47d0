/** Runs the tests in a process of their own, with settings for that run. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/** Ends this process with the exit code of the tests. */
export function runVitest(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): void {
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  });
  process.exitCode = status ?? 1;
}

/** Another one in each run; it is printed, so that a run can be repeated. */
export function freshSeed(): string {
  return String(Math.trunc(performance.timeOrigin % 1e9));
}
