/**
 * Runs due jobs, several at a time. Any number of workers in any number of processes share the
 * table. A failing job is postponed with backoff; a stopped worker finishes its running jobs. What its
 * own process adds may be handed over to it (job-handover.ts).
 */
import { minuteMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import { Refusal } from '../base/errors.ts';
import type { JobLeased } from '../base/events.ts';
import { Loop } from '../base/loop.ts';
import type { RandomSource } from '../base/random.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import type { JobContext, JobHandler } from './job-handler.ts';
import type { JobHandover } from './job-handover.ts';
import {
  type ClaimedJob,
  claimJobs,
  holdLease,
  LeaseLost,
  leaseMsDefault,
  renewLease,
} from './lease.ts';
import { postponeJob } from './persist-job.ts';
import { Places } from './places.ts';
import { nextJobs } from './queue.ts';

export interface WorkerOptions {
  readonly database: HostmasterDatabase;
  readonly random: RandomSource;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly handover: JobHandover;
  readonly log: Logger;
  readonly concurrency?: number;
  readonly leaseMs?: number;
  readonly onJobEnd?: (end: { kind: string; outcome: JobEnd; ms: number }) => void;
}

export type JobEnd = 'ok' | 'retry' | 'lost';

/** Finds work of other processes, and jobs whose worker has died. */
const pollMs = 500;
/** Jobs that were handed over and wait for a place; more are left to whichever worker claims them. */
const handedMax = 256;
/** The longest rest, as a share of the lease. */
const restShareMax = 0.25;
/** An unreachable database is polled with growing intervals. */
const doublingsMax = 6;
const backoffFirstMs = 500;
const backoffMaxMs = 5 * minuteMs;

export class Worker {
  readonly #options: Required<Pick<WorkerOptions, 'concurrency' | 'leaseMs'>> & WorkerOptions;
  /** A worker claims only the kinds it handles, so slow mail servers do not delay registrations. */
  readonly #kinds: readonly string[];
  readonly #running = new Set<Promise<void>>();
  readonly #places: Places;
  readonly #handed: ClaimedJob[] = [];
  readonly #loop: Loop;
  #subscriptions: (() => void)[] = [];
  /** How often jobs of its kinds were added. */
  #additions = 0;
  /** More jobs may be due than there were places. */
  #isFull = false;
  #failures = 0;
  /** In how long the next job was due, when there was still room for it. */
  #nextMs = Number.POSITIVE_INFINITY;

  constructor(options: WorkerOptions) {
    this.#options = { concurrency: 32, leaseMs: leaseMsDefault, ...options };
    this.#kinds = [...options.handlers.keys()];
    this.#places = new Places({
      max: this.#options.concurrency,
      onFree: () => this.#fillPlace(),
    });
    this.#loop = new Loop({
      run: () => this.#claimAll(),
      // Woken when a commit adds work or a job ends.
      restMs: () => Math.min(this.#nextMs, pollMs * 2 ** Math.min(this.#failures, doublingsMax)),
      onError: (error) => {
        this.#failures += 1;
        options.log.warn({ err: error }, 'claiming jobs failed; trying again');
      },
    });
  }

  start(): void {
    const { database, handlers, handover, leaseMs } = this.#options;
    const { events } = database;
    this.#subscriptions = [
      events.subscribe('jobs-changed', ({ jobKinds }) => {
        if (jobKinds?.some((kind) => handlers.has(kind)) === false) return;
        this.#additions += 1;
        this.#loop.wake();
      }),
      events.subscribe('job-leased', ({ job }) => {
        if (handlers.has(job.kind)) this.#takeOver(job);
      }),
      handover.accept(this.#kinds, () => {
        const hasRoom = !this.#loop.isStopping && this.#handed.length < handedMax;
        return hasRoom ? leaseMs : null;
      }),
    ];
    this.#loop.start();
  }

  /** Claims nothing more and waits for the jobs under way. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    this.#places.close();
    await Promise.all(this.#running);
    for (const end of this.#subscriptions) end();
    await Promise.all(this.#handed.splice(0).map((job) => this.#giveBack(job)));
  }

  #takeOver(job: JobLeased['job']): void {
    this.#handed.push({ ...job, attempts: 1, attention: null, isHandedOver: true });
    if (this.#places.free > 0) this.#fillPlace();
  }

  #fillPlace(): void {
    const job = this.#loop.isStopping ? undefined : this.#handed.shift();
    if (job !== undefined) this.#launch(job);
    else if (this.#isFull) this.#loop.wake();
  }

  async #claimAll(): Promise<void> {
    this.#nextMs = Number.POSITIVE_INFINITY;
    while (!this.#loop.isStopping) {
      const limit = this.#places.free;
      this.#isFull = limit <= 0;
      if (this.#isFull) return;
      const claimed = await this.#claim(limit);
      for (const job of claimed) this.#launch(job);
      // Fewer than wanted: none is left, and new ones wake the loop.
      if (claimed.length < limit) return;
    }
  }

  async #claim(limit: number): Promise<readonly ClaimedJob[]> {
    const { database, leaseMs } = this.#options;
    const { due, nextMs } = await nextJobs(database, this.#kinds);
    this.#failures = 0;
    this.#nextMs = nextMs ?? Number.POSITIVE_INFINITY;
    if (due.length === 0) return [];
    return claimJobs(database, { limit, leaseMs, kinds: due });
  }

  #launch(job: ClaimedJob): void {
    this.#places.take();
    const additions = this.#additions;
    const run = this.#execute(job).then((outcome) => {
      this.#running.delete(run);
      this.#places.leave();
      // A job that was handed over is the first of its lane, and none has come after it.
      const isLast = job.isHandedOver === true && outcome === 'ok' && additions === this.#additions;
      if (!isLast) this.#loop.wake();
    });
    this.#running.add(run);
  }

  /** Never rejects. */
  async #execute(job: ClaimedJob): Promise<JobEnd> {
    const startedAt = performance.now();
    const log = this.#options.log.child({ job: job.id, kind: job.kind, attempt: job.attempts });
    const heartbeat = setInterval(() => {
      renewLease(this.#options.database, job).catch((error: unknown) =>
        log.warn({ err: error }, 'renewing the lease failed'),
      );
    }, job.leaseMs / 3);
    let outcome: JobEnd = 'ok';
    try {
      const handler = this.#options.handlers.get(job.kind);
      if (handler === undefined) throw new Error(`No handler for ${job.kind}.`);
      await handler(this.#contextOf(job, log));
      log.debug('job done');
    } catch (error) {
      outcome = error instanceof LeaseLost ? 'lost' : 'retry';
      if (outcome === 'lost') log.warn('job lost to another worker');
      else await this.#putBack(job, error, log);
    } finally {
      clearInterval(heartbeat);
    }
    this.#options.onJobEnd?.({ kind: job.kind, outcome, ms: performance.now() - startedAt });
    return outcome;
  }

  #contextOf(job: ClaimedJob, log: Logger): JobContext {
    return {
      job,
      log,
      holdLease: () => holdLease(this.#options.database, job),
      rest: async (ms) => ms <= job.leaseMs * restShareMax && (await this.#places.rest(ms)),
    };
  }

  /** Another worker may claim it at once. */
  async #giveBack(job: ClaimedJob): Promise<void> {
    try {
      await postponeJob({ database: this.#options.database, job }, { delayMs: 0 });
    } catch (error) {
      // The lease expires.
      this.#options.log.warn({ err: error, job: job.id }, 'giving a job back failed');
    }
  }

  async #putBack(job: ClaimedJob, error: unknown, log: Logger): Promise<void> {
    const delayMs = Math.min(backoffFirstMs * 2 ** (job.attempts - 1), backoffMaxMs);
    const jitterMs = this.#options.random.below(Math.round(delayMs * 0.2) + 1);
    log.warn({ err: error, delayMs }, 'job failed; trying again');
    try {
      const { database } = this.#options;
      const next = { delayMs: delayMs + jitterMs, error: reasonOf(error) };
      await postponeJob({ database, job }, next);
    } catch (failure) {
      // The lease expires and the job is claimed again.
      log.warn({ err: failure }, 'postponing a failed job failed');
    }
  }
}

/** A refusal is worded for customers; its cause is what an operator needs. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal) || !(error.cause instanceof Error)) return messageOf(error);
  const { cause } = error;
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
