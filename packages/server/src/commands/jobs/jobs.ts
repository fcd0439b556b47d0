/** hostmaster jobs: the work that is under way, and what waits for a person. */
import { dayMs, hourMs, minuteMs, secondMs } from '@hostmaster/contract/durations';
import type { Command } from 'commander';
import {
  type JobDecision,
  readJob,
  readJobs,
  runNow,
  type ShownJob,
} from '../../jobs/job-control.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print, printTable } from '../print.ts';

const shownMax = 200;
/** A release has begun at the registry, and mail is not worth a decision. */
const cancellable: ReadonlySet<string> = new Set([
  'provision-domain',
  'renew-domain',
  'converge-domain',
  'extend-domain',
]);

export function registerJobs(program: Command): void {
  const jobs = program.command('jobs').description('inspect unfinished jobs');
  storeCommand(jobs, 'list', 'list unfinished jobs, oldest first')
    .option('--attention', 'only jobs that need attention')
    .action(list);
  storeCommand(jobs, 'show', 'show one job').argument('<id>', 'id of the job').action(show);
  storeCommand(jobs, 'retry', 'retry a job now')
    .argument('<id>', 'id of the job')
    .option(
      '--accept',
      'accept what the job is waiting for: the object at the registry, or the higher price',
    )
    .action((id: string, flags: StoreFlags & { readonly accept?: boolean }) =>
      decide(id, flags.accept === true ? 'accept' : null, flags),
    );
  storeCommand(jobs, 'cancel', 'cancel a job that the registry has not carried out, and refund it')
    .argument('<id>', 'id of the job')
    .action((id: string, flags: StoreFlags) => decide(id, 'cancel', flags));
}

async function list(flags: StoreFlags & { readonly attention?: boolean }): Promise<void> {
  await withStores(flags, async ({ database, clock }) => {
    const now = clock.now();
    const all = await readJobs(database, { now, limit: shownMax });
    const jobs = flags.attention === true ? all.filter(({ attention }) => attention !== null) : all;
    printTable(
      flags,
      { jobs: jobs.map(jsonOf) },
      {
        head: ['ID', 'KIND', 'DOMAIN', 'AGE', 'TRIES', 'STATE', 'LAST ERROR'],
        rows: jobs.map((job) => [
          job.id,
          job.kind,
          job.domainName ?? '',
          ageText(now - job.createdAt),
          job.attempts,
          stateOf(job),
          job.lastError ?? '',
        ]),
        empty: 'No jobs are under way.',
      },
    );
  });
}

async function show(id: string, flags: StoreFlags): Promise<void> {
  await withStores(flags, async ({ database, clock }) => {
    const now = clock.now();
    const job = await readJob(database, { id, now });
    if (job === null) throw unknownJob(id);
    print(flags, { job: { ...jsonOf(job), payload: job.payload } }, [
      `${job.id}: ${job.kind}${job.domainName === null ? '' : ` of ${job.domainName}`}`,
      `  State       ${stateOf(job)}`,
      `  Created     ${time(job.createdAt)}`,
      `  Tries       ${job.attempts}`,
      `  Next try    ${job.isRunning ? 'now' : time(job.runAt)}`,
      `  Last error  ${job.lastError ?? 'none'}`,
    ]);
  });
}

async function decide(id: string, decision: JobDecision | null, flags: StoreFlags): Promise<void> {
  await withStores(flags, async ({ database, clock }) => {
    const job = await readJob(database, { id, now: clock.now() });
    if (job === null) throw unknownJob(id);
    if (decision === 'cancel' && !cancellable.has(job.kind)) {
      throw new CommandError(`A ${job.kind} job cannot be cancelled.`);
    }
    const outcome = await runNow(database, { id, decision });
    if (outcome === 'unknown') throw unknownJob(id);
    if (outcome === 'running') {
      throw new CommandError(`${id} is running right now. Try again when it has ended.`);
    }
    print(flags, { id, decision, queued: true }, [
      'The job runs now. It asks the registry first, so nothing is done twice.',
    ]);
  });
}

function stateOf({ isRunning, attention }: ShownJob): string {
  if (isRunning) return 'running';
  return attention === null ? 'waiting' : 'needs attention';
}

/** In the largest unit that fits, as durations are written in settings. */
function ageText(ageMs: number): string {
  const units: readonly (readonly [number, string])[] = [
    [dayMs, 'd'],
    [hourMs, 'h'],
    [minuteMs, 'm'],
  ];
  const [unitMs, unit] = units.find(([ms]) => ageMs >= ms) ?? [secondMs, 's'];
  return `${Math.floor(ageMs / unitMs)}${unit}`;
}

function jsonOf(job: ShownJob) {
  return {
    id: job.id,
    kind: job.kind,
    domain: job.domainName,
    createdAt: time(job.createdAt),
    nextTryAt: time(job.runAt),
    tries: job.attempts,
    running: job.isRunning,
    attention: job.attention,
    lastError: job.lastError,
  };
}

function time(at: number): string {
  return new Date(at).toISOString();
}

function unknownJob(id: string): CommandError {
  return new CommandError(`There is no unfinished job ${id}.`);
}
