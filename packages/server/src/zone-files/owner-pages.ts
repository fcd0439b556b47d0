/** Reads the records of a domain by owner name, in pages of whole owner names. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ZoneAt, zonePages } from '../revisions/read-revisions.ts';
import { byName } from '../revisions/zone-order.ts';
import { pageZoneRecords } from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';

export type Owners = ReadonlyMap<string, readonly StoredRecord[]>;

const pageRows = 500;

/** As they were at a revision. No snapshot is needed. */
export async function* ownerPagesAt(
  reader: HostmasterReader,
  zone: Omit<ZoneAt, 'order'>,
): AsyncGenerator<Owners> {
  for await (const records of zonePages(reader, { ...zone, order: byName })) {
    yield Map.groupBy(records, ({ name }) => name);
  }
}

/** Call it within one snapshot. Other work gets its turn between two pages. */
export async function* ownerPages(
  reader: HostmasterReader,
  domainId: string,
): AsyncGenerator<Owners> {
  let limit = pageRows;
  for (let afterName = ''; ; ) {
    const rows = await reader.all(pageZoneRecords, { domainId, afterName, limit });
    const isLast = rows.length < limit;
    const owners = Map.groupBy(rows, ({ name }) => name);
    const lastOwner = rows.at(-1)?.name;
    // The page may hold only some records of the last name: the next page starts with it.
    if (!isLast && lastOwner !== undefined) owners.delete(lastOwner);
    limit = owners.size === 0 ? limit * 2 : pageRows;
    yield owners;
    if (isLast) return;
    afterName = [...owners.keys()].at(-1) ?? afterName;
    await yieldToOthers();
  }
}
