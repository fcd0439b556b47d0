/**
 * Load and SIGKILL at a random moment, again and again on one place. HOSTMASTER_TEST_KILLS sets the
 * number of rounds for long runs; HOSTMASTER_TEST_SEED sets the moments.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { expect, it } from 'vitest';
import { CrashHarness } from './crash-harness.ts';
import { expectLedgerVerified } from './examine.ts';

const rounds = Number(process.env.HOSTMASTER_TEST_KILLS ?? 6);
/** Long enough that some rounds see their load answered and its jobs at work. */
const killWithinMs = 150;
const roundMsMax = 30_000;

describeOnBothEngines(`${rounds} kills at random moments, seed ${testSeed}`, (engine) => {
  it('lose no name, no record and no cent', { timeout: 60_000 + rounds * roundMsMax }, async () => {
    const harness = new CrashHarness(engine);
    const random = randomNumbers(testSeed);
    const { place } = await harness.site();
    const outcomes = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const load = harness.load();
      // Only the moment of the kill is not repeatable.
      await pause(random() * killWithinMs);
      harness.server.kill('SIGKILL');
      for (const { outcome } of await load) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      await harness.restart();
      // Some rounds begin while the last one's jobs are still being settled.
      if (random() < 0.5) await harness.expectSound();
    }
    await harness.expectSound();
    expect(outcomes.get('unanswered') ?? 0).toBeGreaterThan(0);
    await expectLedgerVerified(place);
  });
});
