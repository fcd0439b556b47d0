/**
 * A change of many records in steps, each with a commit and a revision of its own (docs/adr/0024): all
 * writers of SQLite wait for a commit, and so does the event loop. What a step needs is read before it, in
 * slices with rests. A change that fits into one step is one commit.
 */
import type { Refusal } from '../../base/errors.ts';
import { Pace } from '../../base/fairness/pace.ts';
import { newId } from '../../base/ids.ts';
import type { Limits } from '../../base/limits.ts';
import { type ChangeWork, persist } from '../../changes/persist.ts';
import {
  planTouchedOwners,
  readTouchedOwners,
  type TouchedOwner,
} from '../../publication/touched-owners.ts';
import { alterationBytes } from '../../revisions/append-revision.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import { type DomainWith, domains } from '../../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import type { Edge } from '../../storage/tables/zones/zone-revisions.ts';
import { domainKey } from '../loading.ts';
import type { Call } from '../operation.ts';
import { findDnameConflict } from './dname-places.ts';
import { findStepConflict } from './dname-steps.ts';
import { attemptsMax, changesTooOften, type PlannedWork, PlanOutdated } from './persist-plan.ts';
import {
  alterationOf,
  changeRecords,
  type LoadedEdits,
  loadEdits,
  type RecordDomain,
  type RecordEdit,
  sidesOf,
} from './record-change.ts';
import { type RecordLimits, requireQuotaOfAll } from './record-quota.ts';

export type StepLimits = RecordLimits & Pick<Limits, 'changesPerCommit' | 'changedBytesPerCommit'>;

export interface SteppedChange {
  readonly limits: StepLimits;
  readonly via: Edge;
  /** Reads the domain and then its edits, at most one per record. */
  plan(): Promise<PlannedEdits>;
  /** Loads the domain with its lock, and refuses the change; before the first step, and before each. */
  lock(reader: HostmasterReader, isFirst: boolean): Promise<RecordDomain>;
  /** Whether to plan the rest again when another change came in between. */
  readonly isReplanned: boolean;
}

export interface PlannedEdits {
  readonly domain: DomainWith<'id' | 'workspaceId' | 'name' | 'state' | 'zoneRevision'>;
  readonly edits: readonly RecordEdit[];
  /** The owner names that the edits touch, where planning has read them. */
  readonly owners?: readonly TouchedOwner[];
}

type StepCall = Pick<Call, 'actor' | 'now' | 'operationId'>;

/** What was changed, by all steps. */
export interface Stepped {
  readonly domain: RecordDomain;
  readonly revision: number;
  readonly edits: readonly RecordEdit[];
}

/** Makes all steps but the last, and returns that one. */
export async function beginSteps(
  database: HostmasterDatabase,
  call: StepCall,
  change: SteppedChange,
  { made, attempts }: Progress = { made: [], attempts: 1 },
): Promise<PlannedWork<LoadedEdits, Stepped>> {
  const { limits } = change;
  const { domain, edits, ...planned } = await change.plan();
  const sides = sidesOf(edits);
  const owners = planned.owners ?? (await readTouchedOwners(database, domain, sides));
  const steps = stepsOf(edits, limits);
  const last = steps.pop() ?? [];
  const dnameConflict = await findDnameConflict(database, domain, { ...sides, pace: new Pace() });
  if (steps.length > 0) {
    await requireQuotaOfAll(database, domain, { ...sides, owners, limits });
    const conflict = dnameConflict ?? (await findStepConflict([...steps, last]));
    if (conflict !== null) throw conflict;
  }
  const known = new Map(owners.map((owner) => [owner.owner, owner]));
  const isWithinQuota = steps.length > 0;
  let { zoneRevision } = domain.zone;
  let done = made;
  const replan = () => {
    if (done === made && attempts === attemptsMax) throw changesTooOften();
    const progress = { made: done, attempts: done === made ? attempts + 1 : 1 };
    return beginSteps(database, call, change, progress);
  };
  for (const step of steps) {
    const work = await stepWork(database, change, {
      ...{ call: { ...call, operationId: newId('act') } },
      ...{ domain: domains.changed(domain, { zoneRevision }), edits: step, known },
      ...{ made: [], isFirst: done.length === 0, isWithinQuota, dnameConflict },
    });
    try {
      const { revision } = await persist(database, work);
      zoneRevision = revision;
    } catch (error) {
      if (error instanceof PlanOutdated && change.isReplanned) return replan();
      throw error;
    }
    done = [...done, ...step];
  }
  const work = await stepWork(database, change, {
    ...{ call, domain: domains.changed(domain, { zoneRevision }), edits: last, known },
    ...{ made: done, isFirst: done.length === 0, isWithinQuota, dnameConflict },
  });
  return change.isReplanned ? { ...work, replan } : work;
}

