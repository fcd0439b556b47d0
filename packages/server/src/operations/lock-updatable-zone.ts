/** Which zones DNS UPDATE can change: the served zone of a live domain. */
import { lockZone } from '../storage/queries/domains.ts';
import { findZone } from '../storage/queries/zones.ts';
import type { HostmasterTx } from '../storage/schema.ts';

/** Locks the domain. A zone outlives its registration, so it may still belong to an earlier one. */
export async function lockUpdatableZone(
  tx: HostmasterTx,
  wanted: { readonly workspaceId: string; readonly name: string },
) {
  const domain = await tx.first(lockZone, wanted);
  if (domain?.state === 'releasing') return { kind: 'releasing' } as const;
  if (domain?.state !== 'live') return { kind: 'not-served' } as const;
  const zone = await tx.first(findZone, { name: wanted.name });
  if (zone?.domainId !== domain.id) return { kind: 'not-served' } as const;
  return { kind: 'updatable', domain, serial: zone.serial } as const;
}
