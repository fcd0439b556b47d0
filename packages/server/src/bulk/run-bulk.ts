/**
 * The job that plans and carries out the bulk operations of one workspace: a slice at a time, then it
 * goes to the end of the queue. It begins nothing while the registry has enough to do for what it began
 * before, so that jobs of other workspaces never wait behind a long list.
 */
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { centsToCredits } from '../base/money.ts';
import { type Change, noChange } from '../changes/change.ts';
import type { WorkspaceJob } from '../changes/job-kinds.ts';
import { bindHandlers, type JobContext, type JobHandler, payloadOf } from '../jobs/job-handler.ts';
import { ended, persistJob, postponed, postponeJob } from '../jobs/persist-job.ts';
import { bulkFinished } from '../notices/bulk-notices.ts';
import { mailTo } from '../notices/new-mail.ts';
import { erasure, loadAuthCodes, loadRows } from '../operations/bulk/auth-codes.ts';
import { partSize } from '../operations/bulk/bulk-parts.ts';
import { countsOf, loadTally } from '../operations/bulk/own-bulk.ts';
import type { OperationServices } from '../operations/operation.ts';
import {
  listBulkItemsIn,
  listFailedBefore,
  listLatestDone,
} from '../storage/queries/bulk/bulk-items.ts';
import {
  findActiveBulk,
  findFirstPart,
  lockBulk,
} from '../storage/queries/bulk/bulk-operations.ts';
import { countBusyDomains } from '../storage/queries/domains/domains.ts';
import { lockWorkspace } from '../storage/queries/workspaces/workspace-quotas.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces/workspaces.ts';
import { removeAll, update } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import {
  type BulkOperation,
  type BulkTally,
  bulkOperations,
} from '../storage/tables/bulk/bulk-operations.ts';
import { bulkParts } from '../storage/tables/bulk/bulk-parts.ts';
import { type Attempt, attemptItem } from './attempt-item.ts';
import { findRunner } from './find-runner.ts';

export interface BulkServices {
  readonly database: HostmasterDatabase;
  readonly operations: OperationServices;
  readonly clock: MachineClock;
  calendarNow(reader: HostmasterReader): Promise<number>;
}

type Context = BulkServices & JobContext;

/** Attempted at once; half of the questions that a workspace may have at the registry. */
const together = 8;
/** Domains of one operation that the registry works on at once: half of the places for its jobs. */
const busyMax = 16;
const busyRestMs = 100;

export function bulkJobs(services: BulkServices): ReadonlyMap<string, JobHandler> {
  return bindHandlers({ 'run-bulk': runBulk }, services);
}

async function runBulk(context: Context): Promise<void> {
  const { workspaceId } = payloadOf<WorkspaceJob>(context.job);
  const bulk = await context.database.first(findActiveBulk, { workspaceId });
  if (bulk === undefined) return endIdle(context, workspaceId);
  if (bulk.state === 'planning') await planSlice(context, bulk);
  else if (!(await runSlice(context, bulk))) {
    return postponeJob(context, { delayMs: busyRestMs, attempts: 0 });
  }
  return endSlice(context, bulk);
}

/** The next names in their order, or what failed in the round before. */
async function planSlice(context: Context, bulk: BulkOperation): Promise<void> {
  const { database } = context;
  const bulkId = bulk.id;
  const next = await database.first(findFirstPart, { bulkId });
  if (next === undefined) {
    const failed = { bulkId, round: bulk.round, limit: partSize };
    return attemptAll(context, bulk, await database.all(listFailedBefore, failed));
  }
  const { part, names } = next;
  const targets = names.map((domain, index) => ({
    position: part * partSize + index,
    domain,
    priceCents: 0,
  }));
  await attemptAll(context, bulk, targets);
  await persistJob(context, {
    keys: [`bulk ${bulkId}`],
    owner: bulk.workspaceId,
    load: async () => undefined,
    decide: () => ({
      answer: undefined,
      change: { rows: [removeAll(bulkParts, { bulkId, part })] },
    }),
  });
}

/** False while the registry has enough to do. */
async function runSlice(context: Context, bulk: BulkOperation): Promise<boolean> {
  const { database } = context;
  const bulkId = bulk.id;
  const latest = await eraseUsedCodes(context, bulk);
  const names = latest.map(({ domain }) => domain);
  const busy = await database.first(countBusyDomains, { workspaceId: bulk.workspaceId, names });
  const limit = busyMax - Number(busy?.count ?? 0);
  if (limit <= 0) return false;
  const ready = { bulkId, state: 'ready', after: -1, limit } as const;
  await attemptAll(context, bulk, await database.all(listBulkItemsIn, ready));
  await eraseUsedCodes(context, bulk);
  return true;
}

/**
 * Erases the auth codes of what was done last, which it answers. A slice does it first, too, so that a
 * process that ended before it leaves none behind.
 */
