/**
 * Secondaries that have not what they should have are told once more. A process may have died between
 * its commit and its NOTIFY; a secondary may have been away, for a moment or for days. Recent changes
 * are looked at every few seconds, all zones once at the start and then page by page for ever.
 */
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { findPageEnd, listUnconfirmed, pageBehind } from '../../storage/queries/secondaries.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { Notifier } from './notifier.ts';
import type { Expected, SerialChecks } from './serial-checks.ts';

export interface RemindersOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly notifier: Notifier;
  readonly checks: SerialChecks;
  /** Secondaries answer questions about it to nobody. */
  readonly catalog: string;
  readonly log: Logger;
}

const everyMs = 10_000;
const afterMs = 3_000;
const recentMs = 60_000;
/** Changes looked at, not zones: under heavy load the processes that make them are alive. */
const changesMax = 5_000;
const pageZones = 2_000;

export class Reminders {
  readonly #options: RemindersOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  #afterName = '';

  constructor(options: RemindersOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#guarded(async () => {
      while (!this.#isStopped && !(await this.#remindPage()));
    });
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() =>
        this.#guarded(async () => {
          await this.#remindRecent();
          await this.#remindPage();
        }),
      );
    }, everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    if (this.#isStopped) return;
    try {
      await work();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'secondaries are reminded later');
    }
  }

  async #remindRecent(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const changes = { since: now - recentMs, until: now - afterMs, limit: changesMax };
    for (const missing of await database.all(listUnconfirmed, changes)) this.#remind(missing);
  }

  /** Whether that was the last page; the next is the first again. */
  async #remindPage(): Promise<boolean> {
    const { database, clock, catalog } = this.#options;
    const afterName = this.#afterName;
    const until = clock.now() - afterMs;
    const page = { afterName, limit: pageZones, until, catalog };
    const behind = await database.all(pageBehind, page);
    for (const missing of behind) this.#remind(missing);
    const end = await database.first(findPageEnd, { afterName, offset: pageZones - 1 });
    this.#afterName = end?.name ?? '';
    return end === undefined;
  }

  /** One that has it after all is only asked. */
  #remind(missing: Expected): void {
    const { checks, notifier, catalog, log } = this.#options;
    const tell = () => {
      notifier.remind(missing).catch((error: unknown) => {
        log.warn({ err: error }, 'a secondary is reminded later');
      });
    };
    if (missing.zone === catalog) tell();
    else checks.once(missing, tell);
  }
}
