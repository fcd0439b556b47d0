/** Reads the records of a domain by owner name, in pages of whole owner names. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ZoneAt, zonePages } from '../revisions/read-revisions.ts';
import { byName } from '../revisions/zone-order.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { ownersAfter } from '../zone-data/owners-after.ts';

export type Owners = ReadonlyMap<string, readonly StoredRecord[]>;

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
  for (let afterName = ''; ; ) {
    const { owners, isLast } = await ownersAfter(reader, { domainId, afterName });
    yield owners;
    if (isLast) return;
    afterName = [...owners.keys()].at(-1) ?? afterName;
    await yieldToOthers();
  }
}
