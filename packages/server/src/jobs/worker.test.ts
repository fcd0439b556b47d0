import { query } from '@hostmaster/test-rig/any-query';
import { interpose } from '@hostmaster/test-rig/crash-interpose';
import { until } from '@hostmaster/test-rig/crash-until';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import pino from 'pino';
import { expect, it } from 'vitest';
import { systemRandom } from '../base/random.ts';
import { enqueue, enqueueLeased, type Lease } from '../changes/job-write.ts';
import { persist, persistChange } from '../changes/persist.ts';
import { persistRows } from '../changes/persist-rows.ts';
import { readMigrations } from '../storage/migrate.ts';
import { updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, Schema } from '../storage/schema.ts';
import { jobs } from '../storage/tables/jobs/jobs.ts';
import { bindHandlers, type JobContext, type JobHandler } from './job-handler.ts';
import { JobHandover } from './job-handover.ts';
import { claimJobs } from './lease.ts';
import { finishJob } from './persist-job.ts';
import { countJobs } from './queue.ts';
import { type JobEnd, Worker } from './worker.ts';

const migrations = readMigrations(new URL('../storage/migrations/', import.meta.url));

const readErrors = query<object>()(({ db }) =>
  db.selectFrom('jobs').select(['attempts', 'last_error', 'run_at']),
);

describeOnBothEngines('a worker', (engine) => {
  it('never runs one job twice, also beside other workers', async () => {
    const db = await open(engine);
    const runs = new Map<string, number>();
    const work: JobHandler<TestContext> = async (context) => {
      runs.set(context.job.id, (runs.get(context.job.id) ?? 0) + 1);
      await finish(context);
    };
    await add(db, ...Array.from({ length: 80 }, (_, index) => `lane-${index % 20}`));
    const workers = Array.from({ length: 4 }, () => startWorker(engine, db, work));
    await nothingLeft(db);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect([...runs.values()]).toEqual(Array.from({ length: 80 }, () => 1));
  });

  it('runs the jobs of a lane one after the other, in order', async () => {
    const db = await open(engine);
    const events: string[] = [];
    const work: JobHandler<TestContext> = async (context) => {
      const { step } = context.job.payload;
      events.push(`begin ${step}`);
      await db.all(readErrors, {});
      events.push(`end ${step}`);
      await finish(context);
    };
    await add(db, 'one', 'one', 'one');
    const workers = [startWorker(engine, db, work), startWorker(engine, db, work)];
    await nothingLeft(db);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(events).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2']);
  });

  it('puts a failing job back, later each time, and runs it to its end', async () => {
    const db = await open(engine);
    const ends: JobEnd[] = [];
    const begunAt: number[] = [];
    let tries = 0;
    const work: JobHandler<TestContext> = async (context) => {
      tries += 1;
      begunAt.push(Date.now());
      if (tries <= 2) throw new Error(`failure ${tries}`);
      await finish(context);
    };
    await add(db, 'one');
    const worker = startWorker(engine, db, work, { onJobEnd: ({ outcome }) => ends.push(outcome) });
    const delays: number[] = [];
    for (const [index, failure] of ['failure 1', 'failure 2'].entries()) {
      const row = await until(
        async () => (await db.all(readErrors, {})).find((job) => job.last_error === failure),
        { what: () => failure, withinMs: 5_000 },
      );
      delays.push(row.run_at - (begunAt[index] ?? 0));
      await persistRows(db, updateAll(jobs, { kind: 'test' }, { runAt: 0 }));
    }
    await nothingLeft(db);
    await worker.stop();
    expect(ends).toEqual(['retry', 'retry', 'ok']);
    expect(delays[0]).toBeGreaterThanOrEqual(500);
    expect(delays[1]).toBeGreaterThanOrEqual(1_000);
  });

  it('keeps the lease of a long job alive', async () => {
    const db = await open(engine);
    let runs = 0;
    const gate = Promise.withResolvers<void>();
    const work: JobHandler<TestContext> = async (context) => {
      runs += 1;
      await gate.promise;
      await context.holdLease();
      await finish(context);
    };
    await add(db, 'one');
    const workers = [1, 2].map(() => startWorker(engine, db, work, { leaseMs: 600 }));
    const startedAt = performance.now();
    await until(() => performance.now() - startedAt > 2_000, {
      what: () => 'three leases to pass',
      withinMs: 20_000,
    });
    gate.resolve();
    await nothingLeft(db);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(runs).toBe(1);
  });

  it('finishes what it has begun when it stops, and begins nothing more', async () => {
    const db = await open(engine);
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const work: JobHandler<TestContext> = async (context) => {
      begun.resolve();
      await gate.promise;
      await finish(context);
    };
    await add(db, 'one', 'one');
    const worker = startWorker(engine, db, work);
    await begun.promise;
    let hasStopped = false;
    const stopped = worker.stop().then(() => {
      hasStopped = true;
    });
    await db.all(readErrors, {});
    expect(hasStopped).toBe(false);
    gate.resolve();
    await stopped;
    expect(await countJobs(db)).toEqual(new Map([['test', 1]]));
  });

  it('continues after the database was unavailable', async () => {
    const db = await open(engine);
    let isAway = true;
    let askedInVain = 0;
    const shaky = interpose(db, {
      all: async (...args) => {
        if (isAway) {
          askedInVain += 1;
          throw new Error('away');
        }
        return db.all(...args);
      },
    });
    await add(db, 'one');
    const worker = startWorker(engine, shaky, finish);
    await until(() => askedInVain >= 2, { what: () => 'two tries', withinMs: 20_000 });
    isAway = false;
    await nothingLeft(db);
    await worker.stop();
  });

  it('runs what is handed over to it, without a claim', async () => {
    const db = await open(engine);
    const handover = new JobHandover();
    const ran = Promise.withResolvers<JobContext['job']>();
    const work: JobHandler<TestContext> = async (context) => {
      ran.resolve(context.job);
      await finish(context);
    };
    expect(handover.leaseFor('test')).toBeNull();
    const worker = startWorker(engine, db, work, { handover });
    const lease = handover.leaseFor('test');
    await addLeased(db, lease);
    expect(await ran.promise).toMatchObject({
      isHandedOver: true,
      attempts: 1,
      token: lease?.token,
      payload: { step: 0 },
    });
    await nothingLeft(db);
    await worker.stop();
    expect(handover.leaseFor('test')).toBeNull();
  });

  it('claims what was handed over to a process that ended', async () => {
    const db = await open(engine);
    const attempts: number[] = [];
    const work: JobHandler<TestContext> = async (context) => {
      attempts.push(context.job.attempts);
      expect(context.job.isHandedOver).toBeUndefined();
      await finish(context);
    };
    await addLeased(db, { token: 'of a process that ended', leaseMs: 300 });
    const worker = startWorker(engine, db, work);
    await nothingLeft(db);
    await worker.stop();
    expect(attempts).toEqual([2]);
  });

  it('gives back what was handed over to it when it stops', async () => {
    const db = await open(engine);
    const handover = new JobHandover();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const work: JobHandler<TestContext> = async (context) => {
      begun.resolve();
      await gate.promise;
      await finish(context);
    };
    const worker = startWorker(engine, db, work, { handover, concurrency: 1 });
    await addLeased(db, handover.leaseFor('test'), 'first');
    await begun.promise;
    await addLeased(db, handover.leaseFor('test'), 'second');
    const stopped = worker.stop();
    gate.resolve();
    await stopped;
    expect(await claimJobs(db, { limit: 9, leaseMs: 1_000, kinds: ['test'] })).toMatchObject([
      { lane: 'second' },
    ]);
  });

  it('gives the place of a resting job to another one, and ends its rest when it stops', async () => {
    const db = await open(engine);
    const steps: string[] = [];
    const other = Promise.withResolvers<void>();
    const work: JobHandler<TestContext> = async (context) => {
      if (context.job.payload.step === 1) {
        await finish(context);
        other.resolve();
        return;
      }
      steps.push(`too long: ${await context.rest(context.job.leaseMs)}`);
      steps.push(`soon: ${await context.rest(1)}`);
      steps.push(`interrupted: ${await context.rest(context.job.leaseMs / 5)}`);
      await finish(context);
    };
    const options = { concurrency: 1, leaseMs: 300_000 };
    const worker = startWorker(engine, db, work, options);
    await add(db, 'one', 'two');
    await other.promise;
    await until(() => steps.length === 2, { what: () => 'the long rest', withinMs: 15_000 });
    await worker.stop();
    expect(steps).toEqual(['too long: false', 'soon: true', 'interrupted: false']);
    expect((await countJobs(db)).size).toBe(0);
  });
});

