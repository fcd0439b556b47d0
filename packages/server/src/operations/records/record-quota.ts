/**
 * How many records a domain and an owner name may have, and how many bytes. Checked for every change, from any edge,
 * before its rows are written. Who is above a limit can edit and delete.
 */
import { quotaExceeded } from '../../base/errors.ts';
import { Pace } from '../../base/fairness/pace.ts';
import type { Limits } from '../../base/limits.ts';
import type { TouchedOwner, TouchedOwners } from '../../publication/touched-owners.ts';
import { recordBytes } from '../../revisions/append-revision.ts';
import type { HistorySize } from '../../revisions/history-size.ts';
import {
  countRecords,
  findZoneSize,
  type KeptRecord,
  sumPreparedBytes,
} from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain, DomainWith } from '../../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';

export type RecordLimits = Pick<
  Limits,
  | 'recordsPerZone'
  | 'recordBytesPerZone'
  | 'preparedBytes'
  | 'recordsPerName'
  | 'charactersPerSet'
  | 'revisionBytes'
  | 'changedBytes'
>;

type CountedDomain = DomainWith<'id' | 'workspaceId' | 'state' | 'recordCount' | 'recordBytes'>;

/** The records of a zone together. */
export interface RecordsSize {
  readonly count: number;
  readonly bytes: number;
  /** The bytes of all that the workspace has prepared, where the zone is a part of it; otherwise 0. */
  readonly preparedBytes: number;
  /** What a change adds to it; below zero where it makes it smaller. */
  readonly growth: { readonly count: number; readonly bytes: number };
}

interface Growth {
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
}

/** Refuses edits above a limit. */
export function requireRecordQuota(edits: {
  readonly touched: TouchedOwners;
  readonly size: RecordsSize;
  readonly history: Pick<HistorySize, 'added'>;
  readonly limits: RecordLimits;
}): void {
  const { changedBytes } = edits.limits;
  if (edits.history.added > changedBytes) {
    throw quotaExceeded(
      `${changedBytes} bytes of changed records at once`,
      'Send them in several requests.',
    );
  }
  requireZoneQuota(edits.size, edits.limits);
  for (const owner of edits.touched.owners) requireOwnerQuota(owner, edits.limits);
}

/** Refuses a change in steps, before the first one. */
export async function requireQuotaOfAll(
  reader: HostmasterReader,
  domain: Pick<Domain, 'id' | 'workspaceId' | 'state'>,
  edits: Growth & { readonly owners: readonly TouchedOwner[]; readonly limits: RecordLimits },
): Promise<void> {
  const counted = await reader.first(findZoneSize, domain);
  if (counted === undefined) return;
  const { owners, limits } = edits;
  requireZoneQuota(await loadRecordsSize(reader, { ...domain, ...counted }, edits), limits);
  const pace = new Pace();
  for (const owner of owners) {
    await pace.step();
    requireOwnerQuota(owner, limits);
  }
}

function requireZoneQuota(size: RecordsSize, limits: RecordLimits): void {
  const { recordsPerZone, recordBytesPerZone, preparedBytes } = limits;
  const { growth } = size;
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
  if (growth.bytes > 0 && size.preparedBytes + growth.bytes > preparedBytes) {
    throw quotaExceeded(
      `${preparedBytes} bytes of records prepared for transfers in one workspace`,
      'Wait until a transfer has succeeded, or delete records that were prepared.',
    );
  }
}

function requireOwnerQuota(
  { owner: name, added, removed, kept, count }: TouchedOwner,
  { recordsPerName, charactersPerSet }: RecordLimits,
): void {
  if (added.length === 0) return;
  const advice = `Use other names than "${name}", or ask the operator for more.`;
  if (added.length > removed.length && count > recordsPerName) {
    throw quotaExceeded(`${recordsPerName} records at one name`, advice);
  }
  for (const type of new Set(added.map((record) => record.type))) {
    const characters = charactersOf(added, type);
    const isGrowing = characters > charactersOf(removed, type);
    if (isGrowing && characters + charactersOf(kept, type) > charactersPerSet) {
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
  { id, workspaceId, state, zone: { recordCount: count, recordBytes: bytes } }: CountedDomain,
  { limits, removed, added }: Growth & { readonly limits: RecordLimits },
): Promise<RecordsSize> {
  const growth = {
    count: added.length - removed.length,
    bytes: bytesOf(added) - bytesOf(removed),
  };
  const isKnown =
    count !== null &&
    bytes !== null &&
    !(growth.count < 0 && count + growth.count >= limits.recordsPerZone) &&
    !(growth.bytes < 0 && bytes + growth.bytes >= limits.recordBytesPerZone);
  const isPrepared = state === 'incoming' && growth.bytes > 0;
  const [size, prepared] = await Promise.all([
    isKnown ? { count, bytes } : reader.first(countRecords, { domainId: id }),
    isPrepared ? reader.first(sumPreparedBytes, { workspaceId }) : { bytes: 0 },
  ]);
  return { count: 0, bytes: 0, ...size, preparedBytes: Number(prepared?.bytes ?? 0), growth };
}

function charactersOf(records: readonly KeptRecord[], type: KeptRecord['type']): number {
  let characters = 0;
  for (const record of records) if (record.type === type) characters += record.value.length;
  return characters;
}

export function bytesOf(records: readonly StoredRecord[]): number {
  let bytes = 0;
  for (const record of records) bytes += recordBytes(record);
  return bytes;
}
