/**
 * Limits how many zones leave the catalog in a day until an operator confirms more, so that a fault
 * cannot remove every zone from the secondaries.
 */
import { startOfUtcDay, utcDay } from '../../base/iso-time.ts';
import type { ChangeWork } from '../../changes/persist.ts';
import { lockConfirmation } from '../../storage/queries/zones/catalog-confirmations.ts';
import { countCatalog } from '../../storage/queries/zones/zones.ts';
import { insert, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { catalogConfirmations } from '../../storage/tables/zones/catalog-confirmations.ts';

const removalsPerDayMin = 20;
const removalsPerDayShare = 0.01;

export interface CatalogGuard {
  /** UTC, by the machine clock. */
  readonly day: string;
  readonly listed: number;
  /** Members removed today, and the limit without confirmation. */
  readonly removed: number;
  readonly allowed: number;
  /** Members that are due for removal but still listed. */
  readonly waiting: number;
}

/** A day is a UTC day of the machine clock, as for releases. */
export async function catalogGuard(
  reader: HostmasterReader,
  machineNow: number,
): Promise<CatalogGuard> {
  const day = utcDay(machineNow);
  const counts = await reader.first(countCatalog, { day, since: startOfUtcDay(day) });
  const listed = Number(counts?.listed ?? 0);
  return {
    day,
    listed,
    removed: Number(counts?.removed ?? 0),
    allowed: allowedOf(listed, counts?.confirmed ?? 0),
    waiting: Number(counts?.waiting ?? 0),
  };
}

function allowedOf(listed: number, confirmed: number): number {
  const limit = Math.max(removalsPerDayMin, Math.floor(listed * removalsPerDayShare));
  return Math.max(limit, confirmed);
}

/** An operator allows this many removals on the current day, in total. */
export function allowRemovals(input: {
  readonly machineNow: number;
  readonly allowed: number;
  /** Refuses a count, given what is allowed so far. */
  readonly check: (guard: CatalogGuard) => void;
}): ChangeWork<{ readonly guard: CatalogGuard; readonly isConfirmed: boolean }, CatalogGuard> {
  const { machineNow, allowed, check } = input;
  const day = utcDay(machineNow);
  return {
    keys: [],
    owner: '',
    commit: 'alone',
    async load(reader) {
      const [confirmation, guard] = await Promise.all([
        reader.first(lockConfirmation, { day }),
        catalogGuard(reader, machineNow),
      ]);
      return { guard, isConfirmed: confirmation !== undefined };
    },
    decide({ guard, isConfirmed }) {
      check(guard);
      return {
        answer: { ...guard, allowed: allowedOf(guard.listed, allowed) },
        change: {
          rows: [
            isConfirmed
              ? update(catalogConfirmations, { day }, { allowed })
              : insert(catalogConfirmations, { day, allowed }),
          ],
        },
      };
    },
  };
}
