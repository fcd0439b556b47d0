/**
 * npm run bench: the service beside a bare Fastify route, one server process, 64 connections from
 * another. Prints a table with met or missed; a missed line names where the time went.
 * Each line is the best of several rounds, and the bare route takes turns with what is held against
 * it: other work on the machine slows a round, never speeds it up.
 * The lines `neighbour` are in neighbour.ts.
 *   npm run bench [-- sqlite|postgres] [-- --seconds 5] [-- --only GET|neighbour|list]
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { centsPerCredit } from '../packages/server/src/base/money.ts';
import { openStores } from '../packages/server/src/composition/open-stores.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { openWorkspace } from '../packages/server/src/operations/open-workspace.ts';
import { contact } from './contact.ts';
import { benchList } from './list.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { benchNeighbour } from './neighbour.ts';
import { type BenchPostgres, startPostgres } from './postgres.ts';
import { type Server, startServer } from './start-server.ts';

const apiKey = 'bench-key-of-sixteen-or-more';
const keyOf = (workspace: number) => (workspace === 0 ? apiKey : `${apiKey}-${workspace}`);
const connections = 64;
const spreadDomains = 1_000;
const seconds = Number(/--seconds (\d+)/.exec(process.argv.join(' '))?.[1] ?? 5);
const rounds = 5;
const only = /--only (\S+)/.exec(process.argv.join(' '))?.[1] ?? '';
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => process.argv.includes(engine) || !/ (sqlite|postgres)/.test(process.argv.join(' ')),
);

interface Goal {
  readonly title: string;
  readonly order: Pick<LoadOrder, 'kind' | 'targets' | 'batchSize'>;
  /** Of so many workspaces in turn; one when absent. */
  readonly workspaces?: number;
  /** At least this many per second, or this share of the bare route. */
  readonly perSecond?: Readonly<Record<EngineName, number>>;
  readonly shareOfBare?: Readonly<Record<EngineName, number>>;
}

type EngineName = 'sqlite' | 'postgres';

/** At 64 connections, on every line but that of batches. */
const p99MsMax: Readonly<Record<EngineName, number>> = { sqlite: 60, postgres: 100 };
const workspacesMax = 100;
const batchSize = 100;
const spread = Array.from({ length: spreadDomains }, (_, i) => `bench-spread-${i}.com`);
const goals: readonly Goal[] = [
  {
    title: 'GET one domain',
    order: { kind: 'get', targets: ['/v1/domains/bench-spread-0.com'] },
    shareOfBare: { sqlite: 0.5, postgres: 0.35 },
  },
  {
    title: 'GET its records',
    order: { kind: 'get', targets: ['/v1/domains/bench-spread-1.com/dns'] },
    shareOfBare: { sqlite: 0.5, postgres: 0.35 },
  },
  {
    title: 'POST record, one domain',
    order: { kind: 'record', targets: [spread[0] ?? ''] },
    perSecond: { sqlite: 7_000, postgres: 2_500 },
  },
  {
    title: `POST record, ${spreadDomains} domains`,
    order: { kind: 'record-spread', targets: spread },
    perSecond: { sqlite: 7_000, postgres: 2_500 },
  },
  {
    title: `POST batch of ${batchSize}`,
    order: { kind: 'batch', targets: spread, batchSize },
    perSecond: { sqlite: 15_000 / batchSize, postgres: 5_000 / batchSize },
  },
  {
    title: 'POST register, one workspace',
    order: { kind: 'register', targets: [] },
    perSecond: { sqlite: 3_000, postgres: 1_200 },
  },
  {
    title: `POST register, ${workspacesMax} workspaces`,
    order: { kind: 'register', targets: [] },
    workspaces: workspacesMax,
    perSecond: { sqlite: 3_000, postgres: 1_500 },
  },
  {
    title: 'POST check, 20 names',
    order: { kind: 'check', targets: [] },
    perSecond: { sqlite: 3_000, postgres: 2_500 },
  },
];

console.log(
  `Node ${process.versions.node}, ${connections} connections, ${seconds} s per line in ${rounds} rounds, the best shown, every answer checked.\n`,
);
for (const engine of engines) await benchEngine(engine);

