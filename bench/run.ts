/**
 * npm run bench: the service beside a bare Fastify route, one server process, 64 connections from
 * another. Prints a table with met or missed; a missed line shows what limits it.
 * Each line begins at rest and warm, and is the best of several rounds. The bare route takes turns
 * with what is held against it: other work on the machine slows a round, never speeds it up.
 * The other parts are in files of their own:
 *   list        GET /v1/domains with 100,000 domains
 *   history     record writes after 1,000,000 revisions
 *   fulfilling  checks while registrations are fulfilled, beside version 0.1.0 (SQLite)
 *   processes   two server processes on one PostgreSQL
 *   powerdns    creating records beside the HTTP API of PowerDNS
 *   wide        PATCH of 8,000 sets and a search beside the HTTP API of PowerDNS
 *   search      GET /v1/search with 1,000,000 records
 *   signed      record writes in a signed zone, and the first signing of 100,000 records
 *   large       every line with 1,000,000 domains and 10,000,000 records (only when named)
 *   npm run bench [-- sqlite|postgres] [-- --seconds 5] [-- --only GET|list|…] [-- --domains 100000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchFulfilling } from './fulfilling.ts';
import { benchHistory, benchLarge } from './growth.ts';
import { lines, loadOf, type MeasuredLine, workspacesMax } from './lines.ts';
import { benchList } from './list.ts';
import {
  best,
  figures,
  loadServer,
  row,
  type ServerLoad,
  type ServerResult,
  untilIdle,
  verdict,
} from './measure.ts';
import { type BenchPostgres, startPostgres } from './postgres.ts';
import { benchBesidePowerDns } from './powerdns-records.ts';
import { benchWideBesidePowerDns } from './powerdns-wide.ts';
import { benchProcesses } from './processes.ts';
import { benchSearch } from './search.ts';
import { createWorkspaces, type EngineName, registerDomains, spread } from './setup.ts';
import { benchSigned } from './signed.ts';
import { type Server, startServer } from './start-server.ts';

const seconds = Number(/--seconds (\d+)/.exec(process.argv.join(' '))?.[1] ?? 5);
const largeDomains = Number(/--domains (\d+)/.exec(process.argv.join(' '))?.[1] ?? 1_000_000);
const rounds = 5;
const only = /--only (\S+)/.exec(process.argv.join(' '))?.[1] ?? '';
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => process.argv.includes(engine) || !/ (sqlite|postgres)/.test(process.argv.join(' ')),
);

/** At 64 connections, on every line but that of batches. */
const p99MsMax: Readonly<Record<EngineName, number>> = { sqlite: 60, postgres: 100 };

console.log(
  `Node ${process.versions.node}, 64 connections, ${seconds} s per line in ${rounds} rounds, the best shown, every answer checked.\n`,
);
for (const engine of engines) await benchEngine(engine);

async function benchEngine(engine: EngineName): Promise<void> {
  console.log(`${engine}`);
  await onFreshStore(engine, async (environment, postgres) => {
    if (lines.some(({ title }) => title.includes(only))) {
      await benchLines(engine, environment, postgres);
    }
    if ('list'.includes(only)) await benchList(environment);
  });
  await onFreshStore(engine, async (environment) => {
    if ('history'.includes(only)) await benchHistory(environment);
  });
  await onFreshStore(engine, async (environment) => {
    if ('search'.includes(only)) await benchSearch(environment);
  });
  await onFreshStore(engine, async (environment) => {
    if ('signed'.includes(only)) await benchSigned(environment, { seconds });
  });
  await onFreshStore(engine, async (environment) => {
    if (only === 'large') await benchLarge(environment, largeDomains);
  });
  await onFreshStore(engine, async (environment, postgres) => {
    if (postgres === null && 'fulfilling'.includes(only)) await benchFulfilling(environment);
  });
  await onFreshStore(engine, async (environment, postgres) => {
    if (postgres !== null && 'processes'.includes(only)) await benchProcesses(environment);
  });
  await onFreshStore(engine, async (environment, postgres) => {
    if ('powerdns'.includes(only)) await benchBesidePowerDns(environment, postgres);
  });
  await onFreshStore(engine, async (environment, postgres) => {
    if ('wide'.includes(only)) await benchWideBesidePowerDns(environment, postgres);
  });
}

