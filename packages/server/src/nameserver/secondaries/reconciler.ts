/**
 * Finds what secondaries lack, whatever the reason: for each secondary it pages through the zones, asks
 * for their serials, stores the answers and announces what is missing. docs/secondaries.md, "How the
 * service keeps secondaries current", has the rates.
 */
import { dayMs, hourMs, minuteMs, secondMs } from '@hostmaster/contract/durations';
import { Loop } from '../../base/loop.ts';
import {
  findWithCatalog,
  listRemovedButHeld,
  listUnconfirmed,
  pageConfirmations,
  zonePublication,
} from '../../storage/queries/secondaries/zone-confirmations.ts';
import type { CatalogChecks } from './catalog-checks.ts';
import type { CatalogPublisher } from './catalog-publisher.ts';
import { type SampleOptions, sampleAnswers } from './newest-change.ts';
import type { Notifier } from './notifier.ts';
import type { Place } from './secondaries.ts';
import type { Expected, SerialChecks } from './serial-checks.ts';

export interface ReconcilerOptions extends SampleOptions {
  readonly notifier: Notifier;
  readonly checks: SerialChecks;
  readonly catalogChecks: Pick<CatalogChecks, 'askAgain'>;
  readonly publisher: Pick<CatalogPublisher, 'renew'>;
  /** The name of the catalog zone. Secondaries do not answer queries about it. */
  readonly catalog: string;
}

/** The pass through the zones of one secondary. */
interface Pass {
  afterName: string;
  /** When the next page is due. */
  nextAt: number;
  /** It has lost a zone in this pass or the one before, or its zones were not asked for yet. */
  isSuspect: boolean;
  /** Lost zones of this pass; a question without an answer counts too. */
  losses: number;
}

const everyMs = secondMs;
/** The rest between the pages of a secondary that is not suspected. */
const calmRestMs = 10 * secondMs;
const recentEveryMs = 10 * secondMs;
const removedEveryMs = 2 * secondMs;
const samplesEveryMs = 30 * secondMs;
const pageZones = 2_000;
/** Confirmed serials to ask for again, per page. Each question costs half a millisecond of processor. */
const confirmedMax = 100;
/** Bounds what a secondary is reminded of per second: one that fetches all its zones must not slow down. */
const behindMaxPerSecond = 25;
/** Beyond this number of lost zones the catalog alone is announced: the secondary then fetches them all. */
const lostAnnouncedMax = 20;
/** A change counts as missed after this time. */
const afterMs = 3 * secondMs;
const changesMax = 5_000;
/** One for each secondary that lacks one of them. */
const missingMax = 50_000;
const recentMax = 250;
const listedMax = 250;
const listedAfterMs = 2 * secondMs;
const removedMax = 250;
/** A secondary without contact for longer has let the zone expire. */
export const removedForMs = 14 * dayMs;
/** How long a secondary with the catalog takes to remove zones, and to fetch new ones. */
const removalMs = 2 * secondMs;
const additionMs = 30 * secondMs;