/** Through all plans of a change. */
interface Progress {
  readonly made: readonly RecordEdit[];
  /** Since the last step that was made. */
  readonly attempts: number;
}

interface Step extends Pick<PlannedEdits, 'domain' | 'edits'> {
  readonly call: StepCall;
  /** By name, as they were before the first step. */
  readonly known: ReadonlyMap<string, TouchedOwner>;
  /** The edits of earlier steps, which its answer has too. */
  readonly made: readonly RecordEdit[];
  readonly isFirst: boolean;
  readonly isWithinQuota: boolean;
  readonly dnameConflict: Refusal | null;
}

async function stepWork(
  database: HostmasterReader,
  change: SteppedChange,
  { call, domain: planned, edits, known, made, isFirst, ...checked }: Step,
): Promise<ChangeWork<LoadedEdits, Stepped>> {
  const { limits, via } = change;
  // What is published is not kept from the plan of all steps. Only names of which an earlier step has
  // changed a part are read again.
  const owners = await planTouchedOwners(database, planned, sidesOf(edits), known);
  return {
    keys: [domainKey(planned.name)],
    owner: call.actor.workspaceId,
    commit: 'alone',
    async load(reader) {
      const domain = await change.lock(reader, isFirst);
      if (domain.zone.zoneRevision !== planned.zone.zoneRevision) throw new PlanOutdated();
      return loadEdits(reader, { domain, edits, limits, planned: owners, ...checked });
    },
    decide(loaded) {
      const { revision, change } = changeRecords(call, loaded, via);
      return { answer: { domain: loaded.domain, revision, edits: [...made, ...edits] }, change };
    },
  };
}

/**
 * The edits of a name stay together where they fit, deletions first. Each step must be a valid zone, so
 * names that lose their DNAME come first, and those that get one last.
 */
function stepsOf(edits: readonly RecordEdit[], limits: StepLimits): RecordEdit[][] {
  const { changesPerCommit, changedBytesPerCommit } = limits;
  const steps: RecordEdit[][] = [];
  let room = { edits: 0, bytes: 0 };
  const add = (part: readonly RecordEdit[], bytes: number) => {
    if (part.length > room.edits || bytes > room.bytes) {
      steps.push([]);
      room = { edits: changesPerCommit, bytes: changedBytesPerCommit };
    }
    steps.at(-1)?.push(...part);
    room = { edits: room.edits - part.length, bytes: room.bytes - bytes };
  };
  const byName = Map.groupBy(edits, nameOf).values().map(editsOfName).toArray();
  for (const { sorted, bytes } of byName.sort((a, b) => a.rank - b.rank)) {
    if (sorted.length <= changesPerCommit && bytes <= changedBytesPerCommit) add(sorted, bytes);
    else for (const edit of sorted) add([edit], alterationBytes([alterationOf(edit)]));
  }
  return steps;
}

function editsOfName(edits: readonly RecordEdit[]) {
  const alterations = edits.map(alterationOf);
  const isDname = (record: StoredRecord | null) => record?.type === 'DNAME';
  const rank = alterations.some(([, after]) => isDname(after))
    ? 1
    : -Number(alterations.some(([before]) => isDname(before)));
  const sorted = edits.toSorted(
    (a, b) => Number(b.kind === 'delete') - Number(a.kind === 'delete'),
  );
  return { sorted, bytes: alterationBytes(alterations), rank };
}

function nameOf(edit: RecordEdit): string {
  return edit.kind === 'update' ? edit.before.name : edit.record.name;
}
