/**
 * Limits how many zones leave the catalog in a day until an operator confirms more, so that a fault
 * cannot remove every zone from the secondaries.
 */
import { startOfUtcDay, utcDay } from '../base/iso-time.ts';
import { confirmRemovals } from '../storage/queries/catalog-confirmations.ts';
import { countCatalog } from '../storage/queries/zones.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';

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
  const since = startOfUtcDay(day);
  const counts = await reader.first(countCatalog, { day, since });
  const listed = Number(counts?.listed ?? 0);
  const limit = Math.max(removalsPerDayMin, Math.floor(listed * removalsPerDayShare));
  return {
    day,
    listed,
    removed: Number(counts?.removed ?? 0),
    allowed: Math.max(limit, counts?.confirmed ?? 0),
    waiting: Number(counts?.waiting ?? 0),
  };
}

/** An operator allows this many removals on the current day, in total. */
export async function allowRemovals(
  tx: HostmasterTx,
  input: { readonly machineNow: number; readonly allowed: number },
): Promise<CatalogGuard> {
  const { machineNow, allowed } = input;
  await tx.run(confirmRemovals, { day: utcDay(machineNow), allowed });
  return catalogGuard(tx, machineNow);
}
