import { query } from '@hostmaster/test-rig/any-query';
import { until } from '@hostmaster/test-rig/crash-until';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { planOf } from '@hostmaster/test-rig/query-plan';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Change } from '../changes/change.ts';
import { enqueue, finish as finished, type NewJob } from '../changes/job-write.ts';
import { persist } from '../changes/persist.ts';
import { persistRows } from '../changes/persist-rows.ts';
import { readMigrations } from '../storage/migrate.ts';
import { nextOfKinds } from '../storage/queries/jobs/jobs.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterDatabase, Schema } from '../storage/schema.ts';
import { jobs } from '../storage/tables/jobs/jobs.ts';
import {
  type ClaimedJob,
  claimJobs,
  holdLease,
  LeaseLost,
  leaseMsDefault,
  renewLease,
} from './lease.ts';
import { finishJob, persistJob, postponeJob } from './persist-job.ts';
import { countJobs, nextJobs } from './queue.ts';

const migrations = readMigrations(new URL('../storage/migrations/', import.meta.url));
const kinds = ['test'];

const readJob = query<{ id: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('jobs')
    .select(['attempts', 'last_error', 'lease_token'])
    .select(sql<number>`run_at - ${dialect.nowMs}`.as('due_in_ms'))
    .select(sql<number>`lease_until - ${dialect.nowMs}`.as('lease_left_ms'))
    .where('id', '=', p.id),
);

describeOnBothEngines('the job queue', (engine) => {
  it('runs a lane in order, one at a time; other lanes go on', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 }, { lane: 'a', step: 2 }, { lane: 'b', step: 1 });
    const first = await claim(db);
    expect(first.map(describeJob).sort()).toEqual(['a1', 'b1']);
    expect(await claim(db)).toEqual([]);
    await finish(db, find(first, 'a1'));
    expect((await claim(db)).map(describeJob)).toEqual(['a2']);
  });

  it('keeps a lane waiting for a postponed job', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 }, { lane: 'a', step: 2 });
    const [first] = await claim(db);
    await postponeJob(running(db, first), { delayMs: 60_000 });
    expect(await claim(db)).toEqual([]);
    const { due, nextMs } = await nextJobs(db, kinds);
    expect(due).toEqual([]);
    expect(nextMs).toBeGreaterThan(30_000);
    expect(nextMs).toBeLessThanOrEqual(60_000);
  });

  it('gives each job to one of many claimants', async () => {
    const db = await open(engine);
    const steps = Array.from({ length: 60 }, (_, step) => ({ lane: `lane-${step}`, step }));
    await add(db, ...steps);
    const claims = await Promise.all(Array.from({ length: 8 }, () => take(db, { limit: 20 })));
    const ids = claims.flat().map((job) => job.id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await claim(db);
    expect(ids.length + rest.length).toBe(60);
  });

  it('leaves kinds alone that were not asked for', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 });
    expect(await take(db, { kinds: ['other'] })).toEqual([]);
    expect(await nextJobs(db, ['other'])).toEqual({ due: [], nextMs: null });
    expect(await nextJobs(db, ['other', 'test'])).toEqual({ due: ['test'], nextMs: null });
  });

  it('finds due jobs by their kind, the kind with the oldest first', async () => {
    const db = await open(engine);
    const jobsOf = (kind: string, delayMs: number) =>
      write(db, { kind, lane: kind, payload: {}, delayMs });
    await jobsOf('newer', -1_000);
    await jobsOf('older', -2_000);
    await jobsOf('later', 60_000);
    const asked = ['newer', 'older', 'later', 'none'];
    expect(await nextJobs(db, asked)).toMatchObject({ due: ['older', 'newer'] });
    const plan = await planOf(db, nextOfKinds, { kinds: asked });
    expect(plan).toMatch(/jobs_due_by_kind|Seq Scan on jobs/);
    expect(plan).not.toMatch(/SCAN due/);
    const claimed = await take(db, { kinds: ['older', 'newer'], limit: 1 });
    expect(claimed.map(({ kind }) => kind)).toEqual(['older']);
  });

  it('has no job whose change was not persisted', async () => {
    const db = await open(engine);
    let announced = 0;
    const unsubscribe = db.events.subscribe('jobs-changed', () => {
      announced += 1;
    });
    const job = enqueue({ kind: 'test', lane: 'a', payload: {} });
    const missing = finished({ id: 'none', token: 'none' });
    await expect(persistChange(db, { jobs: [job, missing] })).rejects.toThrow();
    unsubscribe();
    expect(announced).toBe(0);
    expect(await countJobs(db)).toEqual(new Map());
  });

  it('wakes the workers of this service after the commit', async () => {
    const db = await open(engine);
    let next: ReturnType<typeof nextJobs> | null = null;
    const unsubscribe = db.events.subscribe('jobs-changed', () => {
      next = nextJobs(db, kinds);
    });
    await add(db, { lane: 'a', step: 1 });
    unsubscribe();
    expect(await next).toMatchObject({ due: kinds });
  });

  it('leases for the time asked for, twenty seconds by default, and renews from now', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 });
    const [job] = await take(db, { leaseMs: leaseMsDefault });
    const { id } = must(job);
    expect(leaseMsDefault).toBe(20_000);
    expect((await db.first(readJob, { id }))?.lease_left_ms).toBeGreaterThan(15_000);
    await renewLease(db, { ...must(job), leaseMs: 90_000 });
    expect((await db.first(readJob, { id }))?.lease_left_ms).toBeGreaterThan(80_000);
  });

  it('holds a lease without a commit while it lasts, and renews one that ends soon', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 });
    const [claimed] = await claim(db);
    const job = must(claimed);
    const leaseLeft = async () => (await db.first(readJob, { id: job.id }))?.lease_left_ms ?? 0;
    await holdLease(db, { ...job, leaseMs: 90_000 });
    expect(await leaseLeft()).toBeLessThanOrEqual(60_000);
    await holdLease(db, { ...job, leaseMs: 200_000 });
    expect(await leaseLeft()).toBeGreaterThan(180_000);
    await expect(holdLease(db, { ...job, token: 'other' })).rejects.toBeInstanceOf(LeaseLost);
    await endLease(db, job.id);
    await expect(holdLease(db, job)).rejects.toBeInstanceOf(LeaseLost);
  });

  it('hands a job on when its lease has run out, and fences off the worker before', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 });
    const [slow] = await take(db, { leaseMs: 50 });
    const next = await until(async () => (await claim(db))[0], {
      what: () => 'the lease to run out',
      withinMs: 5_000,
    });
    expect(next.id).toBe(must(slow).id);
    expect(next.token).not.toBe(must(slow).token);
    expect(next.attempts).toBe(2);
    const lost = running(db, slow);
    await expect(finishJob(lost)).rejects.toBeInstanceOf(LeaseLost);
    await expect(renewLease(db, lost.job)).rejects.toBeInstanceOf(LeaseLost);
    await expect(postponeJob(lost, { delayMs: 0 })).rejects.toBeInstanceOf(LeaseLost);
    await finish(db, next);
    expect(await countJobs(db)).toEqual(new Map());
  });

  it('records nothing beside a job that was lost', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 });
    const [slow] = await claim(db);
    await endLease(db, must(slow).id);
    await claim(db);
    const lost = running(db, slow);
    const effect = enqueue({ kind: 'test', lane: 'effect', payload: {} });
    const work = persistJob(lost, {
      load: async () => undefined,
      decide: () => ({ answer: undefined, change: { jobs: [effect, finished(lost.job)] } }),
    });
    await expect(work).rejects.toBeInstanceOf(LeaseLost);
    expect(await countJobs(db)).toEqual(new Map([['test', 1]]));
  });

  it('does not renew an expired lease, even if no other worker has claimed the job', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 });
    const [job] = await claim(db);
    await endLease(db, must(job).id);
    const renewal = renewLease(db, must(job));
    await expect(renewal).rejects.toBeInstanceOf(LeaseLost);
    // No other worker has claimed the job, so its effect may still be recorded.
    await finish(db, must(job));
  });

  it('postpones a job with its error; any worker can claim it when it is due', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 });
    const [job] = await claim(db);
    const { id } = must(job);
    await postponeJob(running(db, job), { delayMs: 5_000, error: 'later' });
    const row = await db.first(readJob, { id });
    expect(row).toMatchObject({ attempts: 1, last_error: 'later', lease_token: null });
    expect(row?.due_in_ms).toBeGreaterThan(3_000);
    expect(await claim(db)).toEqual([]);
  });

  it('resets the attempt count when a job has made progress', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 });
    const [job] = await claim(db);
    await postponeJob(running(db, job), { delayMs: 0, attempts: 0 });
    expect((await claim(db))[0]?.attempts).toBe(1);
  });

  it('appends to a lane that was emptied, and orders by age between lanes', async () => {
    const db = await open(engine);
    await add(db, { lane: 'a', step: 1 });
    await finish(db, must((await claim(db))[0]));
    await add(db, { lane: 'a', step: 2 }, { lane: 'a', step: 3 });
    expect((await claim(db)).map(describeJob)).toEqual(['a2']);
  });
});

