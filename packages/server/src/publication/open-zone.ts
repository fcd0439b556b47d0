/** The start and the end of a zone: it is served from the registry's confirmation until the release. */
import { loadEach } from '@hostmaster/storage';
import type { Change } from '../changes/change.ts';
import type { ZoneSubject } from '../changes/zone-edit.ts';
import { listZoneTargets } from '../storage/queries/zones/flattening.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { followTargets } from './publish-records.ts';
import { targetsOfZone } from './target-owners.ts';
import { loadNewTargets, type NewTarget } from './touched-owners.ts';

/** The targets of a zone's records that it does not follow yet. */
export async function loadOpening(
  reader: HostmasterReader,
  domain: Pick<ZoneSubject, 'id' | 'name'>,
): Promise<readonly NewTarget[]> {
  const targets = await targetsOfZone(reader, domain);
  if (targets.length === 0) return [];
  const uses = await loadEach(reader, listZoneTargets, { domainId: domain.id, targets });
  const followed = new Set(uses.map(({ target }) => target));
  return loadNewTargets(
    reader,
    targets.filter((target) => !followed.has(target)),
  );
}

/** The registry has confirmed the name: the zone is served with all records saved so far. */
export function openZone(
  { id, name }: Pick<ZoneSubject, 'id' | 'name'>,
  targets: readonly NewTarget[],
): Change {
  return { ...followTargets({ id }, targets), zones: [{ kind: 'open', domain: { id, name } }] };
}

/** The domain was released, or another registrar has it. */
export function closeZone({ id, name, zone: { signing } }: ZoneSubject): Change {
  return { zones: [{ kind: 'close', domain: { id, name, zone: { signing } } }] };
}
