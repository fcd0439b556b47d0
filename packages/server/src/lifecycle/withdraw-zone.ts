/** A domain that went to another registrar: its zone is served no longer. */
import { setZoneWithdrawn } from '../storage/queries/transfers-out.ts';
import { findZone } from '../storage/queries/zones.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { closeZone } from '../zones/publication/publish-change.ts';

/** A name that has come back meanwhile has a zone of its own. */
export async function withdrawZone(tx: HostmasterTx, domain: Domain): Promise<void> {
  const zone = await tx.first(findZone, { name: domain.name });
  if (zone?.domainId === domain.id) await closeZone(tx, domain);
  await tx.run(setZoneWithdrawn, { id: domain.id });
}
