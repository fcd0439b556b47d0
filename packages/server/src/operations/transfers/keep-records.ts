/** The records that were prepared for a transfer that failed or was cancelled, for the next attempt. */
import { newId } from '../../base/ids.ts';
import { type Change, noChange } from '../../changes/change.ts';
import { listRecords } from '../../storage/queries/records.ts';
import { findEarlierTransfer } from '../../storage/queries/transfers-in.ts';
import type { HostmasterReader, HostmasterTx } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains.ts';
import { changeRecords } from '../change-records.ts';
import type { Call } from '../operation.ts';
import { changeRecords as changeRecordsOf, type LoadedEdits, loadEdits } from '../record-change.ts';
import type { RecordLimits } from '../record-quota.ts';

/** Those of the last attempt, as edits of the domain of the new one; undefined when there are none. */
export async function loadKeptRecords(
  reader: HostmasterReader,
  domain: Domain,
  limits: RecordLimits,
): Promise<LoadedEdits | undefined> {
  const { workspaceId, name, id: domainId } = domain;
  const last = await reader.first(findEarlierTransfer, { workspaceId, name, domainId });
  if (last === undefined || last.status === 'succeeded') return undefined;
  const prepared = await reader.all(listRecords, { domainId: last.domainId });
  if (prepared.length === 0) return undefined;
  const edits = prepared.map(
    (record) => ({ kind: 'create', record: { ...record, id: newId('rec') } }) as const,
  );
  return loadEdits(reader, { domain, edits, limits });
}

/** Copies them to the domain of the new attempt, whose row is inserted before. */
export function copyKeptRecords(
  { actor, now }: Pick<Call, 'actor' | 'now'>,
  kept: LoadedEdits | undefined,
): Change {
  if (kept === undefined) return noChange;
  return changeRecordsOf({ actor, now, operationId: newId('act') }, kept).change;
}

/** Copies them to the domain of the new attempt. */
export async function keepRecords(tx: HostmasterTx, call: Call, domain: Domain): Promise<void> {
  const { workspaceId, name, id: domainId } = domain;
  const last = await tx.first(findEarlierTransfer, { workspaceId, name, domainId });
  if (last === undefined || last.status === 'succeeded') return;
  const prepared = await tx.all(listRecords, { domainId: last.domainId });
  if (prepared.length === 0) return;
  const edits = prepared.map(
    (record) => ({ kind: 'create', record: { ...record, id: newId('rec') } }) as const,
  );
  const { limits } = call.services.rules;
  await changeRecords(tx, { ...call, operationId: newId('act') }, { domain, edits, limits });
}
