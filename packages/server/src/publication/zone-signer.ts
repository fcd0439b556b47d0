/**
 * Signs zones in the background: prepares those that are to be signed, deletes what is left of those that
 * no longer are, signs others with a new key, and makes signatures again before they end. It rests after
 * each step, so that the work on many zones is spread over time.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { minuteMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import { Loop } from '../base/loop.ts';
import { listOffersDue } from '../storage/queries/domains/domain-dnssec.ts';
import {
  listBeingSigned,
  listSigningPlaces,
  pageDueZones,
  pageZonesAhead,
} from '../storage/queries/zones/signing.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { refreshWithinMs } from '../zones/signature-times.ts';
import { stepOffers } from './offer-keys.ts';
import { PagesAhead } from './pages-ahead.ts';
import { stepSigning } from './prepare-signing.ts';
import { refreshSignatures } from './refresh-signatures.ts';

export interface ZoneSignerOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly log: Logger;
}

const everyMs = minuteMs;
const restMs = 2;
const zonesPerRound = 100;
const duePerRound = 500;
/** More zones than this fail for one reason, such as a lost secret: the rest waits for the next run. */
const leftMax = 5_000;

/** One kind of work, and the zones that this run leaves as they are: they hold up no others. */
interface Work {
  readonly left: Set<string>;
  /** Zones that have some to do, some more than once, without those that are left. */
  list(except: readonly string[]): Promise<readonly { readonly domainId: string }[]>;
  /** Whether the zone has more of it to do. */
  step(domainId: string): Promise<boolean>;
}

export class ZoneSigner {
  readonly #options: ZoneSignerOptions;
  readonly #loop: Loop;
  #unsubscribe: (() => void) | null = null;

  constructor(options: ZoneSignerOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#run(),
      restMs: everyMs,
      onError: (error) => options.log.warn({ err: error }, 'signing zones failed'),
    });
  }

  start(): void {
    const { events } = this.#options.database;
    this.#unsubscribe = events.subscribe('signing-changed', () => this.#loop.wake());
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await this.#loop.stop();
  }

  async #run(): Promise<void> {
    const pages = new PagesAhead();
    try {
      const works = this.#works(pages);
      for (let isMore = true; isMore && !this.#loop.isStopping; ) {
        isMore = false;
        for (const work of works) isMore = (await this.#round(work)) || isMore;
      }
    } finally {
      await pages.close();
    }
  }

  #works(pages: PagesAhead): readonly Work[] {
    const { database, clock } = this.#options;
    const unrefreshed = new Set<string>();
    return [
      {
        left: new Set(),
        async list(except) {
          const page = { except, limit: zonesPerRound };
          const [preparing, places] = await Promise.all([
            database.all(listBeingSigned, page),
            database.all(listSigningPlaces, page),
          ]);
          return [...preparing, ...places];
        },
        step: (domainId) => stepSigning(database, domainId, pages),
      },
      {
        left: unrefreshed,
        async list(except) {
          const page = { except, limit: duePerRound };
          const now = clock.now();
          const due = await database.all(pageDueZones, { until: now, ...page });
          if (due.length > 0) return due;
          return database.all(pageZonesAhead, { after: now + refreshWithinMs, ...page });
        },
        async step(domainId) {
          const isRefreshed = await refreshSignatures(database, domainId);
          // Its signatures are due, but it is no longer served, or not due by the clock of the store.
          if (!isRefreshed) unrefreshed.add(domainId);
          return true;
        },
      },
      {
        left: new Set(),
        list: (except) => database.all(listOffersDue, { except, limit: zonesPerRound }),
        step: (domainId) => stepOffers(database, domainId),
      },
    ];
  }

  /** One step of each zone, so that a large one delays no other. Whether there is more to do. */
  async #round(work: Work): Promise<boolean> {
    const { left } = work;
    if (left.size >= leftMax) return false;
    const listed = new Set((await work.list([...left])).map(({ domainId }) => domainId));
    let isMore = false;
    for (const domainId of listed) {
      if (this.#loop.isStopping) return false;
      try {
        isMore = (await work.step(domainId)) || isMore;
      } catch (error) {
        this.#options.log.warn(
          { err: error, domainId },
          'signing a zone failed; it is tried again',
        );
        left.add(domainId);
        // Others may be behind it.
        isMore = true;
      }
      await rest(restMs);
    }
    return isMore;
  }
}
