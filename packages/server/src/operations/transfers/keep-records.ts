/**
 * The records that were prepared for a transfer that failed or was cancelled, for the next attempt. They
 * move to its domain, some with the order and the others by its job, a few in each change.
 */
import { newId } from '../../base/ids.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import {
  findZoneSize,
  firstRecords,
  listOwnersRecords,
} from '../../storage/queries/records/records.ts';
import { findKeptRecords } from '../../storage/queries/transfers/transfers-in.ts';
import { remove, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type Domain, type DomainFields, domains } from '../../storage/tables/domains/domains.ts';
import { records, type StoredRecord } from '../../storage/tables/records/records.ts';
import type { Call } from '../operation.ts';
import {
  labelsPerCommit,
  type PlannedDnames,
  planDnames,
  plannedConflict,
} from '../records/dname-places.ts';
import {
  changeRecords,
  type LoadedEdits,
  loadEdits,
  type RecordEdit,
  sidesOf,
} from '../records/record-change.ts';
import { bytesOf, type RecordLimits } from '../records/record-quota.ts';

/** Others wait for some milliseconds. */
const movedPerChange = 200;

export interface KeptRecords {
  /** As edits of the domain of the new attempt. */
  readonly edits: LoadedEdits;
  /** The rows of the earlier attempt. */
  readonly earlier: readonly StoredRecord[];
  /** Its domain, with what is left there. */
  readonly left: Pick<DomainFields, 'id' | 'recordCount' | 'recordBytes'>;
}

/** The next records that move. */
interface Moving {
  readonly from: string;
  readonly earlier: readonly StoredRecord[];
  readonly edits: readonly RecordEdit[];
}

/** Null where there are none. */
export async function loadKeptRecords(
  reader: HostmasterReader,
  domain: Domain,
  {
    limits,
    dnames = null,
  }: { readonly limits: RecordLimits; readonly dnames?: PlannedDnames | null },
): Promise<KeptRecords | null> {
  const dnameConflict = plannedConflict(dnames, domain);
  const moving = await loadMoving(reader, domain);
  if (moving === null) return null;
  const { from, earlier, edits } = moving;
  const moved = { count: earlier.length, bytes: bytesOf(earlier) };
  const [loaded, counted] = await Promise.all([
    loadEdits(reader, { domain, edits, limits, dnameConflict }),
    reader.first(findZoneSize, { id: from }),
  ]);
  // They are counted there already.
  const preparedBytes = loaded.size.preparedBytes - moved.bytes;
  return {
    edits: { ...loaded, size: { ...loaded.size, preparedBytes } },
    earlier,
    left: {
      id: from,
      recordCount: less(counted?.zone.recordCount, moved.count),
      recordBytes: less(counted?.zone.recordBytes, moved.bytes),
    },
  };
}

/** Before the change that moves the next ones. */
export async function planKeptRecords(
  reader: HostmasterReader,
  domain: Domain,
): Promise<PlannedDnames | null> {
  const moving = await loadMoving(reader, domain);
  return moving === null ? null : planDnames(reader, domain, sidesOf(moving.edits));
}

async function loadMoving(
  reader: HostmasterReader,
  { workspaceId, name, id: domainId }: Domain,
): Promise<Moving | null> {
  const last = await reader.first(findKeptRecords, { workspaceId, name, domainId });
  if (last === undefined) return null;
  const first = await reader.all(firstRecords, { domainId: last.domainId, limit: movedPerChange });
  const earlier = withFewLabels(first);
  const names = [...new Set(earlier.map((record) => record.name))];
  const held = new Set((await reader.all(listOwnersRecords, { domainId, names })).map(contentOf));
  // Earlier versions copied them, so that several attempts have the same ones.
  const edits = earlier
    .filter((record) => !held.has(contentOf(record)))
    .map((record) => ({ kind: 'create', record: { ...record, id: newId('rec') } }) as const);
  return { from: last.domainId, earlier, edits };
}

/** Each name is compared with those above it. */
function withFewLabels(first: readonly StoredRecord[]): readonly StoredRecord[] {
  let labels = 0;
  const end = first.findIndex(({ name }) => {
    labels += name.split('.').length;
    return labels > labelsPerCommit;
  });
  return end === -1 ? first : first.slice(0, Math.max(1, end));
}

/** Null where it was never counted. */
function less(counted: number | null | undefined, moved: number): number | null {
  return counted == null ? null : Math.max(0, counted - moved);
}

/** Moves them. */
export function keepRecords(call: Pick<Call, 'actor' | 'now'>, kept: KeptRecords | null): Change {
  if (kept === null) return noChange;
  const { id: domainId, ...counters } = kept.left;
  const moved = {
    rows: [
      ...kept.earlier.map(({ id }) => remove(records, { id })),
      update(domains, { id: domainId }, counters),
    ],
  };
  if (kept.edits.edits.length === 0) return moved;
  return combine(moved, changeRecords({ ...call, operationId: newId('act') }, kept.edits).change);
}

function contentOf({ name, type, value }: StoredRecord): string {
  return `${name} ${type} ${value}`;
}
