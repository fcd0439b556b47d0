/**
 * Every change of records, from any edge: rows, zone and activity in one transaction. The caller
 * has validated names and values and holds the lock of the domain.
 */
import { limits as contractLimits } from '@hostmaster/contract';
import { newId } from '../base/ids.ts';
import { type Happening, recordEvent } from '../events/record-event.ts';
import { enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { updateNameservers } from '../storage/queries/domains.ts';
import { deleteRecord, insertRecord, updateRecord } from '../storage/queries/records.ts';
import { type Command, command } from '../storage/query.ts';
import type { HostmasterTx, Schema } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { StoredRecord } from '../storage/tables/records.ts';
import { activityCommand } from '../workspaces/activity.ts';
import { writeAndPublish } from '../zones/publication/publish-change.ts';
import type { Call } from './operation.ts';
import { checkRecordQuota, countCommands, type RecordLimits } from './record-quota.ts';
import { isPending, recordView } from './views.ts';

export type RecordEdit =
  | { readonly kind: 'create'; readonly record: StoredRecord }
  | { readonly kind: 'update'; readonly before: StoredRecord; readonly after: StoredRecord }
  | { readonly kind: 'delete'; readonly record: StoredRecord };

export type RecordDomain = Pick<
  Domain,
  'id' | 'name' | 'state' | 'nameservers' | 'desiredRevision' | 'recordCount'
>;

/** More are written in several batches: an import of thousands must not block other requests. */
const commandsTogether = 200;

/** At most one edit per record. */
export async function changeRecords(
  tx: HostmasterTx,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  change: {
    readonly domain: RecordDomain;
    readonly edits: readonly RecordEdit[];
    readonly limits: RecordLimits;
  },
): Promise<void> {
  const { domain, edits, limits } = change;
  const removed = edits.flatMap(removedBy);
  const added = edits.flatMap(addedBy);
  const rowCommands = edits.flatMap((edit) => [
    rowCommand(call, { domain, edit }),
    activityCommand({
      // The first entry carries the operation's id, which proves that it was committed.
      id: edit === edits[0] ? call.operationId : newId('act'),
      at: call.now,
      actor: call.actor,
      action: `record.${edit.kind}`,
      subject: domain.name,
      details:
        edit.kind === 'update'
          ? { before: recordView(edit.before), after: recordView(edit.after) }
          : recordView(edit.record),
    }),
  ]);
  const commands = [...rowCommands, ...countCommands(domain, { removed, added })];
  let at = 0;
  for (; commands.length - at > commandsTogether; at += commandsTogether) {
    await tx.batch(commands.slice(at, at + commandsTogether));
  }
  const countMax = limits.recordsPerName;
  await writeAndPublish(tx, domain, {
    commands: commands.slice(at),
    removed,
    added,
    countMax,
    check: (sizes) => checkRecordQuota(tx, domain, { removed, added, sizes, limits }),
  });
  recordEvent(tx, { actor: call.actor, at: call.now }, dnsChanged(domain, edits));
  const changesGlue = [...removed, ...added].some((record) => isGlue(domain, record));
  if (changesGlue) await requestConvergence(tx, domain);
}

function dnsChanged({ name }: RecordDomain, edits: readonly RecordEdit[]): Happening {
  const count = (kind: RecordEdit['kind']) => edits.filter((edit) => edit.kind === kind).length;
  const names = new Set(
    edits.flatMap((edit) => [...removedBy(edit), ...addedBy(edit)]).map((record) => record.name),
  );
  return {
    type: 'dns.changed',
    domain: name,
    data: {
      added: count('create'),
      changed: count('update'),
      removed: count('delete'),
      names: [...names].slice(0, contractLimits.eventNamesMax),
    },
  };
}

function removedBy(edit: RecordEdit): StoredRecord[] {
  if (edit.kind === 'create') return [];
  return [edit.kind === 'update' ? edit.before : edit.record];
}

function addedBy(edit: RecordEdit): StoredRecord[] {
  if (edit.kind === 'delete') return [];
  return [edit.kind === 'update' ? edit.after : edit.record];
}

/** The registry holds the addresses of nameservers inside the domain (glue). */
function isGlue(domain: RecordDomain, { type, name }: StoredRecord): boolean {
  if (type !== 'A' && type !== 'AAAA') return false;
  const host = name === '@' ? domain.name : `${name}.${domain.name}`;
  return domain.nameservers.includes(host);
}

/** Raises the revision, so that a job that has already read the records reads them again. */
async function requestConvergence(tx: HostmasterTx, domain: RecordDomain): Promise<void> {
  await tx.run(updateNameservers, {
    id: domain.id,
    nameservers: domain.nameservers,
    desiredRevision: domain.desiredRevision + 1,
  });
  if (!isPending(domain)) await enqueueConvergence(tx, { domainId: domain.id });
}

function rowCommand(
  call: Pick<Call, 'now'>,
  { domain, edit }: { readonly domain: RecordDomain; readonly edit: RecordEdit },
): Command<Schema> {
  switch (edit.kind) {
    case 'create':
      return command(insertRecord, { ...edit.record, domainId: domain.id, createdAt: call.now });
    case 'update':
      return command(updateRecord, edit.after);
    case 'delete':
      return command(deleteRecord, { id: edit.record.id });
  }
}
