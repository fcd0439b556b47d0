/**
 * Applies one UPDATE as one change: zone, scope and prerequisites are checked before any
 * change.
 */

import { checkPrerequisites, type Name, rcodes, typeName, type Update } from '@hostmaster/dns';
import type { Refusal } from '../base/errors.ts';
import type { LongWork } from '../base/fairness/long-work.ts';
import { Pace } from '../base/fairness/pace.ts';
import { newId } from '../base/ids.ts';
import type { Limits } from '../base/limits.ts';
import { combine } from '../changes/change.ts';
import { type Decided, persist } from '../changes/persist.ts';
import { domainKey } from '../operations/loading.ts';
import type { Call } from '../operations/operation.ts';
import { findDnameConflict, isComparedBefore } from '../operations/records/dname-places.ts';
import {
  attemptsMax,
  changesTooOften,
  type PlannedWork,
  PlanOutdated,
  persistPlan,
} from '../operations/records/persist-plan.ts';
import {
  changeRecords,
  type LoadedEdits,
  loadEdits,
  type RecordEdit,
  sidesOf,
} from '../operations/records/record-change.ts';
import { clampTtl } from '../operations/records/record-input.ts';
import type { RecordLimits } from '../operations/records/record-quota.ts';
import { lockUpdatableZone } from '../operations/zones/lock-updatable-zone.ts';
import { type PlannedOwner, planTouchedOwners } from '../publication/touched-owners.ts';
import { countOwnersSets, listOwnersRecords } from '../storage/queries/records/records.ts';
import { findZone } from '../storage/queries/zones/zones.ts';
import { updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import type { Domain, SoaSettings } from '../storage/tables/domains/domains.ts';
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
import { type MessageSignature, remember, rememberedAnswer } from './replays.ts';
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
  /** From where the message came. */
  readonly address: string;
  /** Machine time. */
  readonly at: number;
  readonly calendarOffsetMs: number;
  readonly limits: UpdateLimits;
  readonly soaDefaults: SoaSettings;
  /** Messages of many entries wait in the line of their workspace. */
  readonly longWork: LongWork;
}

export type UpdateLimits = RecordLimits & Pick<Limits, 'updateEntries'>;

export async function applyUpdate(
  database: HostmasterDatabase,
  call: UpdateCall,
): Promise<UpdateOutcome> {
  const { key, update, signature, address, at, calendarOffsetMs, limits, soaDefaults, longWork } =
    call;
  const zone = update.zone.toHostname();
  if (key.domainNames?.has(zone) === false) {
    const served = await database.first(findZone, { name: zone });
    return served === undefined ? notAuthoritative : refused(`the key is not for ${zone}`);
  }
  if (!key.mayUpdate) return refused('the role of its creator does not allow changes of records');
  const own = {
    actor: { ...updateKeyActor(key), origin: { address } },
    now: at + calendarOffsetMs,
    operationId: newId('act'),
  };
  const { prerequisites, actions } = update;
  if (prerequisites.length + actions.length > limits.updateEntries) {
    return refused(`the message has more than ${limits.updateEntries} entries`);
  }
  try {
    const { scope } = key;
    const check = async () => {
      const pace = new Pace();
      await checkPrerequisiteScope(zone, { scope, prerequisites }, pace);
      await checkScope(zone, { scope, actions }, pace);
    };
    const decide = (loaded: LoadedUpdate) => decideUpdate({ ...own, key, signature, at }, loaded);
    const subject = { keys: [domainKey(zone)], owner: key.workspaceId };
    const work = { ...subject, commit: 'alone' as const, decide };
    if (isSmall(update)) {
      await check();
      const load = (reader: HostmasterReader) =>
        loadUpdate(reader, { key, update, signature, limits, soaDefaults });
      return await persist(database, { ...work, load });
    }
    const plan = async (attempt: number): Promise<PlannedWork<LoadedUpdate, UpdateOutcome>> => {
      const planned = await planUpdate(database, { key, update, limits, soaDefaults });
      return {
        ...work,
        load: (reader) =>
          loadPlanned(reader, { key, update, signature, limits, soaDefaults }, planned),
        async replan() {
          if (attempt === attemptsMax) throw changesTooOften();
          return plan(attempt + 1);
        },
      };
    };
    const inTurn = async () => {
      await check();
      return persistPlan(database, await plan(1), (planned) => planned);
    };
    return await longWork.run(key.workspaceId, inTurn);
  } catch (error) {
    if (error instanceof UpdateRefused) return refused(error.message);
    throw error;
  }
}

