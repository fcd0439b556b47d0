/**
 * Notifies secondaries that are behind again. A process may have died between its commit and its
 * NOTIFY, or a secondary may have been unreachable. Recent changes are checked every few seconds;
 * all zones are checked at start-up and then continuously, page by page. A round is bounded for each
 * secondary: one that fetches all its zones, or more changes than it can take, must not get slower
 * by reminders.
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
} from '../../storage/queries/secondaries/zone-confirmations.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { Notifier } from './notifier.ts';
import type { SecondaryDirectory } from './secondaries.ts';
import type { Expected, SerialChecks } from './serial-checks.ts';

export interface RemindersOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly secondaries: SecondaryDirectory;
  readonly notifier: Notifier;
  readonly checks: SerialChecks;
  /** Secondaries do not answer queries about it. */
  readonly catalog: string;
  readonly log: Logger;
  /** The secondary answers, but not for this zone that the catalog lists. */
  readonly onAbsent: (place: { readonly zone: string; readonly secondary: string }) => void;
}

const everyMs = 10_000;
const afterMs = 3_000;
const recentMs = minuteMs;
/** A limit on recent changes: under heavy load the processes that made them are alive to notify. */
const changesMax = 5_000;
const pageZones = 2_000;
/** Reminders to one secondary in one round: of recent changes, again of all zones, and of new zones. */
const remindersMax = 250;
const newZoneMs = 2_000;

/** The pass through the zones of one secondary. */
interface Pass {
  afterName: string;
  /** Since the start. Until then the newest changes count too: their process may have died right
   * after the commit. */
  hasSeenAll: boolean;
}

export class Reminders {
  readonly #options: RemindersOptions;
  readonly #loop: Loop;
  readonly #passes = new Map<string, Pass>();
  /** New zones that will be checked in a moment. */
  #newZones = 0;

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
   * first attempt that failed. Of very many it is still fetching most; the pass covers those.
   */
  noteListed(zones: readonly string[]): void {
    const checked = zones.slice(0, remindersMax - this.#newZones);
    this.#newZones += checked.length;
    const timer = setTimeout(() => {
      this.#newZones -= checked.length;
      this.#remindNew(checked).catch((error: unknown) => {
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
    const names = (await this.#options.secondaries.list()).map(({ name }) => name);
    for (const known of this.#passes.keys()) {
      if (!names.includes(known)) this.#passes.delete(known);
    }
    await this.#remindRecent();
    for (const name of names) {
      const pass = this.#passes.get(name) ?? { afterName: '', hasSeenAll: false };
      this.#passes.set(name, pass);
      await this.#remindNext(name, pass);
    }
  }

  async #remindRecent(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const changes = { since: now - recentMs, until: now - afterMs, limit: changesMax };
    const missing = await database.all(listUnconfirmed, changes);
    for (const behind of Map.groupBy(missing, ({ secondary }) => secondary).values()) {
      for (const each of behind.slice(0, remindersMax)) this.#remind(each);
    }
  }

  /** One page, and in the first pass as many as it may. After the last page comes the first again. */
  async #remindNext(secondary: string, pass: Pass): Promise<void> {
    const { database, clock, catalog } = this.#options;
    for (let left = remindersMax; !this.#loop.isStopping; ) {
      const { afterName } = pass;
      const until = clock.now() - (pass.hasSeenAll ? afterMs : 0);
      const page = { secondary, afterName, pageZones, limit: left, until, catalog };
      const behind = await database.all(pageBehind, page);
      for (const missing of behind) this.#remind(missing);
      left -= behind.length;
      if (left === 0) {
        pass.afterName = behind.at(-1)?.zone ?? '';
        return;
      }
      const end = await database.first(findPageEnd, { afterName, offset: pageZones - 1 });
      pass.afterName = end?.name ?? '';
      const wasFirst = !pass.hasSeenAll;
      pass.hasSeenAll ||= end === undefined;
      if (!wasFirst || pass.hasSeenAll) return;
    }
  }

  /** Queries the secondary's serial first and notifies it only when it is behind. */
  #remind(missing: Expected): void {
    const { checks, notifier, catalog, log, onAbsent } = this.#options;
    const notify = () => {
      notifier.remind(missing).catch((error: unknown) => {
        log.warn({ err: error }, 'notifying a secondary again failed; trying again');
      });
    };
    if (missing.zone === catalog) notify();
    else {
      checks.once(missing, (held) => {
        notify();
        if (held === 'absent') onAbsent(missing);
      });
    }
  }
}
