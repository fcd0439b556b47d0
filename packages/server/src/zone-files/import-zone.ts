/** Applies an import plan in one transaction, if the records have not changed since it was made. */
import { limits } from '@hostmaster/contract';
import { newId } from '../base/ids.ts';
import { changeRecords, type RecordEdit } from '../operations/change-records.ts';
import { assertChangeable } from '../operations/loading.ts';
import type { Call } from '../operations/operation.ts';
import { lockDomainById } from '../storage/queries/domains.ts';
import { listRecords } from '../storage/queries/records.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import {
  type ImportInput,
  type ImportPlan,
  type PlannedRecord,
  planImport,
} from './import-plan.ts';

export interface ImportRequest {
  readonly domain: { readonly id: string; readonly name: string };
  readonly text: string;
  readonly mode: ImportInput['mode'];
}

/** The records have changed since the plan was made. */
export class PlanOutdated extends Error {
  override readonly name = 'PlanOutdated';
}

export class PlanTooLarge extends Error {
  override readonly name = 'PlanTooLarge';
}

/** A bound, because on SQLite one transaction blocks all other writers until it ends. */
const importChangesMax = 10_000;

export async function readImportPlan(
  reader: HostmasterReader,
  request: ImportRequest,
): Promise<ImportPlan> {
  const { domain, text, mode } = request;
  const plan = planImport({
    zone: domain.name,
    text,
    mode,
    records: await reader.all(listRecords, { domainId: domain.id }),
    ttl: {
      min: limits.ttlSecondsMin,
      max: limits.ttlSecondsMax,
      default: limits.ttlSecondsDefault,
    },
  });
  const changes = plan.added.length + plan.changed.length + plan.removed.length;
  if (changes > importChangesMax) {
    throw new PlanTooLarge(
      `The file makes ${changes} changes; at most ${importChangesMax} are made at once. Split it.`,
    );
  }
  return plan;
}

export async function importZone(
  tx: HostmasterTx,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  request: ImportRequest & { readonly shown: ImportPlan },
): Promise<void> {
  const domain = await tx.first(lockDomainById, { id: request.domain.id });
  if (domain === undefined) throw new PlanOutdated('The domain no longer exists.');
  assertChangeable(domain);
  const plan = await readImportPlan(tx, request);
  if (JSON.stringify(plan) !== JSON.stringify(request.shown)) {
    throw new PlanOutdated('The records have changed in the meantime. Review the new plan.');
  }
  const edits: RecordEdit[] = [
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
  if (edits.length > 0) await changeRecords(tx, call, { domain, edits });
}

function stored(id: string, { name, type, ttl, value }: PlannedRecord) {
  return { id, name, type, ttlSeconds: ttl, value };
}
