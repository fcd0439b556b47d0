/**
 * The job table: work for the outside world, enqueued in the transaction that makes it necessary.
 * Jobs of one lane run one at a time, in order. A claim is a lease with a fencing token: a worker
 * that lost it can neither finish the job nor put it back. A finished job is deleted.
 */
import { randomUUID } from 'node:crypto';
import { newId } from '../base/ids.ts';
import {
  claimDue,
  countByKind,
  countByRetry,
  deleteJob,
  extendLease,
  dueKinds as findDueKinds,
  findInLane,
  findLease,
  insertJob,
  putBack,
} from '../storage/queries/jobs.ts';
import { type Command, command } from '../storage/query.ts';
import type {
  HostmasterDatabase,
  HostmasterReader,
  HostmasterTx,
  Schema,
} from '../storage/schema.ts';
import type { Job } from '../storage/tables/jobs.ts';

/** A crashed worker's jobs resume after this long; a live one renews well before. */
export const leaseMsDefault = 20_000;

export interface NewJob {
  readonly kind: string;
  readonly lane: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly delayMs?: number;
}

/** The caller holds the lock of the lane's subject, so that positions cannot collide. */
export function enqueue(tx: HostmasterTx, job: NewJob): void {
  tx.write([enqueueCommand(tx, job)]);
}

/** As enqueue, for a batch of this transaction. */
export function enqueueCommand(tx: HostmasterTx, job: NewJob): Command<Schema> {
  tx.announce({ kind: 'jobs-changed' });
  return command(insertJob, {
    id: newId('job'),
    kind: job.kind,
    lane: job.lane,
    payload: job.payload,
    delayMs: job.delayMs ?? 0,
  });
}

export async function isLaneEmpty(tx: HostmasterTx, lane: string): Promise<boolean> {
  return (await tx.first(findInLane, { lane })) === undefined;
}

export interface ClaimedJob
  extends Pick<Job, 'id' | 'kind' | 'payload' | 'attempts' | 'lane' | 'attention'> {
  readonly token: string;
  /** How long the claim lasts from the claim or its latest renewal. */
  readonly leaseMs: number;
}

/** Takes the kinds in their order, up to the limit. */
export async function claimJobs(
  tx: HostmasterTx,
  claim: { readonly limit: number; readonly leaseMs: number; readonly kinds: readonly string[] },
): Promise<ClaimedJob[]> {
  const token = randomUUID();
  const { limit, leaseMs } = claim;
  const claimed: ClaimedJob[] = [];
  for (const kind of claim.kinds) {
    if (claimed.length >= limit) break;
    const rows = await tx.all(claimDue, { token, limit: limit - claimed.length, leaseMs, kind });
    claimed.push(...rows.map((row) => ({ ...row, token, leaseMs })));
  }
  return claimed;
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(jobId: string) {
    super(`The lease of ${jobId} was lost to another worker.`);
  }
}

export async function renewLease(tx: HostmasterTx, job: ClaimedJob): Promise<void> {
  const { id, token, leaseMs } = job;
  const touched = await tx.run(extendLease, { id, token, leaseMs });
  if (touched === 0) throw new LeaseLost(job.id);
}

/** Before a send: a read shows that the lease lasts, and only one that ends soon costs a commit. */
export async function holdLease(database: HostmasterDatabase, job: ClaimedJob): Promise<void> {
  const lease = await database.first(findLease, { id: job.id, token: job.token });
  if (lease === undefined || lease.leftMs <= 0) throw new LeaseLost(job.id);
  if (lease.leftMs < job.leaseMs / 2) await database.transaction((tx) => renewLease(tx, job));
}

/** Part of the transaction that records the job's effect: without the lease, nothing is recorded. */
export async function finishJob(tx: HostmasterTx, job: ClaimedJob): Promise<void> {
  const touched = await tx.run(deleteJob, { id: job.id, token: job.token });
  if (touched === 0) throw new LeaseLost(job.id);
  tx.announce({ kind: 'jobs-changed' });
}

export async function postponeJob(
  tx: HostmasterTx,
  job: ClaimedJob,
  next: {
    readonly delayMs: number;
    readonly error?: string;
    readonly attempts?: number;
    /** Why a person has to look at the job. */
    readonly attention?: string;
  },
): Promise<void> {
  const touched = await tx.run(putBack, {
    id: job.id,
    token: job.token,
    delayMs: next.delayMs,
    lastError: next.error ?? next.attention ?? null,
    attention: next.attention ?? null,
    attempts: next.attempts ?? job.attempts,
  });
  if (touched === 0) throw new LeaseLost(job.id);
  tx.announce({ kind: 'jobs-changed' });
}

/** Those of the kinds that have a due job, the one with the oldest first. */
export async function dueKinds(
  reader: HostmasterReader,
  kinds: readonly string[],
): Promise<string[]> {
  return (await reader.all(findDueKinds, { kinds })).map(({ kind }) => kind);
}

/** How many jobs wait or run, by kind. */
export async function countJobs(reader: HostmasterReader): Promise<Map<string, number>> {
  const rows = await reader.all(countByKind, {});
  return new Map(rows.map((row) => [row.kind, Number(row.count)]));
}

/**
 * Jobs on their first try, and those that are being tried again, by the peer they wait for. Receivers
 * of webhooks may be away for days; nothing waits for them.
 */
export async function countUnfinished(reader: HostmasterReader): Promise<{
  readonly fresh: number;
  readonly retried: { readonly registry: number; readonly mail: number };
}> {
  const counts = { fresh: 0, registry: 0, mail: 0 };
  for (const row of await reader.all(countByRetry, { exceptKind: 'deliver-webhook' })) {
    const group = row.isRetry === 0 ? 'fresh' : row.kind === 'send-mail' ? 'mail' : 'registry';
    counts[group] += Number(row.count);
  }
  const { fresh, registry, mail } = counts;
  return { fresh, retried: { registry, mail } };
}