async function benchEngine(engine: 'sqlite' | 'postgres'): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hostmaster-bench-'));
  const postgres = engine === 'postgres' ? await startPostgres() : null;
  const environment = {
    HOSTMASTER_DATA_DIR: dataDir,
    HOSTMASTER_LOG_LEVEL: 'error',
    HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
    HOSTMASTER_METRICS_LISTEN: '127.0.0.1:0',
    PORT: '0',
    ...(postgres === null ? {} : { DATABASE_URL: postgres.url }),
  };
  try {
    console.log(`${engine}`);
    if (goals.some(({ title }) => title.includes(only))) {
      await benchLines(
        engine,
        { ...environment, HOSTMASTER_RECORDS_PER_ZONE: '100000000' },
        postgres,
      );
    }
    if ('neighbour'.includes(only)) await benchNeighbour(environment);
    if ('list'.includes(only)) await benchList(environment);
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
  await prepare(environment);
  const server = await startServer(environment);
  await registerSpread(server.port);
  await untilNothingWaits(server.metricsUrl);
  row(['line', 'per second', 'median', 'p99', 'server CPU', 'goal', '']);
  for (const goal of goals) {
    if (goal.title.includes(only)) await benchLine(goal, { engine, server, postgres });
  }
  const { residentMiB } = await server.ask('usage');
  console.log(`  resident memory of the server: ${residentMiB?.toFixed(0)} MiB\n`);
  server.process.disconnect();
}

async function benchLine(
  goal: Goal,
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
  const expected =
    goal.order.kind === 'get' ? await get(server.port, goal.order.targets[0] ?? '') : '';
  const apiKeys = Array.from({ length: goal.workspaces ?? 1 }, (_, i) => keyOf(i));
  const order = { ...goal.order, connections, apiKeys, expected };
  const bare = goal.shareOfBare === undefined ? null : await startServer({ BENCH_BARE: expected });
  const bareRounds: ServerResult[] = [];
  const resultRounds: ServerResult[] = [];
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
  row([goal.title, ...figures(result), goalText, isMet ? 'met' : 'MISSED']);
  if (wrong !== undefined) {
    console.log(`    ${wrong.failed} wrong answers, first: ${wrong.firstFailure}`);
  }
  if (isMet && process.env.BENCH_TOP === undefined) return;
  await postgres?.forgetStatements();
  await server.ask('profile');
  await loadServer(server, order);
  const { top = [] } = await server.ask('report');
  for (const entry of [...top, ...((await postgres?.topStatements()) ?? [])]) {
    console.log(`    ${entry}`);
  }
}

/** A server that is busy all the time is its own limit; one that is not waits for its database. */
interface ServerResult extends LoadResult {
  readonly cpuShare: number;
}

async function loadServer(
  server: Server,
  order: Omit<LoadOrder, 'port' | 'seconds' | 'tag'>,
): Promise<ServerResult> {
  const tag = `t${Date.now().toString(36)}`;
  const { cpuSeconds: before = 0 } = await server.ask('usage');
  const result = await load({ ...order, seconds: seconds / rounds, port: server.port, tag });
  const { cpuSeconds: after = 0 } = await server.ask('usage');
  return { ...result, cpuShare: ((after - before) * result.perSecond) / result.answers };
}

/** What else the machine does can only make a round slower. */
function best(results: readonly ServerResult[]): ServerResult {
  return results.reduce((a, b) => (b.perSecond > a.perSecond ? b : a));
}

function figures(result: ServerResult): string[] {
  return [
    Math.round(result.perSecond).toLocaleString('en-US'),
    `${result.medianMs.toFixed(1)} ms`,
    `${result.p99Ms.toFixed(1)} ms`,
    `${(100 * result.cpuShare).toFixed(0)} %`,
  ];
}

function row(cells: readonly string[]): void {
  const widths = [32, 12, 9, 9, 11, 14, 8];
  console.log(
    `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' ')}`,
  );
}

/** A workspace that can afford everything, and a key known beforehand. */
async function prepare(environment: Record<string, string>): Promise<void> {
  const stores = await openStores(readConfig(environment));
  const at = Date.now();
  const creditCents = 1e9 * centsPerCredit;
  for (let workspace = 0; workspace < workspacesMax; workspace += 1) {
    const key = keyOf(workspace);
    await stores.database.transaction((tx) =>
      openWorkspace(tx, { name: `Bench ${workspace}`, email: null, creditCents, at, key }),
    );
  }
  await stores.close();
}

async function registerSpread(port: number): Promise<void> {
  await Promise.all(
    spread.map(async (domain) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/domains`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ domain, contact }),
      });
      if (response.status !== 200) throw new Error(await response.text());
    }),
  );
}

/** The registry has confirmed every name, and no mail is left to write: the lines begin at rest. */
async function untilNothingWaits(metricsUrl: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(metricsUrl)).text();
    const waiting = [...metrics.matchAll(/^hostmaster_jobs_waiting\{.*\} (\d+)$/gm)];
    if (waiting.every(([, count]) => count === '0')) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function get(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'x-api-key': apiKey },
  });
  return response.text();
}

async function load(order: LoadOrder): Promise<LoadResult> {
  const script = new URL('./load.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(order)], {
    maxBuffer: 2 ** 24,
  });
  return JSON.parse(stdout) as LoadResult;
}
