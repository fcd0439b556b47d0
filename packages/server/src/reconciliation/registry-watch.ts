/**
 * Keeps an eye on the registries: collects what they say unasked, looks at the names they speak of,
 * and asks about every domain once a day, so that an event nobody told us of is found all the same.
 */
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import { findVisibleByName, listUnseen, noteSeen } from '../storage/queries/epp.ts';
import type { DomainRow } from '../storage/schema.ts';
import { examine, type Finding, type ReconciliationServices } from './reconcile.ts';

export interface WatchServices extends ReconciliationServices {
  readonly clock: MachineClock;
  readonly log: Logger;
  readonly onFinding?: (finding: Finding) => void;
}

export interface WatchTimes {
  readonly newsEveryMs: number;
  readonly lookEveryMs: number;
  /** How old the knowledge about a domain may get. */
  readonly staleMs: number;
}

const defaultTimes: WatchTimes = {
  newsEveryMs: 30_000,
  lookEveryMs: 60_000,
  staleMs: 24 * 3_600_000,
};
/** Failed and released names are looked at for so long: what the registry still holds costs us. */
const endedMs = 60 * 24 * 3_600_000;
const looksAtOnce = 50;

export class RegistryWatch {
  readonly #services: WatchServices;
  readonly #times: WatchTimes;
  readonly #stopped = Promise.withResolvers<void>();
  #loops: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor(services: WatchServices, times: Partial<WatchTimes> = {}) {
    this.#services = services;
    this.#times = { ...defaultTimes, ...times };
  }

  start(): void {
    this.#loops = Promise.all([
      this.#every(this.#times.newsEveryMs, () => this.hear()),
      this.#every(this.#times.lookEveryMs, () => this.look()),
    ]);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopped.resolve();
    await this.#loops;
  }

  /** Collects news and looks at the names they are about. */
  async hear(): Promise<void> {
    const { registrar, database } = this.#services;
    const names = (await registrar.collectNews?.()) ?? [];
    for (const name of names) {
      const row = await database.first(findVisibleByName, { name });
      if (row !== undefined) await this.#lookAt(row);
    }
  }

  /** Looks at the domains that were not looked at for longest. */
  async look(): Promise<number> {
    const { database, clock } = this.#services;
    const now = clock.now();
    const rows = await database.all(listUnseen, {
      seenBefore: now - this.#times.staleMs,
      endedAfter: now - endedMs,
      limit: looksAtOnce,
    });
    for (const row of rows) {
      if (this.#isStopping) break;
      await this.#lookAt(row);
    }
    return rows.length;
  }

  async #lookAt(row: DomainRow): Promise<void> {
    const { database, clock, log, onFinding } = this.#services;
    for (const finding of await examine(this.#services, row, { repair: true })) {
      const { name, kind, explanation, repaired } = finding;
      if (repaired)
        log.info({ domain: name, kind, explanation }, 'the registry differed: repaired');
      else log.warn({ domain: name, kind, explanation }, 'the registry differs');
      onFinding?.(finding);
    }
    await database.transaction((tx) => tx.run(noteSeen, { domainId: row.id, seenAt: clock.now() }));
  }

  async #every(ms: number, work: () => Promise<unknown>): Promise<void> {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      await Promise.race([promise, this.#stopped.promise]);
      clearTimeout(timer);
      if (this.#isStopping) return;
      try {
        await work();
      } catch (error) {
        this.#services.log.warn({ err: error }, 'the registry watch goes on later');
      }
    }
  }
}
