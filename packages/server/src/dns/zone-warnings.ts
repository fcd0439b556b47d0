/** What its owner should know about the records of a zone: what is not published, and why. */
import { listRecords } from '../storage/queries/records.ts';
import { findZone } from '../storage/queries/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { addresslessNameservers } from '../zones/addressless-nameservers.ts';
import { delegationWarnings } from '../zones/delegation-warnings.ts';
import type { ZoneWarning } from '../zones/zone-record.ts';
import { publishedOwners } from './read-zone.ts';

/** Best read within one snapshot. */
export async function zoneWarnings(
  reader: HostmasterReader,
  target: { readonly zone: string; readonly domainId: string },
): Promise<ZoneWarning[]> {
  const { domainId } = target;
  const warnings = delegationWarnings(await reader.all(listRecords, { domainId }));
  for await (const page of publishedOwners(reader, target)) warnings.push(...page.warnings);
  return warnings;
}

/** What concerns no single record: nameservers inside the zone that it gives no address. */
export async function nameserverWarnings(
  reader: HostmasterReader,
  target: { readonly zone: string; readonly domainId: string },
): Promise<string[]> {
  const { zone, domainId } = target;
  const row = await reader.first(findZone, { name: zone });
  if (row === undefined) return [];
  const missing = addresslessNameservers({
    zone,
    nameservers: JSON.parse(row.nameservers) as string[],
    records: await reader.all(listRecords, { domainId }),
    addressTypes: ['A', 'AAAA', 'ALIAS'],
  });
  return missing.map(
    (host) => `${host} is a nameserver of this domain and has no A or AAAA record`,
  );
}
