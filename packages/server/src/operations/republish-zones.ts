/**
 * Gives every zone a new serial and no journal, so that secondaries transfer each zone in full, as
 * after a restore.
 */
import { dropJournals } from '../storage/queries/zone-journal.ts';
import { raiseAllSerials } from '../storage/queries/zones.ts';
import { command } from '../storage/query.ts';
import type { HostmasterTx } from '../storage/schema.ts';

/** Returns the number of zones. */
export async function republishZones(tx: HostmasterTx): Promise<number> {
  const [raised] = await tx.batch([command(raiseAllSerials, {}), command(dropJournals, {})]);
  return raised;
}
