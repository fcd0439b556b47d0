/**
 * How many zones each secondary lacks or has in an older version, for metrics. With many zones the
 * count takes long, so it goes page by page and rests nine times as long as it works; meanwhile the
 * previous one is shown.
 */
import { setTimeout as rest } from 'node:timers/promises';
import type { MachineClock } from '../../base/clock.ts';
import { listSecondaries } from '../../storage/queries/secondaries/secondaries.ts';
import { countBehind, findPageEnd } from '../../storage/queries/secondaries/zone-confirmations.ts';
import type { HostmasterReader } from '../../storage/schema.ts';

interface Count {
  readonly secondary: string;
  readonly zones: number;
}

export interface ZonesBehindOptions {
  readonly reader: HostmasterReader;
  readonly clock: MachineClock;
  readonly pageZones?: number;
}

const pageZonesDefault = 500;
const restsPerWork = 9;
/** A change counts after this time. */
const afterMs = 10_000;
/** How long a reader waits for a count that runs. */
const waitMs = 1_000;

export class ZonesBehind {
  readonly #options: Required<ZonesBehindOptions>;
  #latest: readonly Count[] = [];
  #counting: Promise<void> | null = null;
  /** By `performance.now()`. */
  #nextAt = 0;

  constructor(options: ZonesBehindOptions) {
    this.#options = { pageZones: pageZonesDefault, ...options };
  }

  /** The newest complete count. Starts the next one, after a rest as long as the last one took. */
  async read(): Promise<readonly Count[]> {
    if (this.#counting === null && performance.now() >= this.#nextAt) {
      this.#counting = this.#count().finally(() => {
        this.#counting = null;
      });
    }
    if (this.#counting !== null) {
      await Promise.race([this.#counting, rest(waitMs, undefined, { ref: false })]);
    }
    return this.#latest;
  }

  async #count(): Promise<void> {
    const { reader, clock, pageZones } = this.#options;
    const startedAt = performance.now();
    const until = clock.now() - afterMs;
    const counts = new Map<string, number>();
    for (const { name } of await reader.all(listSecondaries, {})) counts.set(name, 0);
    for (let afterName: string | null = ''; counts.size > 0 && afterName !== null; ) {
      const pageAt = performance.now();
      const page = await reader.all(countBehind, { afterName, pageZones, until });
      for (const { secondary, zones } of page) {
        counts.set(secondary, (counts.get(secondary) ?? 0) + Number(zones));
      }
      afterName = await this.#endOfPage(afterName);
      const restMs = (performance.now() - pageAt) * restsPerWork;
      if (afterName !== null) await rest(restMs, undefined, { ref: false });
    }
    this.#latest = [...counts].map(([secondary, zones]) => ({ secondary, zones }));
    const endedAt = performance.now();
    this.#nextAt = endedAt + (endedAt - startedAt);
  }

  /** Null when it is the last. */
  async #endOfPage(afterName: string): Promise<string | null> {
    const { reader, pageZones } = this.#options;
    const end = await reader.first(findPageEnd, { afterName, offset: pageZones - 1 });
    return end?.name ?? null;
  }
}
