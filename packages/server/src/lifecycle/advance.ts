/**
 * Moves the calendar clock to a target, stopping at every instant at which some domain is due and
 * waiting until that instant's work is done, so that no notice and no renewal is skipped. The
 * caller runs workers of its own, so it makes no difference whether a server is running.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { minuteMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';
import { countUnfinished } from '../jobs/queue.ts';
import { anyDnssecCheck } from '../storage/queries/domains/domain-dnssec.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { moveCalendar } from './move-calendar.ts';
import type { Sweeper } from './sweeper.ts';

export interface AdvanceOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly sweeper: Sweeper;
  /** Calendar time to arrive at. */
  readonly target: number;
  readonly onStep: (step: { readonly now: number; readonly steps: number }) => void;
}

export interface AdvanceReport {
  readonly steps: number;
  /** Jobs that wait for a retry; advance does not wait for them. */
  readonly unfinishedJobs: number;
}

const settleEveryMs = 20;
/** Longer than the slowest name of the sandbox registry takes. */
const settleMsMax = minuteMs;
const signedMsMax = 10_000;

export async function advance(options: AdvanceOptions): Promise<AdvanceReport> {
  const { sweeper, target } = options;
  // Jobs that are already running finish at the current time: a registration sets a start date.
  let unfinishedJobs = await settle(options, Number.NEGATIVE_INFINITY);
  let steps = 0;
  for (let last = Number.NEGATIVE_INFINITY; ; ) {
    const next = await sweeper.nextDueAt();
    const isDue = next <= target;
    if (!isDue && last >= target) return { steps, unfinishedJobs };
    const now = isDue ? Math.max(next, last) : target;
    await moveTo(options, now);
    unfinishedJobs = await settle(options, now);
    if (isDue && now > last) {
      steps += 1;
      options.onStep({ now, steps });
    }
    last = now;
  }
}

/** Zones that are being signed reach a phase that ends by the calendar, unless a server is missing. */
export async function untilSigned({
  database,
  clock,
  sweeper,
}: Pick<AdvanceOptions, 'database' | 'clock' | 'sweeper'>): Promise<void> {
  const deadline = clock.now() + signedMsMax;
  while (clock.now() < deadline) {
    await sweeper.sweep();
    if ((await database.first(anyDnssecCheck, {})) === undefined) return;
    await delay(settleEveryMs);
  }
}

/** Never moves the clock back. */
async function moveTo({ database, clock }: AdvanceOptions, now: number): Promise<void> {
  await moveCalendar(database, () => now - clock.now());
}

/**
 * Runs until nothing is due and every job has ended or waits for a retry. The order matters: a
 * domain that another process has just handled is no longer due once its jobs are visible.
 */
async function settle(options: AdvanceOptions, now: number): Promise<number> {
  const { database, clock, sweeper } = options;
  const deadline = clock.now() + settleMsMax;
  for (;;) {
    await sweeper.sweep();
    const isDue = (await sweeper.nextDueAt()) <= now;
    const { fresh, retried } = await countUnfinished(database);
    const isQuiet = !isDue && fresh === 0 && retried.registry === 0;
    // The jobs may have written notices, which wait for the next sweep.
    if (isQuiet && (await sweeper.sweep()) === 0) return retried.mail;
    if (clock.now() > deadline) return fresh + retried.registry + retried.mail;
    await delay(settleEveryMs);
  }
}
