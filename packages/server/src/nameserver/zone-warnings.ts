/** The warnings of a zone: what is not published as saved, and why. */

import { dashboardLimits } from '@hostmaster/contract/dashboard';
import { Pace } from '../base/fairness/pace.ts';
import { findZone } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { publishAll } from '../zone-data/published-names.ts';
import { ownerPagesAt } from '../zone-files/owner-pages.ts';
import { addresslessNameservers } from '../zones/addressless-nameservers.ts';
import { delegationWarnings } from '../zones/delegation-warnings.ts';
import type { CountedList } from '../zones/read-import-file.ts';
import { ownerKey, storedNames } from '../zones/stored-names.ts';

interface Target {
  readonly zone: string;
  readonly domainId: string;
  /** The current one; later changes are left out. */
  readonly revision: number;
}

type NamedRecord = Pick<StoredRecord, 'id' | 'type' | 'name'>;

/** `recordId` is null for warnings about the zone as a whole. */
interface ShownWarning {
  readonly recordId: string | null;
  readonly message: string;
}

/**
 * Reads the zone page by page with rests, and a second time where it has delegations; no snapshot is
 * needed. Of many warnings the first ones are held only.
 */
export async function zoneWarnings(
  reader: HostmasterReader,
  target: Target,
): Promise<CountedList<ShownWarning>> {
  const { zone } = target;
  const nameservers = await ownNameservers(reader, zone);
  const delegations = storedNames<NamedRecord>(zone, []);
  const aroundNameservers: NamedRecord[] = [];
  const ofOwners = new FirstWarnings();
  let isDelegating = false;
  for await (const { owners, records } of pages(reader, target)) {
    ofOwners.add((await publishAll(reader, target, owners)).warnings);
    for (const { id, type, name } of records) {
      if (type === 'NS') delegations.add(ownerKey(zone, name), { id, type, name });
      isDelegating ||= type === 'NS' || type === 'DS';
    }
    aroundNameservers.push(...recordsAround(zone, nameservers, records));
  }
  const found = new FirstWarnings();
  found.add(nameserverWarnings(zone, nameservers, aroundNameservers));
  if (isDelegating) {
    for await (const { records } of pages(reader, target)) {
      found.add(delegationWarnings(zone, records, delegations));
    }
  }
  found.add(ofOwners.first, ofOwners.count);
  return found;
}

async function* pages(reader: HostmasterReader, target: Target) {
  const pace = new Pace();
  for await (const owners of ownerPagesAt(reader, target)) {
    yield { owners, records: [...owners.values()].flat() };
    await pace.step();
  }
}

class FirstWarnings implements CountedList<ShownWarning> {
  readonly first: ShownWarning[] = [];
  count = 0;

  /** `count` is of all, of which these are the first. */
  add(warnings: readonly ShownWarning[], count = warnings.length): void {
    const room = dashboardLimits.warningsMax - this.first.length;
    for (const { recordId, message } of warnings.slice(0, room)) {
      this.first.push({ recordId, message });
    }
    this.count += count;
  }
}

/** The nameservers of the zone that have their names inside it. */
async function ownNameservers(reader: HostmasterReader, zone: string): Promise<readonly string[]> {
  const row = await reader.first(findZone, { name: zone });
  return (row?.zone.nameservers ?? []).filter((host) => host === zone || host.endsWith(`.${zone}`));
}

/** Those without an address in the zone. */
function nameserverWarnings(
  zone: string,
  nameservers: readonly string[],
  records: readonly NamedRecord[],
): readonly ShownWarning[] {
  const addressTypes = ['A', 'AAAA', 'ALIAS'] as const;
  const missing = addresslessNameservers({ zone, nameservers, records, addressTypes });
  return missing.map((host) => ({
    recordId: null,
    message: `${host} is a nameserver of this domain and has no A or AAAA record`,
  }));
}

/** All that a look-up of these hosts can meet: records under their highest label, and a wildcard above it. */
function recordsAround(
  zone: string,
  hosts: readonly string[],
  records: readonly NamedRecord[],
): readonly NamedRecord[] {
  if (hosts.length === 0) return [];
  const labels = new Set(
    hosts.flatMap((host) =>
      host.endsWith(`.${zone}`) ? highestLabel(host.slice(0, -zone.length - 1)) : [],
    ),
  );
  return records
    .filter(({ name }) => name === '@' || name === '*' || labels.has(highestLabel(name)))
    .map(({ id, type, name }) => ({ id, type, name }));
}

function highestLabel(relative: string): string {
  return relative.slice(relative.lastIndexOf('.') + 1);
}
