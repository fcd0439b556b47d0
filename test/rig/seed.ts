/** What is random in the tests follows from one number, so that every run can be repeated. */
import fc from 'fast-check';

export const testSeed = Number(process.env.HOSTMASTER_TEST_SEED ?? 20_261_116);

/** Properties are tried more often in `npm run test:long`. */
const runsTimes = process.env.HOSTMASTER_TEST_LONG === undefined ? 1 : 20;

/** Loaded before every test file. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed, numRuns: 100 * runsTimes });

/** Numbers from 0 (inclusive) to 1. Mulberry32: small, and the same everywhere. */
export function randomNumbers(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
