/**
 * Checks that secondaries act on the catalog that they have: they drop the zones that it no longer
 * lists, and add the others. PowerDNS takes a new version of the catalog even when it could not
 * change its database, and does not try again. Then the catalog is published again, with the same
 * members and a new serial.
 */
import { dayMs, hourMs, minuteMs, secondMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { Loop } from '../../base/loop.ts';
import {
  findWithCatalog,
  listRemovedButHeld,
} from '../../storage/queries/secondaries/zone-confirmations.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { CatalogPublisher } from './catalog-publisher.ts';
import type { SerialChecks } from './serial-checks.ts';

export interface CatalogChecksOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly checks: SerialChecks;
  readonly publisher: Pick<CatalogPublisher, 'renew'>;
  /** The name of the catalog zone. */
  readonly catalog: string;
  readonly log: Logger;
}

interface Place {
  readonly zone: string;
  readonly secondary: string;
}

const everyMs = 2 * secondMs;
const zonesMax = 250;
/** A secondary without contact for longer has let the zone expire. */
export const removedForMs = 14 * dayMs;
/** How long a secondary with the catalog takes to remove zones, and to fetch new ones. */
const removalMs = 2 * secondMs;
const additionMs = 30 * secondMs;
const renewalFirstMs = 10 * secondMs;
const renewalMaxMs = hourMs;
const forgottenAfterMs = 10 * minuteMs;

export class CatalogChecks {
  readonly #options: CatalogChecksOptions;
  readonly #loop: Loop;
  /** Since the last time that all secondaries followed. */
  #renewals = 0;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(options: CatalogChecksOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#checkRemoved(),
      restMs: everyMs,
      onError: (error) =>
        options.log.warn({ err: error }, 'checking removed zones failed; trying again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** A secondary answers, but not for this zone that the catalog lists. */
  noteAbsent(place: Place): void {
    const { database, clock, catalog, log } = this.#options;
    const catalogSince = clock.now() - additionMs;
    database.first(findWithCatalog, { secondary: place.secondary, catalog, catalogSince }).then(
      (found) => {
        if (found !== undefined) {
          this.#renew(place, 'a secondary has the catalog, but not a zone that it lists');
        }
      },
      (error: unknown) => log.warn({ err: error }, 'checking a new zone failed; trying again'),
    );
  }

  async #checkRemoved(): Promise<void> {
    const { database, clock, checks, catalog } = this.#options;
    const now = clock.now();
    const kept = await database.all(listRemovedButHeld, {
      secondary: null,
      removedSince: now - removedForMs,
      catalog,
      catalogSince: now - removalMs,
      limit: zonesMax,
    });
    for (const place of kept) {
      checks.once({ ...place, serial: null }, (held) => {
        if (held === 'unanswered') return;
        this.#renew(place, 'a secondary serves a zone that was removed from the catalog');
      });
    }
  }

  /** Less and less often: a secondary may serve the zone for a reason of its own. */
  #renew(place: Place, problem: string): void {
    const { clock, publisher, log } = this.#options;
    const now = clock.now();
    if (now - this.#seenAt > forgottenAfterMs) this.#renewals = 0;
    this.#seenAt = now;
    const restMs = Math.min(renewalFirstMs * 2 ** this.#renewals, renewalMaxMs);
    if (now - this.#renewedAt < restMs) return;
    this.#renewals += 1;
    this.#renewedAt = now;
    log.warn(place, `${problem}; publishing the catalog again`);
    publisher.renew();
  }
}
