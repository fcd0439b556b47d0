/** Which zones DNS UPDATE can change: the served zone of a live domain. */
import { lockZone } from '../../storage/queries/domains/domains.ts';
import { findZone } from '../../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../../storage/schema.ts';

/** Locks the domain. A zone outlives its registration, so it may still belong to an earlier one. */
export async function lockUpdatableZone(
  reader: HostmasterReader,
  wanted: { readonly workspaceId: string; readonly name: string },
) {
  const [domain, zone] = await Promise.all([
    reader.first(lockZone, wanted),
    reader.first(findZone, { name: wanted.name }),
  ]);
  if (domain?.state === 'releasing') return { kind: 'releasing' } as const;
  if (domain?.state !== 'live') return { kind: 'not-served' } as const;
  if (zone?.domainId !== domain.id) return { kind: 'not-served' } as const;
  return { kind: 'updatable', domain, serial: zone.serial } as const;
}
