/** The records that were prepared for a transfer that failed or was cancelled, for the next attempt. */
import { newId } from '../../base/ids.ts';
import { listRecords } from '../../storage/queries/records.ts';
import { findEarlierTransfer } from '../../storage/queries/transfers-in.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains.ts';
import { changeRecords } from '../change-records.ts';
import type { Call } from '../operation.ts';

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
