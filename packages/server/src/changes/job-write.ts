/** What a change does with jobs: adds them, and ends or postpones the one that is running. */
import type { JobLeased } from '../base/events.ts';
import { newId } from '../base/ids.ts';
import type { RowWrite } from '../storage/row-write.ts';
import { statement, statementOfOne } from '../storage/statements.ts';

export interface NewJob {
  readonly kind: string;
  readonly lane: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly delayMs?: number;
}

export type JobWrite =
  | {
      readonly kind: 'enqueue';
      readonly id: string;
      readonly job: NewJob;
      /** What to do when the lane has a job already: add another one, nothing, or make that one due. */
      readonly whenQueued: 'add' | 'skip' | 'wake';
      /** Null when a worker claims it. */
      readonly lease: Lease | null;
    }
  | { readonly kind: 'finish'; readonly job: Claim }
  | {
      readonly kind: 'postpone';
      readonly job: Claim;
      readonly delayMs: number;
      readonly attempts: number;
      readonly error: string | null;
      /** Why a person has to look at the job. */
      readonly attention: string | null;
    };

/** The lease under which a job runs. */
interface Claim {
  readonly id: string;
  readonly token: string;
}

/** The job belongs to the process that adds it (jobs/job-handover.ts). */
export interface Lease {
  readonly token: string;
  readonly leaseMs: number;
}

/** The change has loaded the lane's subject with its lock, so that positions cannot collide. */
export function enqueue(job: NewJob, whenQueued: 'add' | 'skip' | 'wake' = 'add'): JobWrite {
  return { kind: 'enqueue', id: newId('job'), job, whenQueued, lease: null };
}

/** The first job of a new lane, which this process runs where it has a lease for it. */
export function enqueueLeased(job: NewJob, lease: Lease | null): JobWrite {
  return { kind: 'enqueue', id: newId('job'), job, whenQueued: 'add', lease };
}

export function finish({ id, token }: Claim): JobWrite {
  return { kind: 'finish', job: { id, token } };
}

export function postpone(
  job: Claim & { readonly attempts: number },
  next: {
    readonly delayMs: number;
    readonly attempts?: number;
    readonly error?: string;
    readonly attention?: string;
  },
): JobWrite {
  return {
    kind: 'postpone',
    job: { id: job.id, token: job.token },
    delayMs: next.delayMs,
    attempts: next.attempts ?? job.attempts,
    error: next.error ?? next.attention ?? null,
    attention: next.attention ?? null,
  };
}

/**
 * The kind of an added job, for the workers that claim it. A worker that has finished or postponed a
 * job looks for the next one by itself.
 */
export function addedKind(write: JobWrite): readonly string[] {
  return write.kind === 'enqueue' && write.lease === null ? [write.job.kind] : [];
}

/** An added job that this process runs. */
export function leasedJob(write: JobWrite): readonly JobLeased[] {
  if (write.kind !== 'enqueue' || write.lease === null) return [];
  const { id, job, lease } = write;
  const { kind, lane, payload } = job;
  return [{ kind: 'job-leased', job: { id, kind, lane, payload, ...lease } }];
}

export function jobRows(write: JobWrite): readonly RowWrite[] {
  switch (write.kind) {
    case 'enqueue': {
      const { kind, lane, payload, delayMs = 0 } = write.job;
      const row = { id: write.id, kind, lane, payload, delayMs };
      if (write.lease !== null) return [statement('insertLeasedJob', { ...row, ...write.lease })];
      if (write.whenQueued === 'add') return [statement('insertJob', row)];
      const added = statement('insertJobInIdleLane', row);
      return write.whenQueued === 'wake' ? [statement('wakeLane', { lane }), added] : [added];
    }
    case 'finish':
      return [statementOfOne('deleteJob', { id: write.job.id, token: write.job.token })];
    case 'postpone': {
      const { job, delayMs, attempts, error: lastError, attention } = write;
      return [
        statementOfOne('putBack', {
          id: job.id,
          token: job.token,
          delayMs,
          attempts,
          lastError,
          attention,
        }),
      ];
    }
  }
}
