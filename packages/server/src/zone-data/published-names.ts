/** Reads what the records of a domain publish. */
import type { ResourceRecord } from '@hostmaster/dns';
import { loadEach } from '@hostmaster/storage';
import { TextMap } from '../base/text-map.ts';
import { listOwnersRecords } from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { flattenedTargets } from '../zones/flattened-targets.ts';
import { publishOwner } from '../zones/publish-owner.ts';
import type { ZoneWarning } from '../zones/zone-record.ts';
import { findTargetAddresses } from './target-addresses.ts';

interface PublishedZone {
  readonly zone: string;
  readonly domainId: string;
}

/** What these owner names, relative to the zone, publish now. */
export async function readPublishedNames(
  reader: HostmasterReader,
  domain: PublishedZone,
  names: readonly string[],
): Promise<readonly ResourceRecord[]> {
  const rows = await loadEach(reader, listOwnersRecords, { domainId: domain.domainId, names });
  const owners = TextMap.groupBy(rows, ({ name }) => name);
  return (await publishAll(reader, domain, owners)).records;
}

/** What these owner names publish, and what they do not. */
export async function publishAll(
  reader: HostmasterReader,
  { zone, domainId }: PublishedZone,
  owners: Iterable<readonly [owner: string, records: readonly StoredRecord[]]>,
): Promise<{ records: readonly ResourceRecord[]; warnings: readonly ZoneWarning[] }> {
  const targets = [...owners].flatMap(([owner, records]) =>
    flattenedTargets({ zone, owner, records }),
  );
  const addresses = await findTargetAddresses(reader, domainId, targets);
  const published = [...owners].map(([owner, records]) =>
    publishOwner({ zone, owner, records, addresses }),
  );
  return {
    records: published.flatMap(({ records }) => records),
    warnings: published.flatMap(({ warnings }) => warnings),
  };
}
