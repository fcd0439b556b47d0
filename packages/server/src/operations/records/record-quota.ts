/**
 * How many records a domain and an owner name may have. Checked for every change, from any edge,
 * before its rows are written. Who is above a limit can edit and delete.
 */
import { quotaExceeded } from '../../base/errors.ts';
import type { Limits } from '../../base/limits.ts';
import { countRecords } from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import type { TouchedOwner, TouchedOwners } from '../../zones/publication/touched-owners.ts';

export type RecordLimits = Pick<Limits, 'recordsPerZone' | 'recordsPerName' | 'charactersPerSet'>;

type CountedDomain = Pick<Domain, 'id' | 'recordCount'>;

interface Growth {
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
}

/** Refuses edits above a limit. */
export function requireRecordQuota(
  edits: Growth & {
    readonly touched: TouchedOwners;
    readonly recordCount: number;
    readonly limits: RecordLimits;
  },
): void {
  const { recordsPerZone } = edits.limits;
  const growth = growthOf(edits);
  if (growth > 0 && edits.recordCount + growth > recordsPerZone) {
    throw quotaExceeded(
      `${recordsPerZone} records in one domain`,
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
 * The number of records before a change. Rows are counted only when their number is not known, or when
 * it may be too high.
 */
export async function loadRecordCount(
  reader: HostmasterReader,
  { id, recordCount }: CountedDomain,
  { growth, limits }: { readonly growth: number; readonly limits: RecordLimits },
): Promise<number> {
  const isCounted =
    recordCount === null || (growth < 0 && recordCount + growth >= limits.recordsPerZone);
  if (!isCounted) return recordCount;
  return (await reader.first(countRecords, { domainId: id }))?.count ?? 0;
}

function charactersOf(records: readonly StoredRecord[], type: StoredRecord['type']): number {
  let characters = 0;
  for (const record of records) if (record.type === type) characters += record.value.length;
  return characters;
}

function growthOf({ added, removed }: Growth): number {
  return added.length - removed.length;
}
