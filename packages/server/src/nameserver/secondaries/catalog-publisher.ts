/** Writes the catalog zone when zones have come or gone: many of them become one new version. */
import { hourMs, minuteMs, secondMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { Loop } from '../../base/loop.ts';
import { persist } from '../../changes/persist.ts';
import type { CatalogGuard } from '../../operations/zones/catalog-guard.ts';
import { anyCatalogDue, findCatalog } from '../../storage/queries/zones/zones.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { batchMax, loadCatalog, type Published, publishCatalog } from './publish-catalog.ts';
import type { Place } from './secondaries.ts';

const coalesceMs = 20;
const checkEveryMs = 500;
const renewalFirstMs = 10 * secondMs;
const renewalMaxMs = hourMs;
const forgottenAfterMs = 10 * minuteMs;

export interface CatalogPublisherOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  /** The name of the catalog zone. */
  readonly catalog: string;
  readonly log: Logger;
  /** Called with the zones that the catalog lists newly. */
  readonly onListed?: (zones: readonly string[]) => void;
}

export class CatalogPublisher {
  readonly #options: CatalogPublisherOptions;
  readonly #loop: Loop;
  #isRenewalDue = false;
  /** A zone was added or removed, so the first question is not necessary. */
  #isChangeKnown = false;
  #isCreated = false;
  /** Since the last time that all secondaries followed the catalog. */
  #renewals = 0;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #problemAt = Number.NEGATIVE_INFINITY;
  #warnedOn = '';

  constructor(options: CatalogPublisherOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#publishIfDue(),
      restMs: checkEveryMs,
      onError: (error) =>
        options.log.warn({ err: error }, 'publishing the catalog failed; trying again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** A zone was added or removed. Waits a moment to collect further changes. */
  wake(): void {
    this.#isChangeKnown = true;
    this.#loop.wake(coalesceMs);
  }

  /**
   * Publishes the same members with a new serial, so that secondaries act on the catalog again: PowerDNS
   * takes a version even when it could not change its database, and does not try again. Less and less
   * often, because a secondary may serve a zone for a reason of its own.
   */
  renew(place: Place, problem: string): void {
    const now = this.#options.clock.now();
    if (now - this.#problemAt > forgottenAfterMs) this.#renewals = 0;
    this.#problemAt = now;
    const restMs = Math.min(renewalFirstMs * 2 ** this.#renewals, renewalMaxMs);
    if (now - this.#renewedAt < restMs) return;
    this.#renewals += 1;
    this.#renewedAt = now;
    this.#options.log.warn(place, `${problem}; publishing the catalog again`);
    this.#isRenewalDue = true;
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #publishIfDue(): Promise<void> {
    let isRenewal = this.#isRenewalDue;
    const isKnown = isRenewal || this.#isChangeKnown;
    this.#isRenewalDue = false;
    this.#isChangeKnown = false;
    if (!isKnown && !(await this.#isDue())) return;
    for (let isDone = false; !isDone && !this.#loop.isStopping; ) {
      const published = await this.#publish(isRenewal);
      isRenewal = false;
      if (published.listed.length > 0) this.#options.onListed?.(published.listed);
      if (published.exceeded !== null) this.#warnAboutLimit(published.exceeded);
      isDone = published.changes < batchMax;
    }
  }

  async #isDue(): Promise<boolean> {
    const { database, catalog } = this.#options;
    this.#isCreated ||= (await database.first(findCatalog, { name: catalog })) !== undefined;
    return !this.#isCreated || (await database.first(anyCatalogDue, {})) !== undefined;
  }

  #publish(isRenewal: boolean): Promise<Published> {
    const { database, clock, catalog } = this.#options;
    return persist(database, {
      keys: [],
      owner: '',
      commit: 'alone',
      load: (reader) => loadCatalog(reader, { catalog, machineNow: clock.now() }),
      decide: (loaded) => publishCatalog({ catalog, isRenewal }, loaded),
    });
  }

  #warnAboutLimit(guard: CatalogGuard): void {
    if (this.#warnedOn === guard.day) return;
    this.#warnedOn = guard.day;
    this.#options.log.error(
      guard,
      'too many zones would be removed from the catalog today: see "hostmaster zone removals"',
    );
  }
}
