/** Reads the records of a domain by owner name, in pages of whole owner names. */
import { Pace } from '../base/fairness/pace.ts';
import { type ZoneAt, zonePages } from '../revisions/read-revisions.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { byName } from '../zone-data/zone-order.ts';

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
  const pace = new Pace();
  for (let after = ''; ; ) {
    const { records, isLast } = await byName.page(reader, { domainId, after });
    yield Map.groupBy(records, ({ name }) => name);
    if (isLast) return;
    after = records.at(-1)?.name ?? after;
    await pace.step();
  }
}
