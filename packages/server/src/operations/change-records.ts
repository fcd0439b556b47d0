/**
 * Every change of records, from any edge: rows, revision, zone and activity in one transaction. The
 * caller has validated names and values and holds the lock of the domain.
 */
import { limits as contractLimits } from '@hostmaster/contract';
import type { RecordFact } from '../facts/records.ts';
import { enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { updateNameservers } from '../storage/queries/domains.ts';
import {
  deleteRecord,
  insertRecord,
  type OwnerSets,
  updateRecord,
} from '../storage/queries/records.ts';
import { type Command, command } from '../storage/query.ts';
import type { HostmasterTx, Schema } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { StoredRecord } from '../storage/tables/records.ts';
import type { Door, RecordAlteration } from '../storage/tables/zone-revisions.ts';
import { recordFact } from '../workspaces/activity.ts';
import { writeAndPublish } from '../zones/publication/publish-change.ts';
import { appendRevision, countsOf } from '../zones/revisions/append-revision.ts';
import { isSameRecord } from '../zones/revisions/read-revisions.ts';
import type { Call } from './operation.ts';
import { checkRecordQuota, type RecordLimits } from './record-quota.ts';
import { isPending, recordView } from './views.ts';

export type RecordEdit =
  | { readonly kind: 'create'; readonly record: StoredRecord }
  | { readonly kind: 'update'; readonly before: StoredRecord; readonly after: StoredRecord }
  | { readonly kind: 'delete'; readonly record: StoredRecord };

export type RecordDomain = Pick<
  Domain,
  'id' | 'name' | 'state' | 'nameservers' | 'desiredRevision' | 'recordCount' | 'zoneRevision'
>;

type ChangeCall = Pick<Call, 'actor' | 'now' | 'operationId'>;

/** At most one edit per record. Returns the revision of the zone after the change. */
export async function changeRecords(
  tx: HostmasterTx,
  call: ChangeCall,
  change: {
    readonly domain: RecordDomain;
    readonly edits: readonly RecordEdit[];
    readonly limits: RecordLimits;
    /** What the owner name has, where the change is of one record and this was read before. */
    readonly held?: OwnerSets | undefined;
    /** Where the actor alone does not tell how the change came in. */
    readonly via?: Door;
  },
): Promise<number> {
  const { domain, edits, limits, via } = change;
  const alterations = edits.map(alterationOf);
  const effective = alterations.filter(([before, after]) => !isSameRecord(before, after));
  const removed = effective.flatMap(([before]) => before ?? []);
  const added = effective.flatMap(([, after]) => after ?? []);
  const author = { ...call, ...(via === undefined ? {} : { via }) };
  const revision = domain.zoneRevision + (effective.length > 0 ? 1 : 0);
  const commands = [
    ...effective.map((alteration) => rowCommand(call, domain, alteration)),
    ...(effective.length > 0
      ? [appendRevision(tx, author, domain, { alterations: effective, nameservers: null })]
      : []),
  ];
  await writeAndPublish(tx, domain, {
    commands,
    removed,
    added,
    countMax: limits.recordsPerName,
    held: change.held,
    check: (sizes) => checkRecordQuota(tx, domain, { removed, added, sizes, limits }),
  });
  recordFact(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    fact: factOf(domain, edits, { revision, alterations: effective }),
  });
  const changesGlue = [...removed, ...added].some((record) => isGlue(domain, record));
  if (changesGlue) await requestConvergence(tx, domain);
  return revision;
}

function alterationOf(edit: RecordEdit): RecordAlteration {
  switch (edit.kind) {
    case 'create':
      return [null, edit.record];
    case 'update':
      return [edit.before, edit.after];
    case 'delete':
      return [edit.record, null];
  }
}

/** A change of one record names it; of many the revision has the records. */
function factOf(
  { name: domain }: RecordDomain,
  edits: readonly RecordEdit[],
  change: { readonly revision: number; readonly alterations: readonly RecordAlteration[] },
): RecordFact {
  const { revision, alterations } = change;
  const names = alterations.flatMap(([before, after]) => [before?.name ?? [], after?.name ?? []]);
  const zone = {
    revision,
    ...countsOf(alterations),
    names: [...new Set(names.flat())].slice(0, contractLimits.eventNamesMax),
  };
  const [only, ...others] = edits;
  if (only === undefined || others.length > 0) return { kind: 'records.change', domain, ...zone };
  if (only.kind === 'update') {
    const [before, after] = [recordView(only.before), recordView(only.after)];
    return { kind: 'record.update', domain, before, after, zone };
  }
  return { kind: `record.${only.kind}`, domain, ...recordView(only.record), zone };
}

/** The registry holds the addresses of nameservers inside the domain (glue). */
function isGlue(domain: RecordDomain, { type, name }: StoredRecord): boolean {
  if (type !== 'A' && type !== 'AAAA') return false;
  const host = name === '@' ? domain.name : `${name}.${domain.name}`;
  return domain.nameservers.includes(host);
}

/** Raises the revision, so that a job that has already read the records reads them again. */
async function requestConvergence(tx: HostmasterTx, domain: RecordDomain): Promise<void> {
  tx.write([
    command(updateNameservers, {
      id: domain.id,
      nameservers: domain.nameservers,
      desiredRevision: domain.desiredRevision + 1,
    }),
  ]);
  if (!isPending(domain)) await enqueueConvergence(tx, { domainId: domain.id });
}

function rowCommand(
  { now }: ChangeCall,
  { id: domainId }: RecordDomain,
  [before, after]: RecordAlteration,
): Command<Schema> {
  if (after === null) return command(deleteRecord, { id: before?.id ?? '' });
  if (before === null) return command(insertRecord, { ...after, domainId, createdAt: now });
  return command(updateRecord, after);
}
