/** npm run bench:page: test/page-speed, which is not part of npm test. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'browser'], {
  stdio: 'inherit',
  env: { ...process.env, HOSTMASTER_PAGE_BENCH: '1' },
});
process.exitCode = status ?? 1;
