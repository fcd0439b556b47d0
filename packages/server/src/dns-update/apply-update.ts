/**
 * Applies one UPDATE in one transaction: zone, scope and prerequisites are checked before any
 * change.
 */
import { checkPrerequisites, type Name, rcodes, type Update } from '@hostmaster/dns';
import { newId } from '../base/ids.ts';
import type { Limits } from '../base/limits.ts';
import { changeRecords } from '../operations/change-records.ts';
import { lockUpdatableZone } from '../operations/lock-updatable-zone.ts';
import type { Call } from '../operations/operation.ts';
import { clampTtl } from '../operations/record-input.ts';
import type { RecordLimits } from '../operations/record-quota.ts';
import { listOwnerRecords } from '../storage/queries/records.ts';
import { touchTsigKey } from '../storage/queries/tsig-keys.ts';
import { findZone } from '../storage/queries/zones.ts';
import type { HostmasterDatabase, HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { isRecorded } from '../workspaces/activity.ts';
import { updateKeyActor } from '../workspaces/actor.ts';
import type { UpdateKey } from '../workspaces/update-keys.ts';
import { relativeName } from '../zones/wire-record.ts';
import {
  applyActions,
  checkPrerequisiteScope,
  checkScope,
  touchedBy,
  UpdateRefused,
} from './apply-actions.ts';
import { prerequisiteView } from './prerequisites.ts';
import { type MessageSignature, rememberMessage } from './replays.ts';
import { WorkingZone } from './working-zone.ts';

export interface UpdateOutcome {
  readonly rcode: number;
  /** For the log. */
  readonly reason?: string;
  /** The number of records created, changed or deleted. */
  readonly changes?: number;
}

export interface UpdateCall {
  readonly key: UpdateKey;
  readonly update: Update;
  readonly signature: MessageSignature;
  /** Machine time. */
  readonly at: number;
  readonly calendarOffsetMs: number;
  readonly limits: UpdateLimits;
}

export type UpdateLimits = RecordLimits & Pick<Limits, 'updateEntries'>;

export async function applyUpdate(
  database: HostmasterDatabase,
  { key, update, signature, at, calendarOffsetMs, limits }: UpdateCall,
): Promise<UpdateOutcome> {
  const zone = update.zone.toHostname();
  if (key.domainNames?.has(zone) === false) {
    const served = await database.first(findZone, { name: zone });
    return served === undefined ? notAuthoritative : refused(`the key is not for ${zone}`);
  }
  const call = {
    actor: updateKeyActor(key),
    now: at + calendarOffsetMs,
    operationId: newId('act'),
  };
  const { prerequisites, actions } = update;
  if (prerequisites.length + actions.length > limits.updateEntries) {
    return refused(`the message has more than ${limits.updateEntries} entries`);
  }
  try {
    checkPrerequisiteScope(zone, key.scope, prerequisites);
    checkScope(zone, key.scope, actions);
    return await database.transaction(
      async (tx) => {
        await tx.run(touchTsigKey, { name: key.name, usedAt: at });
        if (!(await rememberMessage(tx, signature))) {
          return refused('the message was processed before');
        }
        return inTransaction(tx, call, { key, update, limits });
      },
      { committed: () => isRecorded(database, call.operationId) },
    );
  } catch (error) {
    if (error instanceof UpdateRefused) return refused(error.message);
    throw error;
  }
}

const notAuthoritative: UpdateOutcome = { rcode: rcodes.NOTAUTH, reason: 'no such zone here' };

function refused(reason: string): UpdateOutcome {
  return { rcode: rcodes.REFUSED, reason };
}

async function inTransaction(
  tx: HostmasterTx,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  { key, update, limits }: Pick<UpdateCall, 'key' | 'update' | 'limits'>,
): Promise<UpdateOutcome> {
  const { workspaceId } = key;
  const zone = update.zone.toHostname();
  const found = await lockUpdatableZone(tx, { workspaceId, name: zone });
  if (found.kind === 'releasing') return refused('the domain is being released');
  if (found.kind === 'not-served') return notAuthoritative;
  const { domain, serial } = found;
  const working = await loadOwners(tx, domain, [
    ...update.prerequisites.map(({ name }) => name),
    ...update.actions.map((action) => touchedBy(action).name),
  ]);
  const { nameservers } = domain;
  const view = prerequisiteView(working, { nameservers, serial });
  const rcode = checkPrerequisites(update.prerequisites, view);
  if (rcode !== rcodes.NOERROR) return { rcode, reason: 'a prerequisite does not hold' };
  applyActions(working, update.actions, { zone, nameservers, clampTtl, scope: key.scope });
  const edits = working.edits(() => newId('rec'));
  if (edits.length > 0) await changeRecords(tx, call, { domain, edits, limits });
  return { rcode: rcodes.NOERROR, changes: edits.length };
}

async function loadOwners(
  tx: HostmasterTx,
  domain: Pick<Domain, 'id' | 'name'>,
  names: readonly Name[],
): Promise<WorkingZone> {
  const working = new WorkingZone(domain.name);
  for (const owner of new Set(names.map((name) => relativeName(domain.name, name)))) {
    if (owner === null) continue;
    working.load(owner, await tx.all(listOwnerRecords, { domainId: domain.id, name: owner }));
  }
  return working;
}
