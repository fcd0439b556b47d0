/**
 * One temporary directory for the whole test run, and what all workers share: PostgreSQL, and what
 * makes programs start faster. Both are made when a test first asks for them (shared.ts), so that a
 * run of a few files does not wait for what it does not use. Everything goes away when the run ends,
 * however it ends: a small shell process outlives a killed run just long enough to clean up.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPage } from '../../packages/server/src/dashboard-page/build-page.ts';
import { bundlePrograms } from './bundle-programs.ts';
import { type PostgresServer, startPostgres } from './start-postgres.ts';
import { warmPrograms } from './warm-programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where workers ask for what the run shares; see shared.ts. */
    sharedUrl: string;
    /** Everything a test writes goes below this directory, so that nothing can be left behind. */
    temporaryDirectory: string;
  }
}

/** Each is made once; its value is one line of text. */
export type SharedName = 'postgres' | 'program-hook';

interface TestRun {
  readonly directory: string;
  readonly guard: ChildProcess;
  readonly server: Server;
  readonly made: Map<string, Promise<string>>;
  postgres: PostgresServer | null;
}

/** A whole run has at most a third of it at a time. */
const memoryBytesMin = 4 * 2 ** 30;

let testRun: TestRun | null = null;

export async function setup(project: TestProject): Promise<void> {
  const directory = await mkdtemp(join(await fastDirectory(), 'hostmaster-test-'));
  // PostgreSQL refuses to run as root and then runs as another user, who must get through.
  await chmod(directory, 0o711);
  const server = createServer((request, response) => {
    shareOnce(request.url ?? '').then(
      (value) => response.end(value),
      (error) =>
        response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  testRun = { directory, guard: startGuard(directory), server, made: new Map(), postgres: null };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // In watch mode the next run starts programs of the sources as they are then.
  project.onTestsRerun(() => void testRun?.made.delete('/program-hook'));
  project.provide('sharedUrl', `http://127.0.0.1:${port}`);
  project.provide('temporaryDirectory', directory);
}

/**
 * Memory where there is enough of it. A run makes and removes a hundred thousand small files, mostly
 * of PostgreSQL, and ext4 searches long for the inode of a file that follows many removed ones.
 */
async function fastDirectory(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (Math.min(bavail * bsize, freemem()) < memoryBytesMin) return tmpdir();
  // The browser is unpacked below it and started from there.
  const mounts = await readFile('/proc/mounts', 'utf8');
  const options = mounts.split('\n').find((line) => line.split(' ')[1] === memory);
  return options?.includes('noexec') === false ? memory : tmpdir();
}

export async function teardown(): Promise<void> {
  if (testRun === null) return;
  const { made, directory, guard, server } = testRun;
  await Promise.allSettled(made.values());
  await testRun.postgres?.stop();
  server.closeAllConnections();
  server.close();
  // A program that is just ending may still write its compiled code.
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  guard.stdin?.end('done\n');
  testRun = null;
}

function shareOnce(path: string): Promise<string> {
  if (testRun === null) return Promise.reject(new Error('The run has ended.'));
  const known = testRun.made.get(path);
  if (known !== undefined) return known;
  const promise = make(testRun, path.slice(1) as SharedName);
  testRun.made.set(path, promise);
  return promise;
}

async function make(current: TestRun, name: SharedName): Promise<string> {
  switch (name) {
    case 'postgres':
      current.postgres = await startPostgres(join(current.directory, 'postgres'));
      return current.postgres.url;
    case 'program-hook': {
      // The page is built once, instead of by each service that is started.
      const [hook] = await Promise.all([
        bundlePrograms(join(current.directory, 'bundles')),
        buildPage().catch(reportPage),
      ]);
      await warmPrograms(hook, current.directory);
      return hook;
    }
  }
}

/** Tests of the page fail by themselves; all others do without it. */
function reportPage(error: unknown): void {
  console.error('The page of the dashboard could not be built:', error);
}

/** Its standard input closes when the run is killed; after `done` it has nothing to clean up. */
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
