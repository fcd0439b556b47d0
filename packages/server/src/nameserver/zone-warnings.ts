/** The warnings of a zone: what is not published as saved, and why. */

import { Pace } from '../base/fairness/pace.ts';
import { findZone } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { publishAll } from '../zone-data/published-names.ts';
import { ownerPagesAt } from '../zone-files/owner-pages.ts';
import { addresslessNameservers } from '../zones/addressless-nameservers.ts';
import { delegationWarnings } from '../zones/delegation-warnings.ts';
import { ownerKey, storedNames } from '../zones/stored-names.ts';
import type { ZoneWarning } from '../zones/zone-record.ts';

interface Target {
  readonly zone: string;
  readonly domainId: string;
  /** The current one; later changes are left out. */
  readonly revision: number;
}

type NamedRecord = Pick<StoredRecord, 'id' | 'type' | 'name'>;

/** Records that are looked at in one go. */
const slice = 500;

/**
 * Reads the zone once, page by page with rests; no snapshot is needed. `recordId` is null for warnings
 * about the zone as a whole.
 */
export async function zoneWarnings(
  reader: HostmasterReader,
  target: Target,
): Promise<{ readonly recordId: string | null; readonly message: string }[]> {
  const { zone } = target;
  const pace = new Pace();
  const records: NamedRecord[] = [];
  const delegations = storedNames<NamedRecord>(zone, []);
  const ofOwners: ZoneWarning[] = [];
  for await (const owners of ownerPagesAt(reader, target)) {
    ofOwners.push(...(await publishAll(reader, target, owners)).warnings);
    for (const { id, type, name } of [...owners.values()].flat()) {
      const record = { id, type, name };
      records.push(record);
      if (type === 'NS') delegations.add(ownerKey(zone, name), record);
    }
    await pace.step();
  }
  const ofDelegations: ZoneWarning[] = [];
  for (let start = 0; start < records.length; start += slice) {
    const some = records.slice(start, start + slice);
    ofDelegations.push(...delegationWarnings(zone, some, delegations));
    await pace.step();
  }
  const ofRecords = [...ofDelegations, ...ofOwners].map(({ recordId, message }) => {
    return { recordId, message };
  });
  return [...(await nameserverWarnings(reader, zone, records)), ...ofRecords];
}

/** Nameservers inside the zone without an address in it. */
async function nameserverWarnings(
  reader: HostmasterReader,
  zone: string,
  records: readonly NamedRecord[],
) {
  const row = await reader.first(findZone, { name: zone });
  if (row === undefined) return [];
  const { nameservers } = row.zone;
  const missing = addresslessNameservers({
    zone,
    nameservers,
    records: recordsAround(zone, nameservers, records),
    addressTypes: ['A', 'AAAA', 'ALIAS'],
  });
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
  const labels = new Set(
    hosts.flatMap((host) =>
      host.endsWith(`.${zone}`) ? highestLabel(host.slice(0, -zone.length - 1)) : [],
    ),
  );
  return records.filter(
    ({ name }) => name === '@' || name === '*' || labels.has(highestLabel(name)),
  );
}

function highestLabel(relative: string): string {
  return relative.slice(relative.lastIndexOf('.') + 1);
}
