/** npm run fuzz:http [-- REQUESTS [SEED]]: the long form of test/fuzz/http.test.ts, on both engines. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [requests = '100000', seed = String(Math.trunc(performance.timeOrigin % 1e9))] =
  process.argv.slice(2);
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/fuzz/http.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, HOSTMASTER_FUZZ_REQUESTS: requests, HOSTMASTER_FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
