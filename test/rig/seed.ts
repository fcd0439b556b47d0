/** What is random in the tests follows from one number, so that every run can be repeated. */
import fc from 'fast-check';

export const testSeed = Number(process.env.HOSTMASTER_TEST_SEED ?? 20_261_116);

/** Loaded before every test file. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed });
