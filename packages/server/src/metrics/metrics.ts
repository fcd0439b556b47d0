/** Prometheus metrics of requests, jobs and commits. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { readJobAges } from '../jobs/job-control.ts';
import type { WorkerOptions } from '../jobs/worker.ts';
import type { CommitListener } from '../storage/sqlite-commits.ts';
import type { DnssecProblemKind } from '../storage/tables/domains/dnssec-problems.ts';

/** An alert needs the zero, too. */
const dnssecProblemKinds: readonly DnssecProblemKind[] = [
  'signatures_end_soon',
  'not_valid',
  'secondary_outdated',
  'key_without_ds',
  'ds_without_key',
];

interface ZonesBehind {
  readonly secondary: string;
  readonly zones: number;
}

interface Reachable {
  readonly secondary: string;
  readonly isReachable: boolean;
}

interface DnssecProblemCount {
  readonly kind: string;
  readonly count: number;
}

export interface HttpMetrics {
  readonly registry: Registry;
  readonly onBatch: CommitListener;
  readonly onDnsAnswer: (answer: {
    readonly transport: string;
    readonly rcode: number;
    /** One unless given. */
    readonly count?: number;
  }) => void;
  readonly onTransfer: (kind: string) => void;
  readonly onNotify: (outcome: string) => void;
  readonly onSample: (sample: { readonly secondary: string; readonly isRight: boolean }) => void;
  readonly onJobEnd: NonNullable<WorkerOptions['onJobEnd']>;
  /** Called at each scrape. */
  observeJobs(count: () => Promise<ReadonlyMap<string, number>>): void;
  observeJobAges(read: () => ReturnType<typeof readJobAges>): void;
  observeSecondaries(read: () => Promise<readonly ZonesBehind[]>): void;
  observeReachability(read: () => Promise<readonly Reachable[]>): void;
  observeSignatures(readOverdueMs: () => Promise<number>): void;
  observeDnssecProblems(count: () => Promise<readonly DnssecProblemCount[]>): void;
}

export function createMetrics(registry = new Registry()): HttpMetrics {
  const jobs = new Histogram({
    name: 'hostmaster_job_seconds',
    help: 'Time a job took, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  const members = new Histogram({
    name: 'hostmaster_commit_members',
    help: 'Transactions that shared one commit (SQLite).',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'hostmaster_commit_failures_total',
    help: 'Shared commits that failed as a whole (SQLite).',
    registers: [registry],
  });
  const answers = new Counter({
    name: 'hostmaster_dns_answers_total',
    help: 'DNS answers, by transport and rcode.',
    labelNames: ['transport', 'rcode'],
    registers: [registry],
  });
  const transfers = new Counter({
    name: 'hostmaster_dns_transfers_total',
    help: 'Zone transfers sent, by kind: axfr, ixfr, current (nothing to send).',
    labelNames: ['kind'],
    registers: [registry],
  });
  const notifies = new Counter({
    name: 'hostmaster_dns_notifies_total',
    help: 'NOTIFY messages to secondaries, by outcome: taken, refused, unanswered.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const samples = new Counter({
    name: 'hostmaster_secondary_samples_total',
    help: 'Answers of secondaries about the newest change of a zone, by outcome: right, wrong.',
    labelNames: ['secondary', 'outcome'],
    registers: [registry],
  });
  return {
    registry,
    onDnsAnswer: ({ transport, rcode, count = 1 }) =>
      answers.inc({ transport, rcode: String(rcode) }, count),
    onTransfer: (kind) => transfers.inc({ kind }),
    onNotify: (outcome) => notifies.inc({ outcome }),
    onSample: ({ secondary, isRight }) =>
      samples.inc({ secondary, outcome: isRight ? 'right' : 'wrong' }),
    onBatch: (batch) => {
      members.observe(batch.members);
      if (batch.failed) failures.inc();
    },
    onJobEnd: (end) => jobs.observe({ kind: end.kind, outcome: end.outcome }, end.ms / 1_000),
    observeJobs: (count) => {
      new Gauge({
        name: 'hostmaster_jobs_waiting',
        help: 'Jobs that wait or run, by kind.',
        labelNames: ['kind'],
        registers: [registry],
        async collect() {
          this.reset();
          // Without the database only this metric is missing; the others are still needed.
          const counts = await count().catch(() => new Map<string, number>());
          for (const [kind, jobCount] of counts) this.set({ kind }, jobCount);
        },
      });
    },
    observeSecondaries: (read) => {
      new Gauge({
        name: 'hostmaster_secondary_zones_behind',
        help: 'Zones that a secondary lacks or has in an older version, 10 s after the change.',
        labelNames: ['secondary'],
        registers: [registry],
        async collect() {
          this.reset();
          for (const { secondary, zones } of await read().catch(() => [])) {
            this.set({ secondary }, Number(zones));
          }
        },
      });
    },
    observeReachability: (read) => {
      new Gauge({
        name: 'hostmaster_secondary_reachable',
        help: 'Whether a secondary answers: 1, or 0 after about 20 s without an answer.',
        labelNames: ['secondary'],
        registers: [registry],
        async collect() {
          this.reset();
          for (const { secondary, isReachable } of await read().catch(() => [])) {
            this.set({ secondary }, isReachable ? 1 : 0);
          }
        },
      });
    },
    observeSignatures: (readOverdueMs) => {
      new Gauge({
        name: 'hostmaster_signatures_overdue_seconds',
        help: 'How long the oldest signature of all zones has waited to be made again.',
        registers: [registry],
        async collect() {
          const overdueMs = await readOverdueMs().catch(() => null);
          if (overdueMs === null) this.reset();
          else this.set(overdueMs / 1_000);
        },
      });
    },
    observeDnssecProblems: (count) => {
      new Gauge({
        name: 'hostmaster_dnssec_problems',
        help: 'Domains whose DNSSEC has a problem, by kind.',
        labelNames: ['kind'],
        registers: [registry],
        async collect() {
          this.reset();
          const counts = await count().catch(() => null);
          if (counts === null) return;
          for (const kind of dnssecProblemKinds) this.set({ kind }, 0);
          for (const { kind, count: domains } of counts) this.set({ kind }, Number(domains));
        },
      });
    },
    observeJobAges: (read) => {
      const waiting = new Gauge({
        name: 'hostmaster_jobs_attention',
        help: 'Jobs that wait for a person, by kind.',
        labelNames: ['kind'],
        registers: [registry],
      });
      new Gauge({
        name: 'hostmaster_jobs_oldest_seconds',
        help: 'Age of the oldest unfinished job, by kind.',
        labelNames: ['kind'],
        registers: [registry],
        async collect() {
          this.reset();
          waiting.reset();
          for (const job of await read().catch(() => [])) {
            this.set({ kind: job.kind }, job.ageMs / 1_000);
            waiting.set({ kind: job.kind }, job.waiting);
          }
        },
      });
    },
  };
}

/** Measures and logs every request of this server. */
export function observeRequests(app: FastifyInstance, metrics: HttpMetrics, log: Logger): void {
  const seconds = new Histogram({
    name: 'hostmaster_http_request_seconds',
    help: 'Time to answer, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [metrics.registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: reqId } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    seconds.observe({ route, method, status }, ms / 1_000);
    // Successful reads are logged at debug level only.
    const level = method === 'GET' && status < 500 ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) {
      log[level]({ reqId, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request');
    }
    done();
  });
}
