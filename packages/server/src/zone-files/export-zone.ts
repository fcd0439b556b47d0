/**
 * Exports a domain's records as a zone file that any nameserver can load. Owner names are relative,
 * without $ORIGIN, so that the file can be loaded under any name. Records that a zone file cannot
 * hold become comments.
 */
import { writeComment } from '@hostmaster/dns';
import { domainNotFound } from '../base/errors.ts';
import { zonePages } from '../revisions/read-revisions.ts';
import { findDomainById } from '../storage/queries/domains/domains.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import type { Domain, SoaSettings } from '../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { atName, byName, type ZoneOrder } from '../zone-data/zone-order.ts';
import { addresslessNameservers } from '../zones/addressless-nameservers.ts';
import { nameserverRecords, soaRecord } from '../zones/apex.ts';
import { ownersLines, zoneLines } from '../zones/zone-lines.ts';
import { servedSerial } from './read-stored-zone.ts';
import { recordsAround } from './records-around.ts';

export type ExportedDomain = Pick<Domain, 'id'>;

/** Pieces of whole lines, all of one revision. */
export async function* exportZone(
  database: HostmasterDatabase,
  { id: domainId }: ExportedDomain,
  {
    soaDefaults,
    clientGone,
  }: { readonly soaDefaults: SoaSettings; readonly clientGone?: AbortSignal | undefined },
): AsyncGenerator<string> {
  const { domain, serial } = await database.snapshot(async (reader) => {
    const found = await reader.first(findDomainById, { id: domainId });
    if (found === undefined) throw domainNotFound();
    return { domain: found, serial: (await servedSerial(reader, found)) || 1 };
  });
  const { name: zone } = domain;
  const { nameservers, zoneRevision: revision } = domain.zone;
  const pages = (order: ZoneOrder) =>
    zonePages(database, { domainId, revision, clientGone, order });
  yield writeComment(`${zone}, serial ${serial}. Owner names are relative to it.`);
  for (const host of await findAddressless(zone, nameservers, () => pages(byName))) {
    yield writeComment(`${host} has no A or AAAA here: nameservers will not load this file.`);
  }
  const soa = soaRecord(domain, { soaDefaults, serial });
  yield zoneLines(zone, [soa, ...nameserverRecords(zone, nameservers)]).join('');
  for await (const records of pages(atName('@'))) yield ownersLines(zone, records);
  for await (const records of pages(byName)) {
    yield ownersLines(
      zone,
      records.filter(({ name }) => name !== '@'),
    );
  }
}

/** Only a zone with nameservers inside it has to be read for them. */
async function findAddressless(
  zone: string,
  nameservers: readonly string[],
  pages: () => AsyncGenerator<readonly StoredRecord[]>,
): Promise<readonly string[]> {
  const ending = `.${zone}`;
  const own = nameservers
    .filter((host) => host === zone || host.endsWith(ending))
    .map((host) => (host === zone ? '@' : host.slice(0, -ending.length)));
  if (own.length === 0) return [];
  const records = await recordsAround(pages(), own);
  return addresslessNameservers({ zone, nameservers, records, addressTypes: ['A', 'AAAA'] });
}
