/**
 * node_modules as an installation of the packed service has it: our packages as `npm run pack` has staged
 * them, others in the versions of the lock file, copied from the checkout.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const modules = 'node_modules';
/** Where scripts/pack.ts has staged our packages. */
const stagedFolder = 'dist/pack';

/** Files of libraries that a running service does not read: types, tests, pages, commands. */
const unusedFiles =
  /\.(?:[cm]?ts|map|md|markdown|html|sh)$|(?:^|\/)\.[^/]+$|^(?:README|CHANGELOG|HISTORY|bin\.m?js)/i;
const unusedFolders = /^(?:bench|benchmarks?|bin|docs|examples?|integration|scripts|spec|tests?)$/;

export function copyInstallation(target: string): void {
  const copied = new Set<string>();
  const copy = (name: string, from: string) => {
    const folder = ourFolder(name);
    const source = folder === null ? resolve(name, from) : join('packages', folder);
    if (source === null || copied.has(source)) return;
    copied.add(source);
    const origin = folder === null ? source : join(stagedFolder, folder);
    cpSync(origin, join(target, placeOf(source)), {
      recursive: true,
      filter: (path) => isUsed(relative(origin, path), folder !== null),
    });
    for (const each of dependenciesOf(origin)) copy(each, source);
  };
  copy('hostmaster', '.');
}

/** Nested packages are copied where something needs them, and our deploy/ is for installations by npm. */
function isUsed(path: string, isOurs: boolean): boolean {
  if (path === modules) return false;
  if (isOurs) return path !== 'deploy';
  return !(unusedFiles.test(path) || unusedFolders.test(path));
}

/** Null for a package of others. */
function ourFolder(name: string): string | null {
  if (name === 'hostmaster') return 'server';
  return name.startsWith('@hostmaster/') ? name.slice('@hostmaster/'.length) : null;
}

/** Our packages are links to `packages/` in a checkout, and folders in an installation. */
function placeOf(source: string): string {
  return source.replace(/^packages\/([^/]+)/, (_, folder: string) =>
    join(modules, folder === 'server' ? 'hostmaster' : `@hostmaster/${folder}`),
  );
}

function dependenciesOf(folder: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
}

/** As Node looks for it: here, then further up. Null for an optional one of another platform. */
function resolve(name: string, from: string): string | null {
  const found = join(from, modules, name);
  if (existsSync(join(found, 'package.json'))) return found;
  return from === '.' ? null : resolve(name, dirname(from));
}
