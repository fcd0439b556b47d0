/** The warnings of a zone: what is not published as saved, and why. */
import { listRecords } from '../storage/queries/records/records.ts';
import { findZone } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { addresslessNameservers } from '../zones/addressless-nameservers.ts';
import { delegationWarnings } from '../zones/delegation-warnings.ts';
import type { ZoneWarning } from '../zones/zone-record.ts';
import { publishedOwners } from './read-zone.ts';

interface Target {
  readonly zone: string;
  readonly domainId: string;
}

/** Call it within one snapshot. `recordId` is null for warnings about the zone as a whole. */
export async function zoneWarnings(
  reader: HostmasterReader,
  target: Target,
): Promise<(Omit<ZoneWarning, 'recordId'> & { readonly recordId: string | null })[]> {
  const records = await reader.all(listRecords, { domainId: target.domainId });
  const ofOwners: ZoneWarning[] = [];
  for await (const page of publishedOwners(reader, target)) ofOwners.push(...page.warnings);
  return [
    ...(await nameserverWarnings(reader, target, records)),
    ...delegationWarnings(target.zone, records),
    ...ofOwners,
  ];
}

/** Nameservers inside the zone without an address in it. */
async function nameserverWarnings(
  reader: HostmasterReader,
  { zone }: Target,
  records: readonly StoredRecord[],
) {
  const row = await reader.first(findZone, { name: zone });
  if (row === undefined) return [];
  const missing = addresslessNameservers({
    zone,
    nameservers: row.nameservers,
    records,
    addressTypes: ['A', 'AAAA', 'ALIAS'],
  });
  return missing.map((host) => ({
    recordId: null,
    message: `${host} is a nameserver of this domain and has no A or AAAA record`,
  }));
}
