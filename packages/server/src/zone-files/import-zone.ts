/** Applies an import plan as one change, if the records have not changed since it was made. */
import { limits } from '@hostmaster/contract';
import { newId } from '../base/ids.ts';
import type { Limits } from '../base/limits.ts';
import { noChange } from '../changes/change.ts';
import type { ChangeWork } from '../changes/persist.ts';
import { assertChangeable, domainKey } from '../operations/loading.ts';
import type { Call } from '../operations/operation.ts';
import { planEdits } from '../operations/records/edit-plan.ts';
import {
  changeRecords,
  type LoadedEdits,
  loadEdits,
  type RecordEdit,
} from '../operations/records/record-change.ts';
import type { RecordLimits } from '../operations/records/record-quota.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { listRecords } from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import {
  type ImportInput,
  type ImportPlan,
  type PlannedRecord,
  planImport,
} from './import-plan.ts';

export interface ImportRequest {
  readonly domain: Pick<Domain, 'id' | 'name' | 'zoneRevision'>;
  readonly text: string;
  readonly mode: ImportInput['mode'];
  readonly limits: RecordLimits & Pick<Limits, 'importLines' | 'importChanges'>;
}

/** A plan for the records at the revision of `domain`. */
export interface PreparedImport extends ImportRequest {
  readonly plan: ImportPlan;
}

/** The records have changed since the plan was made. */
export class PlanOutdated extends Error {
  override readonly name = 'PlanOutdated';
}

export class PlanTooLarge extends Error {
  override readonly name = 'PlanTooLarge';
}

export async function prepareImport(
  reader: HostmasterReader,
  request: ImportRequest,
): Promise<PreparedImport> {
  const { domain, text, mode } = request;
  const { importLines, importChanges } = request.limits;
  const records = await reader.all(listRecords, { domainId: domain.id });
  const plan = await planImport({
    zone: domain.name,
    text,
    mode,
    records,
    ttl: {
      min: limits.ttlSecondsMin,
      max: limits.ttlSecondsMax,
      default: limits.ttlSecondsDefault,
    },
    linesMax: importLines,
  });
  const changes = plan.added.length + plan.changed.length + plan.removed.length;
  // On SQLite one transaction blocks all other writers until it ends.
  if (changes > importChanges) {
    throw new PlanTooLarge(
      `The file makes ${changes} changes; at most ${importChanges} are made at once. Split it.`,
    );
  }
  return { ...request, plan };
}

/** The file was read before; the decision only checks that the zone has not changed since. */
export async function importZone(
  database: HostmasterReader,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  { domain: planned, plan, limits }: PreparedImport,
): Promise<ChangeWork<LoadedImport, void>> {
  const { edits, owners } = await planEdits(database, planned, editsOf(plan));
  return {
    keys: [domainKey(planned.name)],
    owner: call.actor.workspaceId,
    commit: 'alone',
    async load(reader) {
      const domain = await reader.first(lockDomainById, { id: planned.id });
      if (domain === undefined) throw new PlanOutdated('The domain no longer exists.');
      assertChangeable(domain);
      if (domain.zoneRevision !== planned.zoneRevision) {
        throw new PlanOutdated('The records have changed in the meantime. Review the new plan.');
      }
      return { edits: await loadEdits(reader, { domain, edits, limits, planned: owners }) };
    },
    decide({ edits }) {
      const isSame = edits.edits.length === 0;
      const change = isSame ? noChange : changeRecords(call, edits, 'zone_file').change;
      return { answer: undefined, change };
    },
  };
}

interface LoadedImport {
  readonly edits: LoadedEdits;
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
