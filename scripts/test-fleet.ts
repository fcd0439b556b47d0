/**
 * npm run test:fleet [-- ZONES [SECONDS [SEED [RATE]]]]: the long form of test/fleet, with 1,000
 * zones and ten minutes of failures and 200 changes a second unless the arguments say otherwise.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [
  zones = '1000',
  seconds = '600',
  seed = String(Math.trunc(performance.timeOrigin % 1e9)),
  rate = '200',
] = process.argv.slice(2);
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--no-file-parallelism', 'test/fleet'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      HOSTMASTER_FLEET_ZONES: zones,
      HOSTMASTER_FLEET_SECONDS: seconds,
      HOSTMASTER_FLEET_SEED: seed,
      HOSTMASTER_FLEET_RATE: rate,
    },
  },
);
process.exitCode = status ?? 1;
