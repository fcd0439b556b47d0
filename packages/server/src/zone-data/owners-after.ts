/** The next owner names of a domain with all of their records. */
import { pageZoneRecords } from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';

const pageRows = 500;

export interface OwnersPage {
  readonly owners: ReadonlyMap<string, readonly StoredRecord[]>;
  readonly isLast: boolean;
}

export async function ownersAfter(
  reader: HostmasterReader,
  place: { readonly domainId: string; readonly afterName: string },
): Promise<OwnersPage> {
  for (let limit = pageRows; ; limit *= 2) {
    const rows = await reader.all(pageZoneRecords, { ...place, limit });
    const isLast = rows.length < limit;
    const owners = Map.groupBy(rows, ({ name }) => name);
    const lastOwner = rows.at(-1)?.name;
    // The page may hold only some records of the last name: the next page starts with it.
    if (!isLast && lastOwner !== undefined) owners.delete(lastOwner);
    if (isLast || owners.size > 0) return { owners, isLast };
  }
}
