/** npm run fuzz:http [-- REQUESTS [SEED]]: the long form of test/fuzz/http.test.ts, on both engines. */
import { freshSeed, runVitest } from './run-vitest.ts';

const [requests = '100000', seed = freshSeed()] = process.argv.slice(2);
runVitest(['test/fuzz/http.test.ts'], {
  HOSTMASTER_FUZZ_REQUESTS: requests,
  HOSTMASTER_FUZZ_SEED: seed,
});
