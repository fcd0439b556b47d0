/**
 * Handles domains when they are due: sends notices, renews, releases. Each domain is handled by one
 * change that also stores its next due time, so any number of processes may sweep in parallel.
 */
import { hourMs } from '@hostmaster/contract/durations';
import { StorageUnavailable } from '../base/errors.ts';
import { Loop } from '../base/loop.ts';
import { persist } from '../changes/persist.ts';
import { sendHeldMails } from '../mail/held-mails.ts';
import { ReleaseGuard } from '../operations/domains/release-guard.ts';
import { domainKey } from '../operations/loading.ts';
import { findNextDueAddress } from '../storage/queries/contacts/registrant-addresses.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { findNextDue, listDue } from '../storage/queries/domains/lifecycle-sweep.ts';
import { update } from '../storage/row-write.ts';
import { domains } from '../storage/tables/domains/domains.ts';
import { checkRegistrants } from './check-registrants.ts';
import { followDnssec, nextDnssecAt } from './follow-dnssec.ts';
import { type DueEntry, handleDue } from './handle-due.ts';
import { HandledToday } from './handled-today.ts';
import type { LifecycleServices } from './lifecycle-services.ts';
import { noteExpiredKeys } from './note-expired-keys.ts';
import { nextReminderAt, remindRegistrants } from './remind-registrants.ts';
import { nextOldKeyAt, rollOldKeys } from './roll-old-keys.ts';
import { sendGatheredMails } from './send-gathered-mails.ts';
import { watchParents } from './watch-parent.ts';

const sweepEveryMs = 1_000;
const pageSize = 100;
const postponeMs = hourMs;

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

  /** Handles everything that is due now; returns how much was handled, with the mails released. */
  async sweep(): Promise<number> {
    const { database, clock, calendarNow } = this.#services;
    const guard = new ReleaseGuard(clock);
    let count = 0;
    for (;;) {
      const now = await calendarNow(database);
      const rows = await database.all(listDue, { now, limit: pageSize });
      let handled = 0;
      for (const row of rows) {
        if (this.#loop.isStopping) return count;
        if (await this.#handle({ ...row, now, guard, today: this.#today })) handled += 1;
      }
      count += handled;
      // The remaining domains are locked by another process, which handles them.
      if (handled === 0) return count + (await this.#finish(now));
    }
  }

  /** The next instant at which there is something to handle; infinite where nothing is ahead. */
  async nextDueAt(): Promise<number> {
    const { database } = this.#services;
    const [domain, address, reminderAt, dnssecAt, oldKeyAt] = await Promise.all([
      database.first(findNextDue, {}),
      database.first(findNextDueAddress, {}),
      nextReminderAt(this.#services),
      nextDnssecAt(this.#services),
      nextOldKeyAt(this.#services),
    ]);
    const next = [domain?.dueAt, address?.dueAt, reminderAt, dnssecAt, oldKeyAt];
    return Math.min(...next.map((at) => at ?? Number.POSITIVE_INFINITY));
  }

  /** What is not about a due domain. */
  async #finish(now: number): Promise<number> {
    await noteExpiredKeys(this.#services, now);
    const followed = await followDnssec(this.#services, now);
    const seen = await watchParents(this.#services, now);
    const rolled = await rollOldKeys(this.#services, now);
    const checked = await checkRegistrants(this.#services, now);
    const reminded = await remindRegistrants(this.#services, now);
    const gathered = await sendGatheredMails(this.#services, now);
    return (
      followed +
      seen +
      rolled +
      checked +
      reminded +
      gathered +
      (await sendHeldMails(this.#services, now))
    );
  }

  /** A failure with one domain does not stop the others: the domain is postponed. */
  async #handle(due: DueEntry): Promise<boolean> {
    try {
      return await handleDue(this.#services, due);
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      this.#services.log.error(
        { err: error, domain: due.id },
        'handling a due domain failed; trying again in an hour',
      );
      await this.#postpone(due);
      return true;
    }
  }

  async #postpone({ id, name, workspaceId, now }: DueEntry): Promise<void> {
    const rows = [update(domains, { id }, { dueAt: now + postponeMs })];
    await persist(this.#services.database, {
      keys: [domainKey(name)],
      owner: workspaceId,
      commit: 'alone',
      load: (reader) => reader.first(lockDomainById, { id }),
      decide: () => ({ answer: undefined, change: { rows } }),
    });
  }
}
