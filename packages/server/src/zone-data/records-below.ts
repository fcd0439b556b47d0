/**
 * What only a comparison with all names of a zone finds: no index has its names from the apex down. The
 * zone is compared in ranges, between which the caller may rest.
 */
import { comparedRows, listRecordsBelow } from '../storage/queries/records/records.ts';
import { findNameAfter } from '../storage/queries/records/searched-records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';

/** Names after one and up to another. */
export interface NameRange {
  readonly domainId: string;
  readonly after: string;
  readonly upTo: string;
}

/** All names of a zone, in ranges of as many rows as one statement compares. */
export async function* rangesOfNames(
  reader: HostmasterReader,
  domainId: string,
): AsyncGenerator<NameRange> {
  for (let after = ''; ; ) {
    const range = await reader.first(findNameAfter, { domainId, after, rows: comparedRows });
    const upTo = range?.upTo ?? null;
    if (upTo === null) return;
    yield { domainId, after, upTo };
    after = upTo;
  }
}

/** Those of a range. The names are relative; all but the apex are below `@`. */
export function recordsBelow(
  reader: HostmasterReader,
  name: string,
  range: NameRange,
): Promise<readonly Pick<StoredRecord, 'id' | 'name'>[]> {
  const suffix = name === '@' ? '' : `.${name}`;
  return reader.all(listRecordsBelow, { ...range, suffix });
}
