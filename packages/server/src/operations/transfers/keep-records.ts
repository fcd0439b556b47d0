/** The records that were prepared for a transfer that failed or was cancelled, for the next attempt. */
import { newId } from '../../base/ids.ts';
import { type Change, noChange } from '../../changes/change.ts';
import { listRecords } from '../../storage/queries/records/records.ts';
import { findEarlierTransfer } from '../../storage/queries/transfers/transfers-in.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { Call } from '../operation.ts';
import { changeRecords, type LoadedEdits, loadEdits } from '../records/record-change.ts';

/** As edits of the domain of the new attempt; null where there are none. */
export async function loadKeptRecords(
  reader: HostmasterReader,
  call: Call,
  domain: Domain,
): Promise<LoadedEdits | null> {
  const { workspaceId, name, id: domainId } = domain;
  const last = await reader.first(findEarlierTransfer, { workspaceId, name, domainId });
  if (last === undefined || last.status === 'succeeded') return null;
  const prepared = await reader.all(listRecords, { domainId: last.domainId });
  if (prepared.length === 0) return null;
  const edits = prepared.map(
    (record) => ({ kind: 'create', record: { ...record, id: newId('rec') } }) as const,
  );
  const { limits } = call.services.rules;
  return loadEdits(reader, { domain, edits, limits });
}

/** Copies them. */
export function keepRecords(call: Call, kept: LoadedEdits | null): Change {
  if (kept === null) return noChange;
  return changeRecords({ ...call, operationId: newId('act') }, kept).change;
}
