/** npm run test:tools: the tools of docs/tools.md, those from Debian too. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/tools', 'test/powerdns-api'], {
  stdio: 'inherit',
  env: { ...process.env, HOSTMASTER_TOOLS_RUN: '1' },
});
process.exitCode = status ?? 1;
