/**
 * The version that upgrades start from, as the repository's history holds it. Its own packages run
 * with the dependencies installed here: installing its own would take longer than all its tests.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

interface Baseline {
  readonly version: string;
  readonly commit: string;
  /** The newest one in each directory of migrations. */
  readonly migrations: Readonly<Record<string, number>>;
}

const repository = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(new URL('./baseline.json', import.meta.url), 'utf8'));
}

/** Writes its packages into an empty directory and returns the path of its command. */
export async function checkOutBaseline(directory: string): Promise<string> {
  const archive = join(directory, 'baseline.tar');
  await git(
    'archive',
    '--output',
    archive,
    (await readBaseline()).commit,
    'package.json',
    'packages',
  );
  await run('tar', ['-xf', archive, '-C', directory]);
  await linkDependencies(directory);
  await leaveOutPage(directory);
  await leaveOutReference(directory);
  return join(directory, 'packages/server/bin/hostmaster.js');
}

/** Text of the files below a directory of the baseline, by path from the repository's root. */
export async function readBaselineFiles(path: string): Promise<ReadonlyMap<string, string>> {
  const { commit } = await readBaseline();
  const listing = await git('ls-tree', '-r', '--name-only', commit, '--', path);
  const files = listing.split('\n').filter((file) => file !== '');
  const texts = await Promise.all(files.map((file) => git('show', `${commit}:${file}`)));
  return new Map(files.map((file, i) => [file, texts[i] ?? '']));
}

async function git(...args: readonly string[]): Promise<string> {
  try {
    return (await run('git', ['-C', repository, ...args], { maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    throw new Error('Upgrade tests need git and the whole history of the repository.', {
      cause: error,
    });
  }
}

/** These tests open no page, and building one takes longer than everything else. */
async function leaveOutPage(directory: string): Promise<void> {
  const script = `import { mkdirSync, writeFileSync } from 'node:fs';
const [, , folder] = process.argv;
mkdirSync(folder);
writeFileSync(folder + '/index.html', '');
`;
  await writeFile(join(directory, 'packages/dashboard/build/run.ts'), script);
}

/** Its reference is a page of a package that is no longer installed. */
async function leaveOutReference(directory: string): Promise<void> {
  const folder = join(directory, 'node_modules/@scalar/fastify-api-reference');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module","exports":"./index.js"}');
  await writeFile(join(folder, 'index.js'), 'export default async function reference() {}');
}

/** Everything installed here, except that packages of the repository are the baseline's own. */
async function linkDependencies(directory: string): Promise<void> {
  const target = join(directory, 'node_modules');
  const installed = join(repository, 'node_modules');
  await mkdir(join(target, '@hostmaster'), { recursive: true });
  const names = (await readdir(installed)).filter(
    (name) => !['hostmaster', '@hostmaster'].includes(name),
  );
  await Promise.all(names.map((name) => symlink(join(installed, name), join(target, name))));
  await symlink(join(directory, 'packages/server'), join(target, 'hostmaster'));
  for (const name of ['contract', 'dashboard', 'dns', 'epp', 'sdk']) {
    await symlink(join(directory, 'packages', name), join(target, '@hostmaster', name));
  }
}
