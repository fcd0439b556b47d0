/**
 * Handles domains when they are due: sends notices, renews, releases. Each domain is handled in one
 * transaction that also stores its next due time, so any number of processes may sweep in parallel.
 */
import { hourMs } from '@hostmaster/contract/durations';
import { StorageUnavailable } from '../base/errors.ts';
import { Loop } from '../base/loop.ts';
import { nextEvent } from '../domains/lifecycle.ts';
import { enqueueTransferOut } from '../fulfilment/job-kinds.ts';
import { ReleaseGuard } from '../operations/release-guard.ts';
import { listDue, lockDueDomain, setDueAt } from '../storage/queries/lifecycle.ts';
import { autoRenew } from './auto-renew.ts';
import { checkPurge } from './check-purge.ts';
import { checkTransfer } from './check-transfer.ts';
import { HandledToday } from './handled-today.ts';
import type { LifecycleServices } from './lifecycle-services.ts';
import { replaceExpiredAuthCode } from './replace-auth-code.ts';
import { sendGatheredMails } from './send-gathered-mails.ts';
import { sendNotice } from './send-notice.ts';
import { startExtension } from './start-extension.ts';
import { startRelease } from './start-release.ts';
import { withdrawZone } from './withdraw-zone.ts';

const sweepEveryMs = 1_000;
const pageSize = 100;
const postponeMs = hourMs;

interface DueDomain {
  readonly id: string;
  /** Calendar time. */
  readonly now: number;
  readonly guard: ReleaseGuard;
  /** What was already handled today. */
  readonly today: HandledToday;
}

export class Sweeper {
  readonly #services: LifecycleServices;
  readonly #today = new HandledToday();
  readonly #loop: Loop;

  constructor(services: LifecycleServices) {
    this.#services = services;
    this.#loop = new Loop({
      run: () => this.sweep(),
      restMs: sweepEveryMs,
      onError: (error) => services.log.warn({ err: error }, 'the sweep failed; trying again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Handles everything that is due now; returns the number of domains handled and of mails released. */
  async sweep(): Promise<number> {
    const { database, clock, calendarNow } = this.#services;
    const guard = new ReleaseGuard(clock);
    let count = 0;
    for (;;) {
      const now = await calendarNow(database);
      const rows = await database.all(listDue, { now, limit: pageSize });
      let handled = 0;
      for (const { id } of rows) {
        if (this.#loop.isStopping) return count;
        if (await this.#handle({ id, now, guard, today: this.#today })) handled += 1;
      }
      count += handled;
      // The remaining domains are locked by another process, which handles them.
      if (handled === 0) return count + (await sendGatheredMails(this.#services, now));
    }
  }

  /** A failure with one domain does not stop the others: the domain is postponed. */
  async #handle(due: DueDomain): Promise<boolean> {
    const { database, log } = this.#services;
    try {
      return await handle(this.#services, due);
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      log.error(
        { err: error, domain: due.id },
        'handling a due domain failed; trying again in an hour',
      );
      const dueAt = due.now + postponeMs;
      await database.transaction((tx) => tx.run(setDueAt, { id: due.id, dueAt }));
      return true;
    }
  }
}

/** False when another process has handled the domain or it is not due. */
async function handle(services: LifecycleServices, due: DueDomain): Promise<boolean> {
  const { id, now, guard, today } = due;
  const plan = await services.database.transaction(async (tx) => {
    const domain = await tx.first(lockDueDomain, { id, now });
    if (domain === undefined) return null;
    const event = nextEvent(domain, services.operations.rules);
    if (event === null || event.at > now) {
      await tx.run(setDueAt, { id, dueAt: event?.at ?? null });
      return null;
    }
    if (event.kind === 'notice') await sendNotice(tx, services, { domain, event, now, today });
    if (event.kind === 'extend') await startExtension(tx, services, { domain, now });
    if (event.kind === 'replace-auth-code') {
      await replaceExpiredAuthCode(tx, services, { domain, now });
    }
    if (event.kind === 'check-purge') await checkPurge(tx, domain);
    if (event.kind === 'check-transfer') await checkTransfer(tx, domain);
    if (event.kind === 'check-transfer-out') {
      // The job sets the next time.
      await tx.run(setDueAt, { id, dueAt: null });
      await enqueueTransferOut(tx, { domainId: id });
    }
    if (event.kind === 'withdraw-zone') await withdrawZone(tx, domain);
    if (event.kind === 'release') await startRelease(tx, services, { domain, event, now, guard });
    return { domain, event };
  });
  if (plan?.event.kind === 'auto-renew') {
    await autoRenew(services, { id, now, today, domain: plan.domain });
  }
  return plan !== null;
}
