/**
 * npm run test:fleet [-- ZONES [SECONDS [SEED [RATE]]]]: the long form of test/fleet, with 1,000
 * zones and ten minutes of failures and 200 changes a second unless the arguments say otherwise.
 */
import { freshSeed, runVitest } from './run-vitest.ts';

const [zones = '1000', seconds = '600', seed = freshSeed(), rate = '200'] = process.argv.slice(2);
runVitest(['--no-file-parallelism', 'test/fleet'], {
  HOSTMASTER_FLEET_ZONES: zones,
  HOSTMASTER_FLEET_SECONDS: seconds,
  HOSTMASTER_FLEET_SEED: seed,
  HOSTMASTER_FLEET_RATE: rate,
});
