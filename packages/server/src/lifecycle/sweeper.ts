/**
 * Looks at domains when they are due: gives notices, renews, lets go. Each look is one transaction
 * that also writes when to look next, so any number of processes may sweep and nothing is done twice.
 */
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import { nextEvent } from '../domains/lifecycle.ts';
import type { NoticeLinks } from '../mail/notices.ts';
import type { OperationServices } from '../operations/operation.ts';
import { listDue, lockDueDomain, setDueAt } from '../storage/queries/lifecycle.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { autoRenew } from './auto-renew.ts';
import { giveNotice } from './give-notice.ts';
import { startRelease } from './start-release.ts';

export interface LifecycleServices {
  readonly database: HostmasterDatabase;
  readonly operations: OperationServices;
  readonly links: NoticeLinks;
  readonly clock: MachineClock;
  readonly mode: 'sandbox' | 'production';
  calendarNow(reader: HostmasterReader): Promise<number>;
  readonly log: Logger;
}

const sweepEveryMs = 1_000;
const pageSize = 100;

export class Sweeper {
  readonly #services: LifecycleServices;
  readonly #stopped = Promise.withResolvers<void>();
  #isStopping = false;
  #loop: Promise<void> | null = null;

  constructor(services: LifecycleServices) {
    this.#services = services;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopped.resolve();
    await this.#loop;
  }

  /** Handles everything that is due now; returns how many looks it took. */
  async sweep(): Promise<number> {
    const { database, calendarNow } = this.#services;
    let count = 0;
    for (;;) {
      const now = await calendarNow(database);
      const due = await database.all(listDue, { now, limit: pageSize });
      let handled = 0;
      for (const { id } of due) {
        if (this.#isStopping) return count;
        if (await lookAt(this.#services, { id, now })) handled += 1;
      }
      count += handled;
      // What another process holds is its own to finish.
      if (handled === 0) return count;
    }
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.sweep();
      } catch (error) {
        this.#services.log.warn({ err: error }, 'the sweep goes on later');
      }
      await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, sweepEveryMs);
    await Promise.race([promise, this.#stopped.promise]);
    clearTimeout(timer);
  }
}

/** False when another process was faster or the domain turned out not to be due. */
async function lookAt(
  services: LifecycleServices,
  due: { readonly id: string; readonly now: number },
): Promise<boolean> {
  const { database } = services;
  const { rules } = services.operations;
  const plan = await database.transaction(async (tx) => {
    const domain = await tx.first(lockDueDomain, due);
    if (domain === undefined) return null;
    const event = nextEvent(domain, rules);
    if (event === null || event.at > due.now) {
      await tx.run(setDueAt, { id: domain.id, dueAt: event?.at ?? null });
      return null;
    }
    if (event.kind === 'notice') await giveNotice(tx, services, { domain, event, now: due.now });
    if (event.kind === 'release') await startRelease(tx, services, { domain, now: due.now });
    return { domain, event };
  });
  if (plan?.event.kind === 'auto-renew') await autoRenew(services, { ...due, domain: plan.domain });
  return plan !== null;
}
