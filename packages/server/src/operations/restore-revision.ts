/**
 * POST /v1/domains/{domain}/dns/restore. Makes the records what they were at a revision, as one
 * change. Records get their ids back; nameservers stay as they are.
 */
import { domainNotFound, PreconditionFailed, quotaExceeded } from '../base/errors.ts';
import type { Limits } from '../base/limits.ts';
import { lockDomainById } from '../storage/queries/domains.ts';
import { listRecords } from '../storage/queries/records.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { StoredRecord } from '../storage/tables/records.ts';
import { isSameRecord, readZoneAt } from '../zones/revisions/read-revisions.ts';
import { changeRecords, type RecordDomain, type RecordEdit } from './change-records.ts';
import { assertChangeable, loadZone, loadZoneDomain } from './loading.ts';
import { applyOperation, type Call } from './operation.ts';
import type { RecordLimits } from './record-quota.ts';
import { requireZoneVersion, zoneVersion } from './versions.ts';
import { isPending, recordView } from './views.ts';
import { requireRevision } from './zone-history.ts';

export const restoreRevision = applyOperation('restoreRevision', {
  parse: (input) => input,

  /** A revision never changes, so it is read before the transaction, however long that takes. */
  async prepare(reader, call, { domain: pathName, revision }) {
    const domain = await loadZoneDomain(reader, call, pathName);
    await requireRevision(reader, domain, revision);
    return {
      domainId: domain.id,
      records: await readZoneAt(reader, { domainId: domain.id, revision }),
    };
  },

  async apply(tx, call, { domain: pathName }, { domainId, records }) {
    const domain = await loadZone(tx, call, pathName);
    if (domain.id !== domainId) throw domainNotFound();
    requireZoneVersion(call, domain);
    assertChangeable(domain);
    return restoreRecords(tx, call, { domain, records, limits: call.services.rules.limits });
  },
});

/** After a plan was shown: refused when the zone has changed since. */
export async function restoreAsPlanned(
  tx: HostmasterTx,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  { planned, records, limits }: Omit<Restore, 'domain'> & { readonly planned: PlannedZone },
) {
  const domain = await tx.first(lockDomainById, { id: planned.id });
  if (domain === undefined) throw domainNotFound();
  if (domain.zoneRevision !== planned.zoneRevision) {
    throw new PreconditionFailed(zoneVersion(domain));
  }
  assertChangeable(domain);
  return restoreRecords(tx, call, { domain, records, limits });
}

type PlannedZone = Pick<Domain, 'id' | 'zoneRevision'>;

interface Restore {
  readonly domain: RecordDomain;
  readonly records: readonly StoredRecord[];
  readonly limits: RecordLimits & Pick<Limits, 'importChanges'>;
}

/** The caller holds the lock of the domain. */
async function restoreRecords(
  tx: HostmasterTx,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  { domain, records, limits }: Restore,
) {
  const edits = editsTo(records, await tx.all(listRecords, { domainId: domain.id }));
  if (edits.length > limits.importChanges) {
    throw quotaExceeded(
      `${limits.importChanges} changes at once`,
      `The restore would make ${edits.length}. Ask the operator for more.`,
    );
  }
  const revision = await changeRecords(tx, call, { domain, edits, limits, via: 'restore' });
  return {
    created: edits.flatMap((edit) => (edit.kind === 'create' ? [recordView(edit.record)] : [])),
    updated: edits.flatMap((edit) => (edit.kind === 'update' ? [recordView(edit.after)] : [])),
    deleted: edits.flatMap((edit) => (edit.kind === 'delete' ? [edit.record.id] : [])),
    revision,
    pendingFulfillment: isPending(domain),
  };
}

function editsTo(wanted: readonly StoredRecord[], held: readonly StoredRecord[]): RecordEdit[] {
  const wantedById = new Map(wanted.map((record) => [record.id, record]));
  const heldById = new Map(held.map((record) => [record.id, record]));
  const edits: RecordEdit[] = [];
  for (const record of held) {
    const after = wantedById.get(record.id);
    if (after === undefined) edits.push({ kind: 'delete', record });
    else if (!isSameRecord(record, after)) edits.push({ kind: 'update', before: record, after });
  }
  for (const record of wanted) {
    if (!heldById.has(record.id)) edits.push({ kind: 'create', record });
  }
  return edits;
}
