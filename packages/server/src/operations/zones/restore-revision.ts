/**
 * POST /v1/domains/{domain}/dns/restore. Makes the records what they were at a revision, as one
 * change. Records get their ids back; nameservers stay as they are.
 */
import { domainNotFound, PreconditionFailed, quotaExceeded } from '../../base/errors.ts';
import type { Limits } from '../../base/limits.ts';
import { changeWork } from '../../changes/persist.ts';
import { lockDomainById } from '../../storage/queries/domains/domains.ts';
import { listRecords } from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { isSameRecord, readZoneAt } from '../../zones/revisions/read-revisions.ts';
import { assertChangeable, domainKey, loadZone, loadZoneDomain } from '../loading.ts';
import { type Call, changeOperation } from '../operation.ts';
import {
  changeRecords,
  type LoadedEdits,
  loadEdits,
  type RecordDomain,
  type RecordEdit,
} from '../records/record-change.ts';
import type { RecordLimits } from '../records/record-quota.ts';
import { requireZoneVersion, zoneVersion } from '../records/versions.ts';
import { isPending, recordView } from '../views.ts';
import { requireRevision } from './revisions.ts';

export const restoreRevision = changeOperation('restoreRevision', {
  parse: (input) => input,

  /** A revision never changes, so it is read before the change, however long that takes. */
  async prepare(reader, call, { domain: pathName, revision }) {
    const domain = await loadZoneDomain(reader, call, pathName);
    await requireRevision(reader, domain, revision);
    return {
      domainId: domain.id,
      records: await readZoneAt(reader, { domainId: domain.id, revision }),
    };
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'alone',

  async load(reader, call, { domain: pathName }, { domainId, records }) {
    const domain = await loadZone(reader, call, pathName);
    if (domain.id !== domainId) throw domainNotFound();
    return loadRestore(reader, { domain, records, limits: call.services.rules.limits });
  },

  decide(call, _, restore) {
    const { domain } = restore.edits;
    requireZoneVersion(call, domain);
    assertChangeable(domain);
    return restoreRecords(call, restore);
  },
});

type RestoreCall = Pick<Call, 'actor' | 'now' | 'operationId'>;

/** After a plan was shown: refused when the zone has changed since. */
export function restoreAsPlanned(
  call: RestoreCall,
  { planned, records, limits }: Omit<Restore, 'domain'> & { readonly planned: PlannedZone },
) {
  return changeWork({
    keys: [domainKey(planned.name)],
    owner: call.actor.workspaceId,
    commit: 'alone',
    async load(reader) {
      const domain = await reader.first(lockDomainById, { id: planned.id });
      if (domain === undefined) throw domainNotFound();
      return loadRestore(reader, { domain, records, limits });
    },
    decide(restore) {
      const { domain } = restore.edits;
      if (domain.zoneRevision !== planned.zoneRevision) {
        throw new PreconditionFailed(zoneVersion(domain));
      }
      assertChangeable(domain);
      return restoreRecords(call, restore);
    },
  });
}

type PlannedZone = Pick<Domain, 'id' | 'name' | 'zoneRevision'>;

interface Restore {
  readonly domain: RecordDomain;
  readonly records: readonly StoredRecord[];
  readonly limits: RecordLimits & Pick<Limits, 'importChanges'>;
}

interface LoadedRestore {
  /** None when there are too many. */
  readonly edits: LoadedEdits;
  readonly editCount: number;
  readonly editCountMax: number;
}

/** The caller has locked the domain. */
async function loadRestore(
  reader: HostmasterReader,
  { domain, records, limits }: Restore,
): Promise<LoadedRestore> {
  const wanted = editsTo(records, await reader.all(listRecords, { domainId: domain.id }));
  const { importChanges: editCountMax } = limits;
  const edits = wanted.length > editCountMax ? [] : wanted;
  return {
    edits: await loadEdits(reader, { domain, edits, limits }),
    editCount: wanted.length,
    editCountMax,
  };
}

function restoreRecords(call: RestoreCall, restore: LoadedRestore) {
  const { editCount, editCountMax } = restore;
  if (editCount > editCountMax) {
    throw quotaExceeded(
      `${editCountMax} changes at once`,
      `The restore would make ${editCount}. Ask the operator for more.`,
    );
  }
  const { domain, edits } = restore.edits;
  const { revision, change } = changeRecords(call, restore.edits, 'restore');
  return {
    answer: {
      created: edits.flatMap((edit) => (edit.kind === 'create' ? [recordView(edit.record)] : [])),
      updated: edits.flatMap((edit) => (edit.kind === 'update' ? [recordView(edit.after)] : [])),
      deleted: edits.flatMap((edit) => (edit.kind === 'delete' ? [edit.record.id] : [])),
      revision,
      pendingFulfillment: isPending(domain),
    },
    change,
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
