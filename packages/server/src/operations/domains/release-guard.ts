/**
 * Prevents a wrong clock from deleting a portfolio: in production the releases of a day stop at a
 * limit until an operator confirms more. Days are machine days in UTC, because the calendar clock
 * may be wrong.
 */
import type { MachineClock } from '../../base/clock.ts';
import { startOfUtcDay, utcDay } from '../../base/iso-time.ts';
import { persist } from '../../changes/persist.ts';
import { countHeldDomains, countReleases } from '../../storage/queries/domains/lifecycle-sweep.ts';
import {
  findReleaseConfirmation,
  lockReleaseDay,
} from '../../storage/queries/domains/release-confirmations.ts';
import { insert, type RowWrite, update } from '../../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import { releaseConfirmations } from '../../storage/tables/domains/release-confirmations.ts';

const releasesPerDayMin = 20;
/** One of so many domains may be released in a day. */
const domainsPerRelease = 100;

export interface ReleaseCount {
  readonly day: string;
  readonly begun: number;
  readonly allowed: number;
}

/** The releases of the current day, as the decision about one more needs them. */
export interface ReleaseDay extends ReleaseCount {
  /** The day has no row to lock yet. */
  readonly isFirst: boolean;
}

export function permitsRelease({ begun, allowed }: ReleaseCount): boolean {
  return begun < allowed;
}

/** Written with a release: of two first ones of a day, one is a conflict and counts the other. */
export function releaseDayRows({ day, isFirst }: ReleaseDay): readonly RowWrite[] {
  return isFirst ? [insert(releaseConfirmations, { day, allowed: 0 })] : [];
}

/** What an operator is shown. */
export async function countReleasesToday(
  reader: HostmasterReader,
  machineNow: number,
): Promise<ReleaseCount> {
  const day = utcDay(machineNow);
  const confirmed = await reader.first(findReleaseConfirmation, { day });
  return {
    day,
    begun: await countBegun(reader, day),
    allowed: Math.max(await ownLimit(reader), confirmed?.allowed ?? 0),
  };
}

/** What changes that count releases have in common. */
export const releasesKey = 'releases';

/** An operator allows this many releases on the current day, in total. */
export function allowReleases(
  database: HostmasterDatabase,
  input: { readonly machineNow: number; readonly allowed: number },
): Promise<ReleaseCount> {
  const { machineNow, allowed } = input;
  const day = utcDay(machineNow);
  return persist(database, {
    keys: [releasesKey],
    owner: '',
    commit: 'alone',
    load: (reader) =>
      Promise.all([
        reader.first(lockReleaseDay, { day }),
        countBegun(reader, day),
        ownLimit(reader),
      ]),
    decide([confirmed, begun, own]) {
      const row =
        confirmed === undefined
          ? insert(releaseConfirmations, { day, allowed })
          : update(releaseConfirmations, { day }, { allowed });
      return { answer: { day, begun, allowed: Math.max(own, allowed) }, change: { rows: [row] } };
    },
  });
}

/**
 * For one sweep. The portfolio is not counted as a whole, which blocks SQLite for a second with a
 * million domains: its limit is learned in steps, each twice the one before, as far as releases go.
 */
export class ReleaseGuard {
  readonly #clock: MachineClock;
  #ownLimit = releasesPerDayMin;
  #isWholeLimit = false;

  constructor(clock: MachineClock) {
    this.#clock = clock;
  }

  /** Locks the day's row until the release commits: two processes cannot exceed the limit. */
  async load(reader: HostmasterReader): Promise<ReleaseDay> {
    const day = utcDay(this.#clock.now());
    const confirmed = await reader.first(lockReleaseDay, { day });
    const begun = await countBegun(reader, day);
    const allowed = () => Math.max(confirmed?.allowed ?? 0, this.#ownLimit);
    while (begun >= allowed() && !this.#isWholeLimit) await this.#learn(reader);
    return { day, begun, allowed: allowed(), isFirst: confirmed === undefined };
  }

  async #learn(reader: HostmasterReader): Promise<void> {
    const countMax = this.#ownLimit * 2 * domainsPerRelease;
    const held = await reader.first(countHeldDomains, { countMax });
    const count = Number(held?.count ?? 0);
    this.#isWholeLimit = count < countMax;
    this.#ownLimit = limitFor(count);
  }
}

async function countBegun(reader: HostmasterReader, day: string): Promise<number> {
  const row = await reader.first(countReleases, { since: startOfUtcDay(day) });
  return Number(row?.count ?? 0);
}

async function ownLimit(reader: HostmasterReader): Promise<number> {
  const held = await reader.first(countHeldDomains, { countMax: Number.MAX_SAFE_INTEGER });
  return limitFor(Number(held?.count ?? 0));
}

function limitFor(heldDomains: number): number {
  return Math.max(releasesPerDayMin, Math.floor(heldDomains / domainsPerRelease));
}
