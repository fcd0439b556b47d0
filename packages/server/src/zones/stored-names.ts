/** The names of a zone as its stored records have them, for lookups before anything is published. */

import type { StoredRecord } from '../storage/tables/records/records.ts';
import { ZoneNames } from './names/zone-names.ts';
import { isWildcard, ownerName } from './zone-record.ts';

type NamedRecord = Pick<StoredRecord, 'name' | 'type'>;

/** NS records delegate below the apex only, and never a wildcard (RFC 4592, section 4.2). */
export function storedNames<R extends NamedRecord>(
  zone: string,
  records: readonly R[],
): ZoneNames<R> {
  const names = new ZoneNames<R>(ownerKey(zone, '@'), {
    isDelegation: ({ name, type }) => type === 'NS' && !isWildcard(name),
    isRedirection: ({ type }) => type === 'DNAME',
  });
  for (const record of records) names.add(ownerKey(zone, record.name), record);
  return names;
}

export function ownerKey(zone: string, relative: string): string {
  return ownerName(zone, relative).key;
}
