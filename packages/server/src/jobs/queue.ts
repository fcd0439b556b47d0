/**
 * The job table: work for the outside world, enqueued in the transaction that makes it necessary.
 * Jobs of one lane run one at a time, in order. A finished job is deleted.
 */
import { newId } from '../base/ids.ts';
import {
  countByKind,
  countByRetry,
  deleteJob,
  extendLease,
  dueKinds as findDueKinds,
  findInLane,
  insertJob,
  putBack,
} from '../storage/queries/jobs.ts';
import { type Command, command } from '../storage/query.ts';
import type { HostmasterReader, HostmasterTx, Schema } from '../storage/schema.ts';
import type { NewJob } from './job-write.ts';
import { type ClaimedJob, LeaseLost } from './lease.ts';

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

export async function renewLease(tx: HostmasterTx, job: ClaimedJob): Promise<void> {
  const { id, token, leaseMs } = job;
  const touched = await tx.run(extendLease, { id, token, leaseMs });
  if (touched === 0) throw new LeaseLost(job.id);
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
