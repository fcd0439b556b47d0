/**
 * Notifies secondaries that are behind again. A process may have died between its commit and its
 * NOTIFY, or a secondary may have been unreachable. Recent changes are checked every few seconds;
 * all zones are checked at start-up and then continuously, page by page.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { Loop } from '../../base/loop.ts';
import {
  findPageEnd,
  listUnconfirmed,
  pageBehind,
  zonePublication,
} from '../../storage/queries/zone-confirmations.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { Notifier } from './notifier.ts';
import type { Expected, SerialChecks } from './serial-checks.ts';

export interface RemindersOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly notifier: Notifier;
  readonly checks: SerialChecks;
  /** Secondaries do not answer queries about it. */
  readonly catalog: string;
  readonly log: Logger;
}

const everyMs = 10_000;
const afterMs = 3_000;
const recentMs = minuteMs;
/** A limit on recent changes: under heavy load the processes that made them are alive to notify. */
const changesMax = 5_000;
const pageZones = 2_000;
const newZoneMs = 2_000;

export class Reminders {
  readonly #options: RemindersOptions;
  readonly #loop: Loop;
  #hasSeenAll = false;
  #afterName = '';

  constructor(options: RemindersOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#check(),
      restMs: everyMs,
      onError: (error) =>
        options.log.warn(
          { err: error },
          'checking for secondaries that are behind failed; trying again',
        ),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /**
   * The catalog lists new zones. A secondary fetches them without NOTIFY, but may wait long after a
   * first attempt that failed.
   */
  noteListed(zones: readonly string[]): void {
    const timer = setTimeout(() => {
      this.#remindNew(zones).catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'checking new zones failed; trying again later');
      });
    }, newZoneMs);
    timer.unref();
  }

  async #remindNew(zones: readonly string[]): Promise<void> {
    for (const zone of zones) {
      if (this.#loop.isStopping) return;
      for (const each of await this.#options.database.all(zonePublication, { zone })) {
        const { secondary, serial, confirmedSerial } = each;
        if (secondary !== null && confirmedSerial === null) {
          this.#remind({ zone, secondary, serial });
        }
      }
    }
  }

  async #check(): Promise<void> {
    if (this.#hasSeenAll) {
      await this.#remindRecent();
      await this.#remindPage();
      return;
    }
    // Their process may have died right after the commit, so the newest changes count too.
    while (!this.#loop.isStopping && !(await this.#remindPage(0)));
    this.#hasSeenAll = true;
  }

  async #remindRecent(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const changes = { since: now - recentMs, until: now - afterMs, limit: changesMax };
    for (const missing of await database.all(listUnconfirmed, changes)) this.#remind(missing);
  }

  /** Returns whether that was the last page. The next page is the first again. */
  async #remindPage(ageMsMin = afterMs): Promise<boolean> {
    const { database, clock, catalog } = this.#options;
    const afterName = this.#afterName;
    const until = clock.now() - ageMsMin;
    const page = { afterName, limit: pageZones, until, catalog };
    const behind = await database.all(pageBehind, page);
    for (const missing of behind) this.#remind(missing);
    const end = await database.first(findPageEnd, { afterName, offset: pageZones - 1 });
    this.#afterName = end?.name ?? '';
    return end === undefined;
  }

  /** Queries the secondary's serial first and notifies it only when it is behind. */
  #remind(missing: Expected): void {
    const { checks, notifier, catalog, log } = this.#options;
    const notify = () => {
      notifier.remind(missing).catch((error: unknown) => {
        log.warn({ err: error }, 'notifying a secondary again failed; trying again');
      });
    };
    if (missing.zone === catalog) notify();
    else checks.once(missing, notify);
  }
}
