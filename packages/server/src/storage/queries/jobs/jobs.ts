/** The job table. The database's own clock decides what is due: all processes agree on it. */
import { type Expression, isExpression, sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { type Job, jobs } from '../../tables/jobs/jobs.ts';

type InsertedJob = Pick<Job, 'id' | 'kind' | 'lane' | 'payload'> & { delayMs: number };

/** The last of its lane. */
const jobValues = ({ p, dialect }: QueryContext<InsertedJob>) => ({
  ...jobs.set({
    id: p.id,
    kind: p.kind,
    lane: p.lane,
    payload: p.payload,
    attempts: 0,
    leaseToken: null,
    leaseUntil: 0,
    lastError: null,
    attention: null,
  }),
  position: sql<number>`(select coalesce(max(position), 0) + 1 from jobs where lane = ${p.lane})`,
  run_at: sql<number>`${dialect.nowMs} + cast(${p.delayMs} as bigint)`,
});

/** Rows by kind. */
const ofKinds = { atMost: 200, because: 'each kind of job has a handler' };

/** With a lease, and on its first attempt. */
export const insertLeasedJob = query<InsertedJob & { token: string; leaseMs: number }>()(
  (context) => {
    const { db, p, dialect } = context;
    return db.insertInto('jobs').values({
      ...jobValues(context),
      attempts: 1,
      lease_token: p.token,
      lease_until: sql<number>`${dialect.nowMs} + cast(${p.leaseMs} as bigint)`,
    });
  },
);

export const insertJob = query<InsertedJob>()((context) =>
  context.db.insertInto('jobs').values(jobValues(context)),
);

/** Adds no job to a lane that has one. */
export const insertJobInIdleLane = query<InsertedJob>()((context) =>
  insertJobWhere(context, sql`not exists (select 1 from jobs where lane = ${context.p.lane})`),
);

/** The job that sends a mail; none when the mail was not written. */
export const insertMailJob = query<InsertedJob & { mailId: string }>()((context) =>
  insertJobWhere(context, sql`exists (select 1 from mails where id = ${context.p.mailId})`),
);

function insertJobWhere(context: QueryContext<InsertedJob>, condition: Expression<unknown>) {
  const values = Object.entries(jobValues(context));
  const columns = values.map(([column]) => sql.ref(column));
  const selected = values.map(([, value]) => (isExpression(value) ? value : sql`${value}`));
  const statement = sql<never>`insert into jobs (${sql.join(columns)})
    select ${sql.join(selected)} where ${condition}`;
  return { compile: () => statement.compile(context.db) };
}

export const findInLane = query<{ lane: string }>('one')(({ db, p }) =>
  db.selectFrom('jobs').select('id').where('lane', '=', p.lane).limit(1),
);

/** Jobs of one kind that are not leased, and the first of their lane; the oldest first. */
const freeJobs = (
  { db, dialect }: Pick<QueryContext<object>, 'db' | 'dialect'>,
  kind: Expression<string>,
) =>
  db
    .selectFrom('jobs as due')
    .where('due.kind', '=', kind)
    .where('due.lease_until', '<=', dialect.nowMs)
    .orderBy('due.run_at')
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

/** Skips jobs that another worker is about to lease. */
export const lockDueJobs = query<{ kind: string; limit: number }>({ page: 1_000 })((context) =>
  freeJobs(context, sql.val(context.p.kind))
    .where('due.run_at', '<=', context.dialect.nowMs)
    .select(['due.id', 'due.kind', 'due.payload', 'due.attempts', 'due.lane', 'due.attention'])
    .limit(context.p.limit)
    .modifyEnd(context.dialect.lockFreeRows),
).decodedBy(jobs);

export const leaseJobs = query<{ ids: readonly string[]; token: string; leaseMs: number }>()(
  ({ db, p, dialect }) =>
    db
      .updateTable('jobs')
      .set({
        lease_token: p.token,
        lease_until: sql<number>`${dialect.nowMs} + cast(${p.leaseMs} as bigint)`,
        attempts: sql<number>`attempts + 1`,
      })
      .where(dialect.inList(sql.ref('id'), p.ids)),
);

export const extendLease = query<{ id: string; token: string; leaseMs: number }>()(
  ({ db, p, dialect }) =>
    db
      .updateTable('jobs')
      .set({ lease_until: sql<number>`${dialect.nowMs} + cast(${p.leaseMs} as bigint)` })
      .where('id', '=', p.id)
      .where('lease_token', '=', p.token)
      .where('lease_until', '>', dialect.nowMs),
);

/** How long the lease still lasts; no row when another worker has the job. */
export const findLease = query<{ id: string; token: string }>('one')((context) => leaseOf(context));

/** As findLease, and no other worker takes the job until this transaction ends. */
export const lockLease = query<{ id: string; token: string }>('one')((context) =>
  leaseOf(context).modifyEnd(context.dialect.lockRows),
);

const leaseOf = ({ db, p, dialect }: QueryContext<{ id: string; token: string }>) =>
  db
    .selectFrom('jobs')
    .select(sql<number>`lease_until - ${dialect.nowMs}`.as('leftMs'))
    .where('id', '=', p.id)
    .where('lease_token', '=', p.token);

export const deleteJob = query<{ id: string; token: string }>()(({ db, p }) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('lease_token', '=', p.token),
);

export const putBack = query<{
  id: string;
  token: string;
  delayMs: number;
  lastError: string | null;
  attention: string | null;
  attempts: number;
}>()(({ db, p, dialect }) =>
  db
    .updateTable('jobs')
    .set({
      lease_token: null,
      lease_until: 0,
      run_at: sql<number>`${dialect.nowMs} + cast(${p.delayMs} as bigint)`,
      last_error: p.lastError,
      attention: p.attention,
      attempts: p.attempts,
    })
    .where('id', '=', p.id)
    .where('lease_token', '=', p.token),
);

/**
 * The kinds that have a job, in how long their next one is due, and the one with the oldest first. A
 * frequent query: a write transaction is opened only when there is work, and other kinds with many jobs
 * do not slow it down.
 */
export const nextOfKinds = query<{ kinds: readonly string[] }>({ forEach: 'kinds', max: 1_000 })(
  (context) =>
    context.db
      .selectFrom((eb) =>
        eb
          .selectFrom(context.dialect.elements(context.p.kinds).as('listed'))
          .select('listed.value as kind')
          .select(
            freeJobs(context, sql.ref('listed.value')).select('due.run_at').limit(1).as('oldestAt'),
          )
          .as('kinds'),
      )
      .select('kinds.kind')
      .select(sql<number>`kinds."oldestAt" - ${context.dialect.nowMs}`.as('inMs'))
      .where('kinds.oldestAt', 'is not', null)
      .orderBy('kinds.oldestAt'),
);

/** A lane starts with the id of the domain it belongs to. */
const jobsWithDomains = ({ db, dialect }: Pick<QueryContext<object>, 'db' | 'dialect'>) =>
  db
    .selectFrom('jobs')
    .leftJoin('domains', (join) =>
      join.on(sql<boolean>`domains.id = replace(replace(jobs.lane, ':converge', ''), ':end', '')`),
    )
    .select(jobs.select('id', 'kind', 'payload', 'runAt', 'attempts', 'lastError', 'attention'))
    .select('domains.name as domainName')
    .select(
      sql<number>`case when jobs.lease_until > ${dialect.nowMs} then 1 else 0 end`.as('isRunning'),
    );

/** The oldest first: ids rise with time. */
export const listJobs = query<{ limit: number }>({ page: 200 })((context) =>
  jobsWithDomains(context).orderBy('jobs.id').limit(context.p.limit),
).decodedBy(jobs);

export const findJob = query<{ id: string }>('one')((context) =>
  jobsWithDomains(context).where('jobs.id', '=', context.p.id),
).decodedBy(jobs);

/** What a decision about a job needs, with its lock. */
export const lockJob = query<{ id: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('jobs')
    .select(jobs.select('payload'))
    .select(sql<number>`lease_until - ${dialect.nowMs}`.as('leaseLeftMs'))
    .where('id', '=', p.id)
    .modifyEnd(dialect.lockRows),
).decodedBy(jobs);

/** Jobs that wait for a person, and those from before an id that have failed. */
const isStuck = ({ p }: QueryContext<{ before: string }>) =>
  sql<boolean>`(jobs.attention is not null or (jobs.last_error is not null and jobs.id < ${p.before}))`;

export const listStuckJobs = query<{ before: string; limit: number }>({ page: 100 })((context) =>
  jobsWithDomains(context).where(isStuck(context)).orderBy('jobs.id').limit(context.p.limit),
).decodedBy(jobs);

export const listStuckJobsOf = query<{ workspaceId: string; before: string; limit: number }>({
  page: 100,
})((context) =>
  jobsWithDomains(context)
    .where('domains.workspace_id', '=', context.p.workspaceId)
    .where(isStuck(context))
    .orderBy('jobs.id')
    .limit(context.p.limit),
).decodedBy(jobs);

/** Touches no row while a worker runs the job. */
export const runJobNow = query<{ id: string; payload: Job['payload'] }>()(({ db, p, dialect }) =>
  db
    .updateTable('jobs')
    .set({ ...jobs.set({ payload: p.payload }), run_at: dialect.nowMs })
    .where('id', '=', p.id)
    .where('lease_until', '<=', dialect.nowMs),
);

/** A job that waits for its time is due now. */
export const wakeLane = query<{ lane: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('jobs')
    .set({ run_at: dialect.nowMs })
    .where('lane', '=', p.lane)
    .where('run_at', '>', dialect.nowMs)
    .where('lease_until', '<=', dialect.nowMs),
);

/** The oldest job of each kind: ids rise with time. */
export const findOldestByKind = query<object>(ofKinds)(({ db }) =>
  db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.min('id').as('id'), eb.fn.count('attention').as('waiting')])
    .groupBy('kind'),
);

export const countByKind = query<object>(ofKinds)(({ db }) =>
  db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .groupBy('kind'),
);

/** A job that was postponed at least once waits for a retry. One that waits for a person is left out. */
export const countByRetry = query<{ exceptKind: string }>(ofKinds)(({ db, p }) =>
  db
    .selectFrom('jobs')
    .where('attention', 'is', null)
    .where('kind', '<>', p.exceptKind)
    .select((eb) => [
      'kind',
      sql<number>`case when last_error is null then 0 else 1 end`.as('isRetry'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['kind', 'isRetry']),
);
