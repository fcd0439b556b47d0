/**
 * How a job handler changes anything: its effect and the end of its job are one change. A worker that
 * has lost its lease changes nothing and learns it by LeaseLost.
 */
import { type Change, combine } from '../changes/change.ts';
import { finish, postpone } from '../changes/job-write.ts';
import { type ChangeWork, type Decided, persist } from '../changes/persist.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { type ClaimedJob, LeaseLost, loadLease } from './lease.ts';

/** What a handler has of its context. */
interface RunningJob {
  readonly database: HostmasterDatabase;
  readonly job: ClaimedJob;
}

/** Until when a job rests, and what is noted with it. */
export type Postponement = Parameters<typeof postpone>[1];

export interface JobWork<Loaded, Answer> {
  /** What the change is about, beside the job. */
  readonly keys?: readonly string[];
  /** The workspace, where there is one. */
  readonly owner?: string;
  readonly commit?: ChangeWork<Loaded, Answer>['commit'];
  /** What it locks is locked before the job. */
  load(reader: Parameters<ChangeWork<Loaded, Answer>['load']>[0]): Promise<Loaded>;
  /** The change has the job's end in it (ended, postponed), unless the job goes on. */
  decide(loaded: Loaded): Decided<Answer>;
}

export function persistJob<Loaded, Answer>(
  { database, job }: RunningJob,
  { keys = [], owner = '', commit = 'shared', ...work }: JobWork<Loaded, Answer>,
): Promise<Answer> {
  return persist(database, {
    keys: [...keys, `job ${job.id}`],
    owner,
    commit,
    load: (reader) => Promise.all([work.load(reader), loadLease(reader, job)]),
    decide([loaded, leftMs]) {
      if (leftMs === undefined) throw new LeaseLost(job.id);
      return work.decide(loaded);
    },
  });
}

/** The change, and the job is done. */
export function ended({ job }: Pick<RunningJob, 'job'>, change: Change = {}): Change {
  return combine(change, { jobs: [finish(job)] });
}

/** The change, and the job runs again later. */
export function postponed(
  { job }: Pick<RunningJob, 'job'>,
  next: Postponement,
  change: Change = {},
): Change {
  return combine(change, { jobs: [postpone(job, next)] });
}

/** Nothing is left to do. */
export function finishJob(context: RunningJob): Promise<void> {
  return endWith(context, ended(context));
}

export function postponeJob(context: RunningJob, next: Postponement): Promise<void> {
  return endWith(context, postponed(context, next));
}

function endWith(context: RunningJob, change: Change): Promise<void> {
  return persistJob(context, {
    load: async () => undefined,
    decide: () => ({ answer: undefined, change }),
  });
}
