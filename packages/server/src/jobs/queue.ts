/**
 * The job table: work for the outside world, enqueued in the transaction that makes it necessary.
 * Jobs of one lane run one at a time, in order. A claim is a lease with a fencing token: whoever
 * lost it can neither finish the job nor put it back. A finished job is deleted.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../base/ids.ts';
import { type Command, command } from '../storage/query.ts';
import {
  type HostmasterReader,
  type HostmasterTx,
  type JobRow,
  type QueryContext,
  query,
  type Schema,
} from '../storage/schema.ts';

/** A crashed worker's jobs resume after this long; a live one renews well before. */
export const leaseMsDefault = 20_000;

const insertJob = query<{
  id: string;
  kind: string;
  lane: string;
  payload: string;
  delayMs: number;
}>()(({ db, p, dialect }) =>
  db.insertInto('jobs').values({
    id: p.id,
    kind: p.kind,
    lane: p.lane,
    position: sql<number>`(select coalesce(max(position), 0) + 1 from jobs where lane = ${p.lane})`,
    payload: p.payload,
    run_at: sql<number>`${dialect.nowMs} + cast(${p.delayMs} as bigint)`,
    attempts: 0,
    lease_token: null,
    lease_until: 0,
    last_error: null,
  }),
);

const findInLane = query<{ lane: string }>()(({ db, p }) =>
  db.selectFrom('jobs').select('id').where('lane', '=', p.lane).limit(1),
);

/** Due, not leased, and the first of its lane. */
const dueJobs = ({ db, p, dialect }: QueryContext<{ kinds: string }>) =>
  db
    .selectFrom('jobs as due')
    .select('due.id')
    .where('due.run_at', '<=', dialect.nowMs)
    .where('due.lease_until', '<=', dialect.nowMs)
    .where(dialect.inJsonList(sql.ref('due.kind'), p.kinds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs as earlier')
            .select('earlier.id')
            .whereRef('earlier.lane', '=', 'due.lane')
            .whereRef('earlier.position', '<', 'due.position'),
        ),
      ),
    );

const claimDue = query<{ token: string; leaseMs: number; limit: number; kinds: string }>()(
  (context) =>
    context.db
      .updateTable('jobs')
      .set({
        lease_token: context.p.token,
        lease_until: sql<number>`${context.dialect.nowMs} + cast(${context.p.leaseMs} as bigint)`,
        attempts: sql<number>`attempts + 1`,
      })
      .where(
        'id',
        'in',
        dueJobs(context)
          .orderBy('due.run_at')
          .limit(context.p.limit)
          .modifyEnd(context.dialect.lockFreeRows),
      )
      .returning(['id', 'kind', 'payload', 'attempts', 'lane']),
);

const extendLease = query<{ id: string; token: string; leaseMs: number }>()(({ db, p, dialect }) =>
  db
    .updateTable('jobs')
    .set({ lease_until: sql<number>`${dialect.nowMs} + cast(${p.leaseMs} as bigint)` })
    .where('id', '=', p.id)
    .where('lease_token', '=', p.token)
    .where('lease_until', '>', dialect.nowMs),
);

const deleteJob = query<{ id: string; token: string }>()(({ db, p }) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('lease_token', '=', p.token),
);

const putBack = query<{
  id: string;
  token: string;
  delayMs: number;
  lastError: string | null;
  attempts: number;
}>()(({ db, p, dialect }) =>
  db
    .updateTable('jobs')
    .set({
      lease_token: null,
      lease_until: 0,
      run_at: sql<number>`${dialect.nowMs} + cast(${p.delayMs} as bigint)`,
      last_error: p.lastError,
      attempts: p.attempts,
    })
    .where('id', '=', p.id)
    .where('lease_token', '=', p.token),
);

/** Asked often and answered by an index: a write transaction is opened only when there is work. */
const anyDue = query<{ kinds: string }>()((context) => dueJobs(context).limit(1));

const countByKind = query<object>()(({ db }) =>
  db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .groupBy('kind'),
);