/** Handlers here touch nothing but the queue. */
type TestContext = JobContext & { readonly database: HostmasterDatabase };

async function open(engine: TestEngine): Promise<HostmasterDatabase> {
  return engine.open<Schema>({ migrations });
}

function startWorker(
  engine: TestEngine,
  database: HostmasterDatabase,
  work: JobHandler<TestContext>,
  options: Partial<ConstructorParameters<typeof Worker>[0]> = {},
): Worker {
  const worker = new Worker({
    database,
    random: systemRandom,
    handover: new JobHandover(),
    handlers: bindHandlers({ test: work }, { database }),
    log: pino({ level: 'silent' }),
    ...options,
  });
  worker.start();
  engine.afterwards(() => worker.stop());
  return worker;
}

async function add(db: HostmasterDatabase, ...lanes: readonly string[]): Promise<void> {
  const added = lanes.map((lane, step) => enqueue({ kind: 'test', lane, payload: { step } }));
  await persist(db, {
    keys: [],
    owner: '',
    commit: 'alone',
    load: async () => undefined,
    decide: () => ({ answer: undefined, change: { jobs: added } }),
  });
}

async function addLeased(
  db: HostmasterDatabase,
  lease: Lease | null,
  lane = 'lane',
): Promise<void> {
  const job = enqueueLeased({ kind: 'test', lane, payload: { step: 0 } }, lease);
  await persistChange(db, { jobs: [job] });
}

async function finish(context: TestContext): Promise<void> {
  await finishJob(context);
}

async function nothingLeft(db: HostmasterDatabase): Promise<void> {
  await until(async () => (await countJobs(db)).size === 0, {
    what: () => 'no job left',
    withinMs: 15_000,
  });
}