export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #loops: readonly Loop[];
  readonly #passes = new Map<string, Pass>();
  /** At start-up more than later: the process that made a change may have died right after the commit. */
  #recent = { sinceMs: hourMs, untilMs: 0 };
  /** New zones that will be checked in a moment. */
  #listed = 0;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    const loop = (restMs: number, run: () => Promise<unknown>) =>
      new Loop({ run, restMs, onError: this.#warn });
    this.#loops = [
      loop(everyMs, () => this.#pageZones()),
      loop(recentEveryMs, () => this.#askRecent()),
      loop(removedEveryMs, () => this.#askRemoved()),
      loop(samplesEveryMs, () => sampleAnswers(options)),
    ];
  }

  start(): void {
    for (const loop of this.#loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
  }

  /**
   * The catalog lists new zones. A secondary fetches them without NOTIFY, but may wait long after a
   * first attempt that failed. Of very many it is still fetching most; the pass covers those.
   */
  noteListed(zones: readonly string[]): void {
    const checked = zones.slice(0, listedMax - this.#listed);
    this.#listed += checked.length;
    const timer = setTimeout(() => {
      this.#listed -= checked.length;
      this.#attempt(this.#askListed(checked));
    }, listedAfterMs);
    timer.unref();
  }

  async #askListed(zones: readonly string[]): Promise<void> {
    for (const zone of zones) {
      if (this.#options.stopping.aborted) return;
      for (const each of await this.#options.database.all(zonePublication, { zone })) {
        const { secondary, serial, confirmedSerial } = each;
        if (secondary !== null && confirmedSerial === null) this.#ask({ zone, secondary, serial });
      }
    }
  }

  async #askRecent(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const { sinceMs, untilMs } = this.#recent;
    const changes = {
      since: now - sinceMs,
      until: now - untilMs,
      changes: changesMax,
      limit: missingMax,
    };
    const missing = await database.all(listUnconfirmed, changes);
    this.#recent = { sinceMs: minuteMs, untilMs: afterMs };
    for (const behind of Map.groupBy(missing, ({ secondary }) => secondary).values()) {
      for (const each of behind.slice(0, recentMax)) this.#ask(each);
    }
  }

  async #askRemoved(): Promise<void> {
    const { database, clock, checks, catalog, publisher } = this.#options;
    const now = clock.now();
    const kept = await database.all(listRemovedButHeld, {
      secondary: null,
      removedSince: now - removedForMs,
      catalog,
      catalogBefore: now - removalMs,
      limit: removedMax,
    });
    for (const place of kept) {
      checks.once({ ...place, serial: null }, (held) => {
        if (held === 'unanswered') return;
        publisher.renew(place, 'a secondary serves a zone that was removed from the catalog');
      });
    }
  }

  async #pageZones(): Promise<void> {
    const { secondaries, clock } = this.#options;
    const names = (await secondaries.list()).map(({ name }) => name);
    for (const known of this.#passes.keys()) {
      if (!names.includes(known)) this.#passes.delete(known);
    }
    for (const name of names) {
      const pass = this.#passes.get(name) ?? newPass();
      this.#passes.set(name, pass);
      if (pass.nextAt <= clock.now()) await this.#askPage(name, pass);
    }
  }

  /** Asks for the zones that are behind and for some of the others; for all others while it is suspect. */
  async #askPage(secondary: string, pass: Pass): Promise<void> {
    const { database, clock, random, catalog } = this.#options;
    const size = pass.isSuspect ? confirmedMax : pageZones;
    const restMs = pass.isSuspect ? everyMs : calmRestMs;
    const page = { secondary, afterName: pass.afterName, pageZones: size };
    const zones = await database.all(pageConfirmations, page);
    const changedUntil = clock.now() - afterMs;
    pass.nextAt = clock.now() + restMs;
    let left = (behindMaxPerSecond * restMs) / secondMs;
    for (const { zone, serial, confirmedSerial, ...row } of zones) {
      if (left === 0) break;
      pass.afterName = zone;
      const isListed = row.listedId !== null && row.domainId !== null;
      if (!isListed && zone !== catalog) continue;
      const expected = { zone, secondary, serial };
      if (confirmedSerial === null || confirmedSerial < serial) {
        if (row.changedAt > changedUntil) continue;
        this.#ask(expected);
        left -= 1;
      } else if (zone !== catalog && random.below(zones.length) < confirmedMax) {
        this.#askConfirmed(expected, pass);
      }
    }
    if (zones.length === size || left === 0) return;
    Object.assign(pass, { afterName: '', isSuspect: pass.losses > 0, losses: 0 });
  }

  /** It has not confirmed this version: announces it, unless the answer confirms it. */
  #ask(expected: Expected): void {
    const { checks, catalogChecks, catalog } = this.#options;
    const { secondary, serial } = expected;
    if (expected.zone === catalog) {
      this.#announce(expected);
      if (serial !== null) this.#attempt(catalogChecks.askAgain({ secondary, serial }));
    } else {
      checks.once(expected, (held) => {
        this.#announce(expected);
        if (held === 'absent') this.#attempt(this.#renewFor(expected));
      });
    }
  }

  /** It has confirmed this version and can have lost it: its disk was replaced, or the zone expired. */
  #askConfirmed(expected: Expected, pass: Pass): void {
    const { checks, observations, catalog, clock, log } = this.#options;
    const { secondary, zone } = expected;
    checks.once(expected, (held) => {
      pass.isSuspect = true;
      pass.losses += 1;
      if (held === 'unanswered') {
        pass.nextAt = clock.now() + calmRestMs;
        return;
      }
      log.warn({ ...expected, held }, 'a secondary has lost a version that it had');
      if (held === 'absent') observations.confirm({ secondary, zone, serial: null });
      if (held !== 'absent' || pass.losses <= lostAnnouncedMax) this.#announce(expected);
      this.#announce({ secondary, zone: catalog });
    });
  }

  /** A secondary answers, but not for this zone that the catalog lists. */
  async #renewFor(place: Place): Promise<void> {
    const { database, clock, catalog, publisher } = this.#options;
    const { secondary } = place;
    const catalogBefore = clock.now() - additionMs;
    if (await database.first(findWithCatalog, { secondary, catalog, catalogBefore })) {
      publisher.renew(place, 'a secondary has the catalog, but not a zone that it lists');
    }
  }

  #announce(place: Place): void {
    this.#attempt(this.#options.notifier.remind(place));
  }

  #attempt(work: Promise<void>): void {
    work.catch(this.#warn);
  }

  readonly #warn = (error: unknown): void =>
    this.#options.log.warn({ err: error }, 'checking secondaries failed; trying again');
}

function newPass(): Pass {
  return { afterName: '', nextAt: 0, isSuspect: true, losses: 0 };
}
