/**
 * npm run test:long [-- SEED]: what is random or repeated, for longer than npm test has time for and
 * with a seed of its own: properties, kills at random moments, random lives of a domain, random requests, and all tests
 * of the API over EPP.
 */
import { freshSeed, runVitest } from './run-vitest.ts';

const [seed = freshSeed()] = process.argv.slice(2);
console.log(`npm run test:long -- ${seed} repeats this run.`);
runVitest(
  [
    'packages/',
    'test/api/',
    'test/crash/random-kills',
    'test/crash/dnssec-kills',
    'test/epp/lost-replies',
    'test/lifecycle/whole-life',
    'test/dns',
    'test/fuzz',
    'test/storage/query-plans',
  ],
  {
    HOSTMASTER_TEST_LONG: '1',
    HOSTMASTER_TEST_SEED: seed,
    HOSTMASTER_TEST_KILLS: '60',
    HOSTMASTER_FUZZ_REQUESTS: '10000',
    HOSTMASTER_FUZZ_SEED: seed,
  },
);