function eraseUsedCodes(
  context: Context,
  { id: bulkId, workspaceId, kind }: BulkOperation,
): Promise<readonly { readonly domain: string; readonly position: number }[]> {
  const done = { bulkId, limit: 2 * busyMax };
  if (kind !== 'transfer') return context.database.all(listLatestDone, done);
  return persistJob(context, {
    keys: [`bulk ${bulkId}`],
    owner: workspaceId,
    async load(reader) {
      const latest = await reader.all(listLatestDone, done);
      const positions = latest.map(({ position }) => position);
      return { latest, positions, rows: await loadRows(reader, bulkId, positions) };
    },
    decide: ({ latest, positions, rows }) => ({
      answer: latest,
      change: { rows: erasure(context.operations.secrets, rows, positions) },
    }),
  });
}

async function attemptAll(
  context: Context,
  bulk: BulkOperation,
  targets: readonly Attempt['target'][],
): Promise<void> {
  const { database, operations: services, clock } = context;
  const runner = await findRunner(database, bulk, clock.now());
  const now = await context.calendarNow(database);
  const positions = bulk.kind === 'transfer' ? targets.map(({ position }) => position) : [];
  const codeOf = await loadAuthCodes(database, services.secrets, bulk.id, positions);
  for (let from = 0; from < targets.length; from += together) {
    await context.holdLease();
    await Promise.all(
      targets.slice(from, from + together).map((target) => {
        const call =
          runner instanceof Refusal
            ? runner
            : { actor: runner, now, operationId: newId('act'), services };
        const authCode = codeOf(target.position);
        return attemptItem(database, {
          bulk,
          target,
          call,
          ...(authCode === undefined ? {} : { authCode }),
        });
      }),
    );
  }
}

/** Notes the progress, and ends the plan or the operation when nothing is left of it. */
async function endSlice(context: Context, { id, workspaceId }: BulkOperation): Promise<void> {
  const now = await context.calendarNow(context.database);
  await persistJob(context, {
    keys: [`workspace ${workspaceId}`, `bulk ${id}`],
    owner: workspaceId,
    async load(reader) {
      const bulk = await reader.first(lockBulk, { id });
      if (bulk === undefined) return null;
      const [tally, part, workspace] = await Promise.all([
        loadTally(reader, bulk),
        reader.first(findFirstPart, { bulkId: id }),
        reader.first(findWorkspaceEmail, { id: workspaceId }),
      ]);
      return { bulk, tally, hasParts: part !== undefined, email: workspace?.email ?? null };
    },
    decide(loaded) {
      const change = loaded === null ? noChange : progress(context, { ...loaded, now });
      return { answer: undefined, change: postponed(context, { delayMs: 0, attempts: 0 }, change) };
    },
  });
}

function progress(
  { operations }: Context,
  facts: {
    readonly bulk: BulkOperation;
    readonly tally: BulkTally;
    readonly hasParts: boolean;
    readonly email: string | null;
    readonly now: number;
  },
): Change {
  const { bulk, tally, now } = facts;
  const { id, workspaceId, kind, state, round } = bulk;
  const write = (set: Partial<BulkOperation>) => update(bulkOperations, { id, state, round }, set);
  if (state === 'planning') {
    const isPlanned = !facts.hasParts && tally.outdated === 0;
    return { rows: [write(isPlanned ? { state: 'planned', tally } : { tally })] };
  }
  if (state !== 'running') return noChange;
  if (tally.ready > 0) return { rows: [write({ tally })] };
  const { done, failed, cancelled } = countsOf(bulk, tally);
  const { chargedCents } = tally;
  const notice = bulkFinished(operations.links, {
    workspaceId,
    id,
    round,
    kind,
    done,
    failed,
    chargedCents,
  });
  const outcome = { done, failed, cancelled, credits: centsToCredits(chargedCents) };
  return {
    rows: [write({ state: 'finished', endedAt: now, tally })],
    mails: [mailTo({ workspaceId, recipient: facts.email, at: now, notice })],
    facts: [
      {
        id: newId('act'),
        at: now,
        actor: { kind: bulk.runnerKind, id: bulk.runnerId, workspaceId },
        fact: { kind: 'bulk.finish', bulkId: id, operation: kind, ...outcome },
      },
    ],
  };
}

/** What adds work locks the workspace, too, so that it finds this job or adds another one. */
function endIdle(context: Context, workspaceId: string): Promise<void> {
  return persistJob(context, {
    keys: [`workspace ${workspaceId}`],
    owner: workspaceId,
    async load(reader) {
      await reader.first(lockWorkspace, { id: workspaceId });
      return reader.first(findActiveBulk, { workspaceId });
    },
    decide: (active) => ({
      answer: undefined,
      change: active === undefined ? ended(context) : postponed(context, { delayMs: 0 }),
    }),
  });
}