/** A job that was put back at least once waits for another try. */
const countUnfinishedQuery = query<object>()(({ db }) =>
  db
    .selectFrom('jobs')
    .select((eb) => [
      'kind',
      sql<number>`case when last_error is null then 0 else 1 end`.as('is_retry'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['kind', 'is_retry']),
);

export interface NewJob {
  readonly kind: string;
  readonly lane: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly delayMs?: number;
}

/** The caller holds the lock of the lane's subject, so that positions cannot collide. */
export async function enqueue(tx: HostmasterTx, job: NewJob): Promise<void> {
  await tx.batch([enqueueCommand(tx, job)]);
}

/** As enqueue, for a batch of this transaction. */
export function enqueueCommand(tx: HostmasterTx, job: NewJob): Command<Schema> {
  tx.announce({ kind: 'jobs-changed' });
  return command(insertJob, {
    id: newId('job'),
    kind: job.kind,
    lane: job.lane,
    payload: JSON.stringify(job.payload),
    delayMs: job.delayMs ?? 0,
  });
}

export async function isLaneEmpty(tx: HostmasterTx, lane: string): Promise<boolean> {
  return (await tx.first(findInLane, { lane })) === undefined;
}

export interface ClaimedJob extends Pick<JobRow, 'id' | 'kind' | 'payload' | 'attempts' | 'lane'> {
  readonly token: string;
  /** How long the claim lasts, counted anew from each renewal. */
  readonly leaseMs: number;
}

export async function claimJobs(
  tx: HostmasterTx,
  claim: { readonly limit: number; readonly leaseMs: number; readonly kinds: readonly string[] },
): Promise<ClaimedJob[]> {
  const token = randomUUID();
  const { limit, leaseMs } = claim;
  const rows = await tx.all(claimDue, {
    token,
    limit,
    leaseMs,
    kinds: JSON.stringify(claim.kinds),
  });
  return rows.map((row) => ({ ...row, token, leaseMs: claim.leaseMs }));
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

/** Part of the transaction that records the job's effect: without the lease, nothing is recorded. */
export async function finishJob(tx: HostmasterTx, job: ClaimedJob): Promise<void> {
  const touched = await tx.run(deleteJob, { id: job.id, token: job.token });
  if (touched === 0) throw new LeaseLost(job.id);
  tx.announce({ kind: 'jobs-changed' });
}

export async function postponeJob(
  tx: HostmasterTx,
  job: ClaimedJob,
  next: { readonly delayMs: number; readonly error?: string; readonly attempts?: number },
): Promise<void> {
  const touched = await tx.run(putBack, {
    id: job.id,
    token: job.token,
    delayMs: next.delayMs,
    lastError: next.error ?? null,
    attempts: next.attempts ?? job.attempts,
  });
  if (touched === 0) throw new LeaseLost(job.id);
  tx.announce({ kind: 'jobs-changed' });
}

export async function hasDueJob(
  reader: HostmasterReader,
  kinds: readonly string[],
): Promise<boolean> {
  return (await reader.first(anyDue, { kinds: JSON.stringify(kinds) })) !== undefined;
}

/** How many jobs wait or run, by kind. */
export async function countJobs(reader: HostmasterReader): Promise<Map<string, number>> {
  const rows = await reader.all(countByKind, {});
  return new Map(rows.map((row) => [row.kind, Number(row.count)]));
}

/** Jobs on their first try, and those that are being tried again, by the peer they wait for. */
export async function countUnfinished(reader: HostmasterReader): Promise<{
  readonly fresh: number;
  readonly retried: { readonly registry: number; readonly mail: number };
}> {
  const counts = { fresh: 0, registry: 0, mail: 0 };
  for (const row of await reader.all(countUnfinishedQuery, {})) {
    const group = row.is_retry === 0 ? 'fresh' : row.kind === 'send-mail' ? 'mail' : 'registry';
    counts[group] += Number(row.count);
  }
  const { fresh, registry, mail } = counts;
  return { fresh, retried: { registry, mail } };
}
