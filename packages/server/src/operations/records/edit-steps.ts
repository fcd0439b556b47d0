/**
 * A change of many records in steps, each with a commit and a revision of its own (docs/adr/0024): all
 * writers of SQLite wait for a commit, and so does the event loop. What a step needs is read before it, in
 * slices with rests. A change that fits into one step is one commit.
 */
import { newId } from '../../base/ids.ts';
import type { Limits } from '../../base/limits.ts';
import { type ChangeWork, persist } from '../../changes/persist.ts';
import { planTouchedOwners } from '../../publication/touched-owners.ts';
import { alterationBytes } from '../../revisions/append-revision.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import type { Edge } from '../../storage/tables/zones/zone-revisions.ts';
import { domainKey } from '../loading.ts';
import type { Call } from '../operation.ts';
import { loadDnamePlaces, requireDnamePlaces } from './dname-places.ts';
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
  readonly domain: Pick<RecordDomain, 'id' | 'workspaceId' | 'name' | 'state' | 'zoneRevision'>;
  readonly edits: readonly RecordEdit[];
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
  const { domain, edits } = await change.plan();
  const steps = stepsOf(edits, limits);
  const last = steps.pop() ?? [];
  if (steps.length > 0) {
    const sides = sidesOf(edits);
    await requireQuotaOfAll(database, domain, { ...sides, limits });
    requireDnamePlaces(await loadDnamePlaces(database, domain, sides), sides);
  }
  const isWithinQuota = steps.length > 0;
  let { zoneRevision } = domain;
  let done = made;
  const replan = () => {
    if (done === made && attempts === attemptsMax) throw changesTooOften();
    const progress = { made: done, attempts: done === made ? attempts + 1 : 1 };
    return beginSteps(database, call, change, progress);
  };
  for (const step of steps) {
    const work = await stepWork(database, change, {
      ...{ call: { ...call, operationId: newId('act') }, domain: { ...domain, zoneRevision } },
      ...{ edits: step, made: done, isWithinQuota },
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
    ...{ call, domain: { ...domain, zoneRevision }, edits: last, made: done, isWithinQuota },
  });
  return change.isReplanned ? { ...work, replan } : work;
}

/** Through all plans of a change. */
interface Progress {
  readonly made: readonly RecordEdit[];
  /** Since the last step that was made. */
  readonly attempts: number;
}

interface Step extends PlannedEdits {
  readonly call: StepCall;
  readonly made: readonly RecordEdit[];
  readonly isWithinQuota: boolean;
}

async function stepWork(
  database: HostmasterReader,
  change: SteppedChange,
  { call, domain: planned, edits, made, isWithinQuota }: Step,
): Promise<ChangeWork<LoadedEdits, Stepped>> {
  const { limits, via } = change;
  const owners = await planTouchedOwners(database, planned, sidesOf(edits));
  return {
    keys: [domainKey(planned.name)],
    owner: call.actor.workspaceId,
    commit: 'alone',
    async load(reader) {
      const domain = await change.lock(reader, made.length === 0);
      if (domain.zoneRevision !== planned.zoneRevision) throw new PlanOutdated();
      return loadEdits(reader, { domain, edits, limits, planned: owners, isWithinQuota });
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
  const byName = [...Map.groupBy(edits, nameOf).values()];
  for (const ofName of byName.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const bytes = ofName.map((edit) => alterationBytes([alterationOf(edit)]));
    const total = bytes.reduce((sum, each) => sum + each, 0);
    const sorted = ofName.toSorted(
      (a, b) => Number(b.kind === 'delete') - Number(a.kind === 'delete'),
    );
    if (ofName.length <= changesPerCommit && total <= changedBytesPerCommit) add(sorted, total);
    else for (const edit of sorted) add([edit], alterationBytes([alterationOf(edit)]));
  }
  return steps;
}

function rankOf(edits: readonly RecordEdit[]): number {
  const { removed, added } = sidesOf(edits);
  if (added.some(({ type }) => type === 'DNAME')) return 1;
  return removed.some(({ type }) => type === 'DNAME') ? -1 : 0;
}

function nameOf(edit: RecordEdit): string {
  return edit.kind === 'update' ? edit.before.name : edit.record.name;
}
