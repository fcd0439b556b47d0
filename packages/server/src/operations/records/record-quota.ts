/**
 * How many records a domain and an owner name may have, and how many bytes. Checked for every change, from any edge,
 * before its rows are written. Who is above a limit can edit and delete.
 */
import { quotaExceeded } from '../../base/errors.ts';
import type { Limits } from '../../base/limits.ts';
import { countRecords } from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import type { TouchedOwner, TouchedOwners } from '../../zones/publication/touched-owners.ts';
import { recordBytes } from '../../zones/revisions/append-revision.ts';

export type RecordLimits = Pick<
  Limits,
  'recordsPerZone' | 'recordBytesPerZone' | 'recordsPerName' | 'charactersPerSet' | 'revisionBytes'
>;

type CountedDomain = Pick<Domain, 'id' | 'recordCount' | 'recordBytes'>;

/** The records of a zone together. */
export interface RecordsSize {
  readonly count: number;
  readonly bytes: number;
}

interface Growth {
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
}

/** Refuses edits above a limit. */
export function requireRecordQuota(
  edits: Growth & {
    readonly touched: TouchedOwners;
    readonly size: RecordsSize;
    readonly limits: RecordLimits;
  },
): void {
  const { recordsPerZone, recordBytesPerZone } = edits.limits;
  const { size } = edits;
  const growth = growthOf(edits);
  if (growth.count > 0 && size.count + growth.count > recordsPerZone) {
    throw quotaExceeded(
      `${recordsPerZone} records in one domain`,
      'Delete records that are no longer needed, or ask the operator for more.',
    );
  }
  if (growth.bytes > 0 && size.bytes + growth.bytes > recordBytesPerZone) {
    throw quotaExceeded(
      `${recordBytesPerZone} bytes of records in one domain`,
      'Delete records that are no longer needed, or ask the operator for more.',
    );
  }
  for (const owner of edits.touched.owners) requireOwnerQuota(owner, edits.limits);
}

function requireOwnerQuota(
  { owner: name, added, removed, size }: TouchedOwner,
  { recordsPerName, charactersPerSet }: RecordLimits,
): void {
  if (added.length === 0) return;
  const advice = `Use other names than "${name}", or ask the operator for more.`;
  if (added.length > removed.length && size.count > recordsPerName) {
    throw quotaExceeded(`${recordsPerName} records at one name`, advice);
  }
  for (const { type } of added) {
    const isGrowing = charactersOf(added, type) > charactersOf(removed, type);
    if (isGrowing && (size.characters.get(type) ?? 0) > charactersPerSet) {
      throw quotaExceeded(`${charactersPerSet} characters at one name and type`, advice);
    }
  }
}

/**
 * The number of records before a change, and their bytes. Rows are counted only when this is not known,
 * or when it may be too high.
 */
export async function loadRecordsSize(
  reader: HostmasterReader,
  { id, recordCount: count, recordBytes: bytes }: CountedDomain,
  { limits, ...sides }: Growth & { readonly limits: RecordLimits },
): Promise<RecordsSize> {
  const growth = growthOf(sides);
  const isKnown =
    count !== null &&
    bytes !== null &&
    !(growth.count < 0 && count + growth.count >= limits.recordsPerZone) &&
    !(growth.bytes < 0 && bytes + growth.bytes >= limits.recordBytesPerZone);
  if (isKnown) return { count, bytes };
  return (await reader.first(countRecords, { domainId: id })) ?? { count: 0, bytes: 0 };
}

function charactersOf(records: readonly StoredRecord[], type: StoredRecord['type']): number {
  let characters = 0;
  for (const record of records) if (record.type === type) characters += record.value.length;
  return characters;
}

export function growthOf({ added, removed }: Growth): RecordsSize {
  return { count: added.length - removed.length, bytes: bytesOf(added) - bytesOf(removed) };
}

function bytesOf(records: readonly StoredRecord[]): number {
  let bytes = 0;
  for (const record of records) bytes += recordBytes(record);
  return bytes;
}