async function onFreshStore(
  engine: EngineName,
  work: (environment: Record<string, string>, postgres: BenchPostgres | null) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hostmaster-bench-'));
  const postgres = engine === 'postgres' ? await startPostgres() : null;
  try {
    await work(
      {
        HOSTMASTER_DATA_DIR: dataDir,
        HOSTMASTER_LOG_LEVEL: 'error',
        HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
        HOSTMASTER_METRICS_LISTEN: '127.0.0.1:0',
        PORT: '0',
        ...(postgres === null ? {} : { DATABASE_URL: postgres.url }),
      },
      postgres,
    );
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function benchLines(
  engine: EngineName,
  environment: Record<string, string>,
  postgres: BenchPostgres | null,
): Promise<void> {
  await createWorkspaces(environment, workspacesMax);
  const server = await startServer({ ...environment, HOSTMASTER_RECORDS_PER_ZONE: '100000000' });
  await registerDomains(server, spread);
  row(['line', 'per second', 'median', 'p99', 'server CPU', 'goal', '']);
  for (const line of lines) {
    if (line.title.includes(only)) await benchLine(line, { engine, server, postgres });
  }
  const { residentMiB } = await server.ask('usage');
  console.log(`  resident memory of the server: ${residentMiB?.toFixed(0)} MiB\n`);
  server.process.disconnect();
}

async function benchLine(
  goal: MeasuredLine,
  {
    engine,
    server,
    postgres,
  }: {
    readonly engine: EngineName;
    readonly server: Server;
    readonly postgres: BenchPostgres | null;
  },
): Promise<void> {
  const order = await loadOf(goal, { port: server.port, seconds: seconds / rounds });
  const { expected } = order;
  const bare = goal.shareOfBare === undefined ? null : await startServer({ BENCH_BARE: expected });
  const bareRounds: ServerResult[] = [];
  const resultRounds: ServerResult[] = [];
  await loadServer(server, order);
  await untilIdle(server);
  for (let round = 0; round < rounds; round += 1) {
    if (bare !== null) bareRounds.push(await loadServer(bare, { ...order, targets: ['/bare'] }));
    resultRounds.push(await loadServer(server, order));
  }
  bare?.process.disconnect();
  if (bare !== null) row(['bare Fastify route, same bytes', ...figures(best(bareRounds)), '', '']);
  const result = best(resultRounds);
  const share = goal.shareOfBare?.[engine];
  const wanted =
    share === undefined ? (goal.perSecond?.[engine] ?? 0) : best(bareRounds).perSecond * share;
  const goalText = share === undefined ? `>= ${wanted}/s` : `>= ${share} of bare`;
  const wrong = resultRounds.find(({ failed }) => failed > 0);
  const isQuick = goal.order.kind === 'batch' || result.p99Ms < p99MsMax[engine];
  const isMet = result.perSecond >= wanted && isQuick && wrong === undefined;
  row([goal.title, ...figures(result), goalText, verdict(isMet)]);
  if (wrong !== undefined) {
    console.log(`    ${wrong.failed} wrong answers, first: ${wrong.firstFailure}`);
  }
  if (isMet && process.env.BENCH_TOP === undefined) return;
  for (const entry of await whatLimits({ server, order, postgres })) console.log(`    ${entry}`);
}

/** The CPU time of one answer by process, and where the service spends its own. */
async function whatLimits({
  server,
  order,
  postgres,
}: {
  readonly server: Server;
  readonly order: ServerLoad;
  readonly postgres: BenchPostgres | null;
}): Promise<string[]> {
  await untilIdle(server);
  await postgres?.forgetStatements();
  const before = (await postgres?.cpuSeconds()) ?? 0;
  const result = await loadServer(server, order);
  const database = ((await postgres?.cpuSeconds()) ?? 0) - before;
  await server.ask('profile');
  await loadServer(server, order);
  const { top = [], parts = [] } = await server.ask('report');
  const perAnswer = [
    { who: 'service', micros: result.cpuMicros },
    { who: 'database', micros: (database * 1e6) / result.answers },
    { who: 'load', micros: (result.cpuSeconds * 1e6) / result.answers },
  ].filter(({ micros }) => micros > 0);
  const shown = perAnswer.map(({ who, micros }) => `${who} ${micros.toFixed(0)} us`);
  return [
    `CPU time of one answer: ${shown.join(', ')}`,
    `of the service: ${parts.join(', ')}`,
    ...top,
    ...((await postgres?.topStatements()) ?? []),
  ];
}
