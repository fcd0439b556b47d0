/**
 * Applies one UPDATE as one change: zone, scope and prerequisites are checked before any
 * change.
 */
import { checkPrerequisites, type Name, rcodes, type Update } from '@hostmaster/dns';
import { newId } from '../base/ids.ts';
import type { Limits } from '../base/limits.ts';
import { combine } from '../changes/change.ts';
import { type Decided, persist } from '../changes/persist.ts';
import { domainKey } from '../operations/loading.ts';
import type { Call } from '../operations/operation.ts';
import { changeRecords, type LoadedEdits, loadEdits } from '../operations/records/record-change.ts';
import { clampTtl } from '../operations/records/record-input.ts';
import type { RecordLimits } from '../operations/records/record-quota.ts';
import { lockUpdatableZone } from '../operations/zones/lock-updatable-zone.ts';
import { listOwnersRecords } from '../storage/queries/records/records.ts';
import { findZone } from '../storage/queries/zones/zones.ts';
import { updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { updateKeys } from '../storage/tables/keys/update-keys.ts';
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
import { isRemembered, type MessageSignature, remember } from './replays.ts';
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
    return await persist(database, {
      keys: [domainKey(zone)],
      owner: key.workspaceId,
      commit: 'alone',
      load: (reader) => loadUpdate(reader, { key, update, signature, limits }),
      decide: (loaded) => decideUpdate({ ...call, key, signature, at }, loaded),
    });
  } catch (error) {
    if (error instanceof UpdateRefused) return refused(error.message);
    throw error;
  }
}

const notAuthoritative: UpdateOutcome = { rcode: rcodes.NOTAUTH, reason: 'no such zone here' };

function refused(reason: string): UpdateOutcome {
  return { rcode: rcodes.REFUSED, reason };
}

/** What an UPDATE would change, or why it changes nothing. */
type LoadedUpdate =
  | { readonly kind: 'repeated' }
  | { readonly kind: 'ended'; readonly outcome: UpdateOutcome }
  | { readonly kind: 'edits'; readonly loaded: LoadedEdits };

/** The edits tell what else is to be loaded, so the actions are applied here, in memory. */
async function loadUpdate(
  reader: HostmasterReader,
  { key, update, signature, limits }: Pick<UpdateCall, 'key' | 'update' | 'signature' | 'limits'>,
): Promise<LoadedUpdate> {
  const { workspaceId } = key;
  const zone = update.zone.toHostname();
  const ended = (outcome: UpdateOutcome) => ({ kind: 'ended', outcome }) as const;
  const [found, isRepeated] = await Promise.all([
    lockUpdatableZone(reader, { workspaceId, name: zone }),
    // After the lock: the same message may be under way.
    isRemembered(reader, signature),
  ]);
  if (isRepeated) return { kind: 'repeated' };
  if (found.kind === 'releasing') return ended(refused('the domain is being released'));
  if (found.kind === 'not-served') return ended(notAuthoritative);
  const { domain, serial } = found;
  const working = await loadOwners(reader, domain, [
    ...update.prerequisites.map(({ name }) => name),
    ...update.actions.map((action) => touchedBy(action).name),
  ]);
  const { nameservers } = domain;
  const view = prerequisiteView(working, { nameservers, serial });
  const rcode = checkPrerequisites(update.prerequisites, view);
  if (rcode !== rcodes.NOERROR) return ended({ rcode, reason: 'a prerequisite does not hold' });
  applyActions(working, update.actions, { zone, nameservers, clampTtl, scope: key.scope });
  const edits = working.edits(() => newId('rec'));
  if (edits.length === 0) return ended({ rcode: rcodes.NOERROR, changes: 0 });
  return { kind: 'edits', loaded: await loadEdits(reader, { domain, edits, limits }) };
}

/** An UPDATE that changes nothing is a use of its key, too, and is not processed again. */
function decideUpdate(
  call: Pick<Call, 'actor' | 'now' | 'operationId'> & Pick<UpdateCall, 'key' | 'signature' | 'at'>,
  update: LoadedUpdate,
): Decided<UpdateOutcome> {
  const used = updateAll(updateKeys, { name: call.key.name }, { lastUsedAt: call.at });
  if (update.kind === 'repeated') {
    return { answer: refused('the message was processed before'), change: { rows: [used] } };
  }
  const processed = { rows: [used, remember(call.signature)] };
  if (update.kind === 'ended') return { answer: update.outcome, change: processed };
  return {
    answer: { rcode: rcodes.NOERROR, changes: update.loaded.edits.length },
    change: combine(processed, changeRecords(call, update.loaded).change),
  };
}

async function loadOwners(
  reader: HostmasterReader,
  domain: Pick<Domain, 'id' | 'name'>,
  names: readonly Name[],
): Promise<WorkingZone> {
  const working = new WorkingZone(domain.name);
  const owners = [...new Set(names.flatMap((name) => relativeName(domain.name, name) ?? []))];
  if (owners.length === 0) return working;
  const rows = await reader.all(listOwnersRecords, { domainId: domain.id, names: owners });
  const records = Map.groupBy(rows, ({ name }) => name);
  for (const owner of owners) working.load(owner, records.get(owner) ?? []);
  return working;
}
