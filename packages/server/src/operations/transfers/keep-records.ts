/**
 * The records that were prepared for a transfer that failed or was cancelled, for the next attempt. They
 * move to its domain, some with the order and the others by its job, a few in each change.
 */
import { newId } from '../../base/ids.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { listOwnersRecords, listSomeRecords } from '../../storage/queries/records/records.ts';
import { findKeptRecords } from '../../storage/queries/transfers/transfers-in.ts';
import { remove } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { records, type StoredRecord } from '../../storage/tables/records/records.ts';
import type { Call } from '../operation.ts';
import { changeRecords, type LoadedEdits, loadEdits } from '../records/record-change.ts';
import type { RecordLimits } from '../records/record-quota.ts';

/** Others wait for some milliseconds. */
const movedPerChange = 200;

export interface KeptRecords {
  /** As edits of the domain of the new attempt. */
  readonly edits: LoadedEdits;
  /** The rows of the earlier attempt. */
  readonly earlier: readonly StoredRecord[];
}

/** Null where there are none. */
export async function loadKeptRecords(
  reader: HostmasterReader,
  domain: Domain,
  limits: RecordLimits,
): Promise<KeptRecords | null> {
  const { workspaceId, name, id: domainId } = domain;
  const last = await reader.first(findKeptRecords, { workspaceId, name, domainId });
  if (last === undefined) return null;
  const some = { domainId: last.domainId, limit: movedPerChange };
  const earlier = await reader.all(listSomeRecords, some);
  const names = [...new Set(earlier.map((record) => record.name))];
  const held = new Set((await reader.all(listOwnersRecords, { domainId, names })).map(contentOf));
  // Earlier versions copied them, so that several attempts have the same ones.
  const edits = earlier
    .filter((record) => !held.has(contentOf(record)))
    .map((record) => ({ kind: 'create', record: { ...record, id: newId('rec') } }) as const);
  return { edits: await loadEdits(reader, { domain, edits, limits }), earlier };
}

/** Moves them. */
export function keepRecords(call: Pick<Call, 'actor' | 'now'>, kept: KeptRecords | null): Change {
  if (kept === null) return noChange;
  const moved = { rows: kept.earlier.map(({ id }) => remove(records, { id })) };
  if (kept.edits.edits.length === 0) return moved;
  return combine(moved, changeRecords({ ...call, operationId: newId('act') }, kept.edits).change);
}

function contentOf({ name, type, value }: StoredRecord): string {
  return `${name} ${type} ${value}`;
}