/** A message of this many entries, and labels in their names, is read inside its change. */
const smallUpdate = 50;

function isSmall({ prerequisites, actions }: Update): boolean {
  if (prerequisites.length + actions.length > smallUpdate) return false;
  const written = actions.flatMap((action) => {
    if (action.kind !== 'add') return [];
    return { name: action.record.name.toHostname(), type: typeName(action.record.type) };
  });
  return !isComparedBefore(written);
}

const notAuthoritative: UpdateOutcome = { rcode: rcodes.NOTAUTH, reason: 'no such zone here' };

function refused(reason: string): UpdateOutcome {
  return { rcode: rcodes.REFUSED, reason };
}

/** What an UPDATE would change, or why it changes nothing. */
type LoadedUpdate =
  | { readonly kind: 'repeated'; readonly rcode: number | null }
  | { readonly kind: 'ended'; readonly outcome: UpdateOutcome }
  | { readonly kind: 'edits'; readonly loaded: LoadedEdits };

type UpdateInput = Pick<UpdateCall, 'key' | 'update' | 'limits' | 'soaDefaults'>;

async function loadUpdate(
  reader: HostmasterReader,
  input: UpdateInput & Pick<UpdateCall, 'signature'>,
): Promise<LoadedUpdate> {
  const found = await findUnrepeated(reader, input);
  if (found.kind !== 'updatable') return found;
  const { limits } = input;
  const outcome = await editsOf(reader, found, input, null);
  if (outcome.kind === 'ended') return outcome;
  const { domain } = found;
  const loaded = await loadEdits(reader, { domain, edits: outcome.edits, limits });
  return { kind: 'edits', loaded };
}

type Updatable = Extract<Awaited<ReturnType<typeof lockUpdatableZone>>, { kind: 'updatable' }>;

/** The domain, locked. */
async function findUnrepeated(
  reader: HostmasterReader,
  { key, update, signature }: UpdateInput & Pick<UpdateCall, 'signature'>,
): Promise<Updatable | Exclude<LoadedUpdate, { kind: 'edits' }>> {
  const { workspaceId } = key;
  const [found, before] = await Promise.all([
    lockUpdatableZone(reader, { workspaceId, name: update.zone.toHostname() }),
    // After the lock: the same message may be under way.
    rememberedAnswer(reader, signature),
  ]);
  if (before !== undefined) return { kind: 'repeated', rcode: before.rcode };
  if (found.kind === 'releasing') return ended(refused('the domain is being released'));
  if (found.kind === 'not-served') return ended(notAuthoritative);
  return found;
}

function ended(outcome: UpdateOutcome): Extract<LoadedUpdate, { kind: 'ended' }> {
  return { kind: 'ended', outcome };
}

/** What a message of many entries changes, at one revision of the zone; null where none is served. */
type PlannedUpdate = {
  readonly found: Updatable;
  readonly outcome: Extract<LoadedUpdate, { kind: 'ended' }> | PlannedUpdateEdits;
} | null;

interface PlannedUpdateEdits {
  readonly kind: 'edits';
  readonly edits: readonly RecordEdit[];
  readonly owners: readonly PlannedOwner[];
  readonly dnameConflict: Refusal | null;
}

/** In slices with rests, before the change. */
async function planUpdate(reader: HostmasterReader, input: UpdateInput): Promise<PlannedUpdate> {
  const { key, update } = input;
  const wanted = { workspaceId: key.workspaceId, name: update.zone.toHostname() };
  const found = await lockUpdatableZone(reader, wanted);
  if (found.kind !== 'updatable') return null;
  const outcome = await editsOf(reader, found, input, new Pace());
  if (outcome.kind === 'ended') return { found, outcome };
  const { edits } = outcome;
  const { domain } = found;
  const sides = sidesOf(edits);
  const owners = await planTouchedOwners(reader, domain, sides);
  const dnameConflict = await findDnameConflict(reader, domain, { ...sides, pace: new Pace() });
  return { found, outcome: { kind: 'edits', edits, owners, dnameConflict } };
}

