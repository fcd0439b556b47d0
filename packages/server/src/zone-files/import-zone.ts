/** Applies an import plan, if the records have not changed since it was made; in steps where it is large. */
import { limits } from '@hostmaster/contract';
import { newId } from '../base/ids.ts';
import type { Limits } from '../base/limits.ts';
import { persist } from '../changes/persist.ts';
import { assertChangeable } from '../operations/loading.ts';
import type { Call } from '../operations/operation.ts';
import {
  beginSteps,
  type PlannedEdits,
  type StepLimits,
} from '../operations/records/edit-steps.ts';
import { PlanOutdated } from '../operations/records/persist-plan.ts';
import type { RecordEdit } from '../operations/records/record-change.ts';
import { zonePages } from '../revisions/read-revisions.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import {
  type ImportPlan,
  type PlanInput,
  type PlannedRecord,
  planImport,
} from '../zones/import-plan.ts';

export interface ImportRequest {
  readonly domain: PlannedEdits['domain'];
  readonly text: string;
  readonly mode: PlanInput['mode'];
  readonly limits: StepLimits & Pick<Limits, 'importLines' | 'importChanges'>;
  /** Planning ends when the client has gone. */
  readonly clientGone?: AbortSignal | undefined;
}

/** A plan for the records at the revision of `domain`. */
export interface PreparedImport extends ImportRequest {
  readonly plan: ImportPlan;
}

export async function prepareImport(
  reader: HostmasterReader,
  request: ImportRequest,
): Promise<PreparedImport> {
  const { domain, text, mode, clientGone } = request;
  const { importLines, importChanges } = request.limits;
  const { id: domainId } = domain;
  const { zoneRevision: revision } = domain.zone;
  const plan = await planImport({
    zone: domain.name,
    text,
    mode,
    pages: zonePages(reader, { domainId, revision, clientGone }),
    ttl: {
      min: limits.ttlSecondsMin,
      max: limits.ttlSecondsMax,
      default: limits.ttlSecondsDefault,
    },
    linesMax: importLines,
    changesMax: importChanges,
  });
  return { ...request, plan };
}

/** The file was read before; a step only checks that the zone has not changed since. */
export async function importZone(
  database: HostmasterDatabase,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  { domain: planned, plan, limits }: PreparedImport,
): Promise<void> {
  const edits = editsOf(plan);
  if (edits.length === 0) return;
  const work = await beginSteps(database, call, {
    limits,
    via: 'zone_file',
    isReplanned: false,
    plan: async () => ({ domain: planned, edits }),
    async lock(reader) {
      const domain = await reader.first(lockDomainById, { id: planned.id });
      if (domain === undefined) throw new PlanOutdated('The domain no longer exists.');
      assertChangeable(domain);
      return domain;
    },
  });
  await persist(database, work);
}

function editsOf(plan: ImportPlan): readonly RecordEdit[] {
  return [
    ...plan.removed.map(({ id, ...record }) => {
      return { kind: 'delete', record: stored(id, record) } as const;
    }),
    ...plan.changed.map(({ id, before, after }) => {
      return { kind: 'update', before: stored(id, before), after: stored(id, after) } as const;
    }),
    ...plan.added.map((record) => {
      return { kind: 'create', record: stored(newId('rec'), record) } as const;
    }),
  ];
}

function stored(id: string, { name, type, ttl, value }: PlannedRecord) {
  return { id, name, type, ttlSeconds: ttl, value };
}
