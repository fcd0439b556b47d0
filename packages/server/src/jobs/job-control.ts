/** What people see of jobs, and what they can decide about them. */
import { minuteMs } from '@hostmaster/contract/durations';
import { firstIdAt, timeOfId } from '../base/ids.ts';
import { noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import {
  findJob,
  findOldestByKind,
  listJobs,
  listStuckJobs,
  listStuckJobsOf,
  lockJob,
} from '../storage/queries/jobs/jobs.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { statementOfOne } from '../storage/statements.ts';
import type { Job } from '../storage/tables/jobs/jobs.ts';
import type { ClaimedJob } from './lease.ts';

export interface ShownJob extends Pick<Job, 'id' | 'kind' | 'runAt' | 'attempts' | 'lastError'> {
  readonly domainName: string | null;
  readonly createdAt: number;
  readonly isRunning: boolean;
  /** Why a person should look at it; null while that is not needed. */
  readonly attention: string | null;
}

/**
 * Stored with a job that waits for a person: `accept` what it waits for, or `cancel` what it has not
 * done yet. The handler obeys at its next run, after it has asked the registry.
 */
export type JobDecision = 'accept' | 'cancel';

/** A job that has failed for this long needs a look. */
const stuckMs = 10 * minuteMs;

type FoundJob = Pick<
  Job,
  'id' | 'kind' | 'runAt' | 'attempts' | 'lastError' | 'attention' | 'payload'
> & { readonly domainName: string | null; readonly isRunning: number };

function shown(job: FoundJob, now: number): ShownJob {
  const { id, kind, runAt, attempts, lastError, domainName } = job;
  const createdAt = timeOfId(id);
  const isStuck = lastError !== null && now - createdAt > stuckMs;
  return {
    id,
    kind,
    domainName,
    createdAt,
    runAt,
    attempts,
    isRunning: job.isRunning === 1,
    lastError,
    attention: job.attention ?? (isStuck ? lastError : null),
  };
}

export async function readJobs(
  reader: HostmasterReader,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly ShownJob[]> {
  return (await reader.all(listJobs, { limit })).map((job) => shown(job, now));
}

export async function readJob(
  reader: HostmasterReader,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<(ShownJob & { readonly payload: Job['payload'] }) | null> {
  const job = await reader.first(findJob, { id });
  return job === undefined ? null : { ...shown(job, now), payload: job.payload };
}

/** The jobs that need a look, the oldest first; those of one workspace, or all. */
export async function readStuckJobs(
  reader: HostmasterReader,
  wanted: { readonly now: number; readonly limit: number; readonly workspaceId?: string },
): Promise<readonly ShownJob[]> {
  const { now, limit, workspaceId } = wanted;
  const before = firstIdAt('job', Math.max(0, now - stuckMs));
  const jobs =
    workspaceId === undefined
      ? await reader.all(listStuckJobs, { before, limit })
      : await reader.all(listStuckJobsOf, { workspaceId, before, limit });
  return jobs.map((job) => shown(job, now));
}

/** Runs a job as soon as a worker is free. `running`: one has it right now. */
export function runNow(
  database: HostmasterDatabase,
  { id, decision }: { readonly id: string; readonly decision: JobDecision | null },
): Promise<'queued' | 'running' | 'unknown'> {
  return persist(database, {
    keys: [`job ${id}`],
    owner: '',
    commit: 'alone',
    load: (reader) => reader.first(lockJob, { id }),
    decide(job) {
      if (job === undefined) return { answer: 'unknown', change: noChange };
      if (job.leaseLeftMs > 0) return { answer: 'running', change: noChange };
      const payload = decision === null ? job.payload : { ...job.payload, decision };
      const rows = [statementOfOne('runJobNow', { id, payload })];
      return { answer: 'queued', change: { rows, announce: [{ kind: 'jobs-changed' }] } };
    },
  });
}

export function decisionOf({ payload }: ClaimedJob): JobDecision | null {
  const { decision } = payload;
  return decision === 'accept' || decision === 'cancel' ? decision : null;
}

/** By kind: the age of the oldest job, and how many wait for a person. */
export async function readJobAges(
  reader: HostmasterReader,
  now: number,
): Promise<readonly { kind: string; ageMs: number; waiting: number }[]> {
  const rows = await reader.all(findOldestByKind, {});
  return rows.map(({ kind, id, waiting }) => ({
    kind,
    ageMs: Math.max(0, now - timeOfId(id)),
    waiting: Number(waiting),
  }));
}