async function loadPlanned(
  reader: HostmasterReader,
  input: UpdateInput & Pick<UpdateCall, 'signature'>,
  planned: PlannedUpdate,
): Promise<LoadedUpdate> {
  const found = await findUnrepeated(reader, input);
  if (found.kind !== 'updatable') return found;
  const { domain, serial } = found;
  const isCurrent =
    planned?.found.domain.id === domain.id &&
    planned.found.domain.zone.zoneRevision === domain.zone.zoneRevision &&
    planned.found.serial === serial;
  if (!isCurrent) throw new PlanOutdated();
  const { outcome } = planned;
  if (outcome.kind === 'ended') return outcome;
  const { edits, owners, dnameConflict } = outcome;
  const change = { domain, edits, limits: input.limits, planned: owners, dnameConflict };
  return { kind: 'edits', loaded: await loadEdits(reader, change) };
}

/** The actions are applied in memory; with rests where there is a pace: not inside of a change. */
async function editsOf(
  reader: HostmasterReader,
  { domain, serial }: Updatable,
  { key, update, limits, soaDefaults }: UpdateInput,
  pace: Pace | null,
): Promise<
  | Extract<LoadedUpdate, { kind: 'ended' }>
  | { readonly kind: 'edits'; readonly edits: readonly RecordEdit[] }
> {
  const owners = ownersOf(domain, [
    ...update.prerequisites.map(({ name }) => name),
    ...update.actions.map((action) => touchedBy(action).name),
  ]);
  if (!(await hasFewRecords(reader, domain, { owners, limits }))) {
    return ended(refused(`its names have more than ${limits.updateEntries} records`));
  }
  const working = await loadOwners(reader, domain, owners, pace);
  const { name: zone } = domain;
  const { nameservers } = domain.zone;
  const view = prerequisiteView(working, domain, { soaDefaults, serial });
  const rcode = checkPrerequisites(update.prerequisites, view);
  if (rcode !== rcodes.NOERROR) return ended({ rcode, reason: 'a prerequisite does not hold' });
  const context = { zone, nameservers, clampTtl, scope: key.scope };
  await applyActions(working, update.actions, context, pace);
  const edits = working.edits(() => newId('rec'));
  return edits.length === 0
    ? ended({ rcode: rcodes.NOERROR, changes: 0 })
    : { kind: 'edits', edits };
}

/** An UPDATE that changes nothing is a use of its key, too, and is not processed again. */
function decideUpdate(
  call: Pick<Call, 'actor' | 'now' | 'operationId'> & Pick<UpdateCall, 'key' | 'signature' | 'at'>,
  update: LoadedUpdate,
): Decided<UpdateOutcome> {
  const used = updateAll(updateKeys, { name: call.key.name }, { lastUsedAt: call.at });
  if (update.kind === 'repeated') {
    const answer = { rcode: update.rcode ?? rcodes.REFUSED, reason: 'it was processed before' };
    return { answer, change: { rows: [used] } };
  }
  const answer =
    update.kind === 'ended'
      ? update.outcome
      : { rcode: rcodes.NOERROR, changes: update.loaded.edits.length };
  const processed = { rows: [used, remember(call.signature, answer.rcode)] };
  if (update.kind === 'ended') return { answer, change: processed };
  return { answer, change: combine(processed, changeRecords(call, update.loaded).change) };
}

function ownersOf({ name: zone }: Pick<Domain, 'name'>, names: readonly Name[]): string[] {
  return [...new Set(names.flatMap((name) => relativeName(zone, name) ?? []))];
}

/** Names that are read at once. */
const ownersPerPage = 50;

/** Their number has a limit of its own. */
const fewOwners = 4;

/** All records of the names are read, and a message may delete them. They are counted first. */
async function hasFewRecords(
  reader: HostmasterReader,
  { id: domainId }: Pick<Domain, 'id'>,
  { owners, limits }: { readonly owners: readonly string[]; readonly limits: UpdateLimits },
): Promise<boolean> {
  if (owners.length <= fewOwners) return true;
  const sets = await reader.all(countOwnersSets, { domainId, names: owners });
  return sets.reduce((sum, { count }) => sum + count, 0) <= limits.updateEntries;
}

async function loadOwners(
  reader: HostmasterReader,
  domain: Pick<Domain, 'id' | 'name'>,
  owners: readonly string[],
  pace: Pace | null,
): Promise<WorkingZone> {
  const working = new WorkingZone(domain.name);
  for (let start = 0; start < owners.length; start += ownersPerPage) {
    const names = owners.slice(start, start + ownersPerPage);
    const rows = await reader.all(listOwnersRecords, { domainId: domain.id, names });
    const records = Map.groupBy(rows, ({ name }) => name);
    for (const owner of names) working.load(owner, records.get(owner) ?? []);
    await pace?.step();
  }
  return working;
}