function open(engine: TestEngine): Promise<HostmasterDatabase> {
  return engine.open<Schema>({ migrations });
}

async function add(
  db: HostmasterDatabase,
  ...added: readonly { readonly lane: string; readonly step: number }[]
): Promise<void> {
  await write(db, ...added.map(({ lane, step }) => ({ kind: 'test', lane, payload: { step } })));
}

function write(db: HostmasterDatabase, ...added: readonly NewJob[]): Promise<void> {
  return persistChange(db, { jobs: added.map((job) => enqueue(job)) });
}

function persistChange(db: HostmasterDatabase, change: Change): Promise<void> {
  return persist(db, {
    keys: [],
    owner: '',
    commit: 'alone',
    load: async () => undefined,
    decide: () => ({ answer: undefined, change }),
  });
}

function take(
  db: HostmasterDatabase,
  claim: Partial<Parameters<typeof claimJobs>[1]>,
): Promise<readonly ClaimedJob[]> {
  return claimJobs(db, { limit: 100, leaseMs: 60_000, kinds, ...claim });
}

function claim(db: HostmasterDatabase): Promise<readonly ClaimedJob[]> {
  return take(db, {});
}

async function finish(db: HostmasterDatabase, job: ClaimedJob): Promise<void> {
  await finishJob({ database: db, job });
}

/** As if the worker had been silent for the whole of its lease. */
function endLease(db: HostmasterDatabase, id: string): Promise<void> {
  return persistRows(db, update(jobs, { id }, { leaseUntil: 1 }));
}

function running(database: HostmasterDatabase, job: ClaimedJob | undefined) {
  return { database, job: must(job) };
}

function describeJob(job: ClaimedJob): string {
  return `${job.lane}${job.payload.step}`;
}

function find(jobs: readonly ClaimedJob[], description: string): ClaimedJob {
  return must(jobs.find((job) => describeJob(job) === description));
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Expected something.');
  return value;
}
