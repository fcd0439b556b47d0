/**
 * Runs due jobs, several at a time. Any number of workers in any number of processes share the
 * table. A failing job is postponed with backoff; a stopped worker finishes its running jobs.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import { Refusal } from '../base/errors.ts';
import { Loop } from '../base/loop.ts';
import type { RandomSource } from '../base/random.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import type { JobContext, JobHandler } from './job-handler.ts';
import {
  type ClaimedJob,
  claimJobs,
  holdLease,
  LeaseLost,
  leaseMsDefault,
  renewLease,
} from './lease.ts';
import { postponeJob } from './persist-job.ts';
import { nextJobs } from './queue.ts';

export interface WorkerOptions {
  readonly database: HostmasterDatabase;
  readonly random: RandomSource;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly log: Logger;
  readonly concurrency?: number;
  readonly leaseMs?: number;
  readonly onJobEnd?: (end: { kind: string; outcome: JobEnd; ms: number }) => void;
}

export type JobEnd = 'ok' | 'retry' | 'lost';

/** Finds work of other processes, and jobs whose worker has died. */
const pollMs = 500;
/** An unreachable database is polled with growing intervals. */
const doublingsMax = 6;
const backoffFirstMs = 500;
const backoffMaxMs = 5 * minuteMs;

export class Worker {
  readonly #options: Required<Pick<WorkerOptions, 'concurrency' | 'leaseMs'>> & WorkerOptions;
  /** A worker claims only the kinds it handles, so slow mail servers do not delay registrations. */
  readonly #kinds: readonly string[];
  readonly #running = new Set<Promise<void>>();
  readonly #loop: Loop;
  #unsubscribe: (() => void) | null = null;
  #failures = 0;
  /** In how long the next job was due, when there was still room for it. */
  #nextMs = Number.POSITIVE_INFINITY;

  constructor(options: WorkerOptions) {
    this.#options = { concurrency: 32, leaseMs: leaseMsDefault, ...options };
    this.#kinds = [...options.handlers.keys()];
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
    const { database, handlers } = this.#options;
    this.#unsubscribe ??= database.events.subscribe('jobs-changed', ({ jobKinds }) => {
      if (jobKinds?.some((kind) => handlers.has(kind)) !== false) this.#loop.wake();
    });
    this.#loop.start();
  }

  /** Claims nothing more and waits for the jobs under way. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await this.#loop.stop();
    await Promise.all(this.#running);
  }

  async #claimAll(): Promise<void> {
    this.#nextMs = Number.POSITIVE_INFINITY;
    while (!this.#loop.isStopping) {
      const limit = this.#options.concurrency - this.#running.size;
      if (limit <= 0) return;
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
    const run = this.#execute(job).finally(() => {
      this.#running.delete(run);
      this.#loop.wake();
    });
    this.#running.add(run);
  }

  async #execute(job: ClaimedJob): Promise<void> {
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
  }

  #contextOf(job: ClaimedJob, log: Logger): JobContext {
    return { job, log, holdLease: () => holdLease(this.#options.database, job) };
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
