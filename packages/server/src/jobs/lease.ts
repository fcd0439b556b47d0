/**
 * Claims of jobs. A claim is a lease with a fencing token: a worker that lost it can neither finish the
 * job nor put it back, and records nothing.
 */
import { randomUUID } from 'node:crypto';
import { noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { findLease, lockDueJobs, lockLease } from '../storage/queries/jobs/jobs.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { statement, statementOfOne } from '../storage/statements.ts';
import type { Job } from '../storage/tables/jobs/jobs.ts';

/** A crashed worker's jobs resume after this long; a live one renews well before. */
export const leaseMsDefault = 20_000;

type DueJob = Pick<Job, 'id' | 'kind' | 'payload' | 'attempts' | 'lane' | 'attention'>;

export interface ClaimedJob extends DueJob {
  readonly token: string;
  /** How long the claim lasts from the claim or its latest renewal. */
  readonly leaseMs: number;
  /** Added with its lease: no worker had it before. */
  readonly isHandedOver?: true;
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(jobId: string) {
    super(`The lease of ${jobId} was lost to another worker.`);
  }
}

/** Takes the kinds in their order, up to the limit. */
export function claimJobs(
  database: HostmasterDatabase,
  claim: { readonly limit: number; readonly leaseMs: number; readonly kinds: readonly string[] },
): Promise<readonly ClaimedJob[]> {
  const { limit, leaseMs, kinds } = claim;
  return persist(database, {
    keys: ['claims'],
    owner: '',
    commit: 'alone',
    async load(reader) {
      const due: DueJob[] = [];
      for (const kind of kinds) {
        if (due.length >= limit) break;
        due.push(...(await reader.all(lockDueJobs, { kind, limit: limit - due.length })));
      }
      return due;
    },
    decide(due) {
      if (due.length === 0) return { answer: [], change: noChange };
      const token = randomUUID();
      const claimed = due.map((job) => ({ ...job, attempts: job.attempts + 1, token, leaseMs }));
      const ids = due.map(({ id }) => id);
      const leased = statement('leaseJobs', { ids, token, leaseMs });
      return { answer: claimed, change: { rows: [leased] } };
    },
  });
}

/** Locks the job. How long its lease lasts; undefined when another worker has it. */
export async function loadLease(
  reader: HostmasterReader,
  { id, token }: Pick<ClaimedJob, 'id' | 'token'>,
): Promise<number | undefined> {
  return (await reader.first(lockLease, { id, token }))?.leftMs;
}

/** A lease that has ended is not renewed: another worker may be about to take the job. */
export function renewLease(database: HostmasterDatabase, job: ClaimedJob): Promise<void> {
  const { id, token, leaseMs } = job;
  return persist(database, {
    keys: [`job ${id}`],
    owner: '',
    commit: 'shared',
    load: (reader) => loadLease(reader, job),
    decide(leftMs = 0) {
      if (leftMs <= 0) throw new LeaseLost(id);
      const rows = [statementOfOne('extendLease', { id, token, leaseMs })];
      return { answer: undefined, change: { rows } };
    },
  });
}

/** Before a send: a read shows that the lease lasts, and only one that ends soon costs a commit. */
export async function holdLease(database: HostmasterDatabase, job: ClaimedJob): Promise<void> {
  const lease = await database.first(findLease, { id: job.id, token: job.token });
  if (lease === undefined || lease.leftMs <= 0) throw new LeaseLost(job.id);
  if (lease.leftMs < job.leaseMs / 2) await renewLease(database, job);
}
