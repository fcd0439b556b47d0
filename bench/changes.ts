/**
 * The latency of a change while many are made, by secondary:
 *   npm run bench:changes [-- --rate 200] [-- --servers knot,bind] [-- --signed]
 * Exits with code 1 when Knot or BIND needs more than 250 ms for one of a hundred changes.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const args = process.argv.join(' ');
const rate = /--rate (\d+)/.exec(args)?.[1] ?? '200';
const servers = /--servers ([a-z,]+)/.exec(args)?.[1] ?? 'knot,bind,nsd,pdns';
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const file = 'test/fleet/change-speed.test.ts';
const { status } = spawnSync(process.execPath, [vitest, 'run', file], {
  stdio: 'inherit',
  env: {
    ...process.env,
    HOSTMASTER_CHANGES_BENCH: 'yes',
    HOSTMASTER_FLEET_RATE: rate,
    HOSTMASTER_FLEET_SERVERS: servers,
    HOSTMASTER_FLEET_SIGNED: args.includes('--signed') ? 'yes' : 'no',
  },
});
process.exitCode = status ?? 1;
