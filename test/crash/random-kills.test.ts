/**
 * Load and SIGKILL at a random moment, again and again on one place. HOSTMASTER_TEST_KILLS sets the
 * number of rounds for long runs; HOSTMASTER_TEST_SEED repeats one.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { Arena } from './arena.ts';
import { expectLedgerVerified } from './examine.ts';

const rounds = Number(process.env.HOSTMASTER_TEST_KILLS ?? 12);
const seed = Number(process.env.HOSTMASTER_TEST_SEED ?? randomInt(2 ** 31));
/** Long enough that some rounds see their load answered and its jobs at work. */
const killWithinMs = 150;
const roundMsMax = 30_000;

describeOnBothEngines(`${rounds} kills at random moments, seed ${seed}`, (engine) => {
  it('lose no name, no record and no cent', { timeout: 60_000 + rounds * roundMsMax }, async () => {
    const arena = new Arena(engine);
    const random = randomNumbers(seed);
    const { place } = await arena.site();
    const fates = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const load = arena.load();
      // The one thing that is left to chance here is time.
      await pause(random() * killWithinMs);
      arena.server.kill('SIGKILL');
      for (const { fate } of await load) fates.set(fate, (fates.get(fate) ?? 0) + 1);
      await arena.restart();
      // Some rounds begin while the last one's jobs are still being settled.
      if (random() < 0.5) await arena.expectSound();
    }
    await arena.expectSound();
    expect(fates.get('unanswered') ?? 0).toBeGreaterThan(0);
    await expectLedgerVerified(place);
  });
});

/** Mulberry32: small, and the same everywhere. */
function randomNumbers(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
