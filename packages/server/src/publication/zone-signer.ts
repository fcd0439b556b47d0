/**
 * Signs zones in the background: prepares those that are to be signed, deletes what is left of those that
 * no longer are, signs others with a new key, and makes signatures again before they end. It rests after each step, so that the work
 * on many zones is spread over time.
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
} from '../storage/queries/zones/signing.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { stepOffers } from './offer-keys.ts';
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
    while (await this.#round()) if (this.#loop.isStopping) return;
  }

  /** One step of each zone, so that a large one delays no other. Whether a zone has more to do. */
  async #round(): Promise<boolean> {
    const { database, clock } = this.#options;
    const until = clock.now();
    const preparing = await database.all(listBeingSigned, { after: '', limit: zonesPerRound });
    const due = await database.all(pageDueZones, { until, limit: duePerRound });
    const offers = await database.all(listOffersDue, { limit: zonesPerRound });
    let isMore = offers.length === zonesPerRound;
    for (const { domainId: id } of offers) await this.#attempt(id, () => stepOffers(database, id));
    const places = await database.all(listSigningPlaces, { after: '', limit: zonesPerRound });
    const walked = [...preparing.map(({ id }) => id), ...places.map(({ domainId }) => domainId)];
    for (const id of new Set(walked)) {
      isMore = (await this.#attempt(id, () => stepSigning(database, id))) || isMore;
    }
    for (const id of new Set(due.map(({ domainId }) => domainId))) {
      isMore = (await this.#attempt(id, () => refreshSignatures(database, id, until))) || isMore;
    }
    return isMore;
  }

  /** A failure in one zone does not stop the others; the next run tries again. */
  async #attempt(domainId: string, step: () => Promise<boolean>): Promise<boolean> {
    if (this.#loop.isStopping) return false;
    try {
      return await step();
    } catch (error) {
      this.#options.log.warn({ err: error, domainId }, 'signing a zone failed; it is tried again');
      return false;
    } finally {
      await rest(restMs);
    }
  }
}
