/** What its owner should know about the records of a zone: what is not published, and why. */
import { listRecords } from '../storage/queries/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
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
