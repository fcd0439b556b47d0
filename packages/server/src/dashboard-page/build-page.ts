/**
 * A package brings its page. A checkout builds it from its sources unless a current build exists. Each build has a folder named
 * after a hash of its inputs: a build is current exactly when its folder exists, and several
 * processes can build at the same time without conflict. Sources are read synchronously: after a
 * start the event loop is busy with secondaries and clients, and asynchronous reads of hundreds of
 * files would wait for hundreds of its turns.
 */
import { execFile } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { access, chmod, constants, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hasProgramFile } from '../base/program-files.ts';

/** The page in a package, where there are no sources. */
const packed = new URL('../../dashboard/', import.meta.url);

interface Checkout {
  readonly dashboard: string;
  readonly packages: string;
  /** The inputs of the page besides its dependencies. */
  readonly sources: readonly string[];
}

function findCheckout(): Checkout {
  const manifest = createRequire(import.meta.url).resolve('@hostmaster/dashboard/package.json');
  const dashboard = dirname(manifest);
  const packages = dirname(dashboard);
  return {
    dashboard,
    packages,
    sources: [
      join(dashboard, 'src'),
      join(dashboard, 'build'),
      join(dashboard, 'public'),
      join(dashboard, 'index.html'),
      manifest,
      join(packages, 'sdk', 'src'),
      join(packages, 'contract', 'src'),
      join(packages, 'dns', 'src'),
    ],
  };
}

/** Returns the folder of a current build; builds it when there is none. */
export async function buildPage(
  options: { readonly onBuild?: () => void; readonly directory?: string } = {},
): Promise<string> {
  if (hasProgramFile(new URL('index.html', packed))) return fileURLToPath(packed);
  const checkout = findCheckout();
  const directory = options.directory ?? join(checkout.dashboard, 'dist');
  const stamp = stampOf(checkout);
  const target = join(directory, stamp);
  if (existsSync(join(target, 'index.html'))) return target;
  options.onBuild?.();
  await openDirectory(directory);
  const unfinished = join(directory, `unfinished-${randomUUID()}`);
  try {
    await runBuild(checkout, unfinished);
    await publish(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await removeOthers(directory, stamp);
  return target;
}

/** Readable by every process that serves the page, whatever the umask of the builder. */
async function openDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await chmod(directory, 0o755);
    await access(directory, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${directory} cannot be written (${code}).`, { cause: error });
  }
}

/** In a separate process, because a build needs much memory once. */
async function runBuild({ dashboard }: Checkout, folder: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [join(dashboard, 'build', 'run.ts'), folder], {
      cwd: dashboard,
      env: { ...buildEnvironment(), NODE_ENV: 'production' },
    });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new Error(stderr.trim() || 'the build failed without output', { cause: error });
  }
}

/** The build runs code of many packages: it gets none of the service's secrets. */
function buildEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE'];
  const entries = names.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}

/** When another process has published first, the target already has the same content. */
async function publish(unfinished: string, target: string): Promise<void> {
  try {
    await rename(unfinished, target);
  } catch (error) {
    if (!existsSync(join(target, 'index.html'))) throw error;
  }
}

async function removeOthers(directory: string, stamp: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name === stamp || name.startsWith('unfinished-')) continue;
    await rm(join(directory, name), { recursive: true, force: true });
  }
}

function stampOf({ sources, packages }: Checkout): string {
  const files = sources.flatMap(filesIn).filter(isSource).sort();
  const hashes = files.map(
    (file) => `${pathOf(file, packages)} ${hash('sha256', readFileSync(file))}`,
  );
  return hash('sha256', hashes.join('\n')).slice(0, 16);
}

/** Tests are not part of the page. */
function isSource(file: string): boolean {
  return !/\.test\.tsx?$/.test(file);
}

/** The same in every checkout and on every system. */
function pathOf(file: string, packages: string): string {
  return file.slice(packages.length + 1).replaceAll(sep, '/');
}

function filesIn(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
