/**
 * Imports point down only. Each folder of the server stands on one layer and may import from lower
 * layers and from itself, never from its neighbours; packages follow the table below; pages of the
 * dashboard never import each other. No file leads back to itself, in no package, not even by a type.
 */
import { dirname, join, normalize } from 'node:path';
import { layers } from './layers.ts';
import { readSourceFiles, report, type SourceFile } from './source-files.ts';
import { type ImportUse, importsOf } from './syntax.ts';

/** Which packages a package may import. */
const packageImports: Readonly<Record<string, readonly string[]>> = {
  dns: [],
  epp: [],
  storage: [],
  registry: ['contract', 'dns', 'epp', 'storage'],
  contract: ['dns'],
  server: ['contract', 'dns', 'epp', 'storage', 'registry', 'sdk'],
  sdk: ['contract'],
  dashboard: ['sdk', 'contract', 'dns'],
};

/** These never use the store, and may import types of it only: the first do no I/O, the last runs where no store is. */
const storeless = new Set(['domains', 'zones', 'facts', 'user-commands']);

/** What only tests use may import from anywhere. */
const testOnly = /\/fixtures\/|arbitraries\.ts$/;

if (import.meta.main) {
  const files = readSourceFiles('packages/');
  report(importProblems(files.filter(({ path }) => !testOnly.test(path))));
}

export function importProblems(files: readonly SourceFile[]): readonly string[] {
  const problems: string[] = [];
  /** By file, its imports from its own package. */
  const inside = new Map<string, string[]>();
  for (const file of files) {
    for (const use of importsOf(file)) {
      const { problem, target } = resolveImport(file.path, use);
      if (problem !== null) problems.push(`${file.path}:${use.line}: ${problem}`);
      if (target !== null) inside.set(file.path, [...(inside.get(file.path) ?? []), target]);
    }
  }
  return [...problems, ...circlesIn(inside)];
}

/** `target` is a file of the same package. */
function resolveImport(
  path: string,
  use: ImportUse,
): { readonly problem: string | null; readonly target: string | null } {
  const from = packageOf(path);
  const workspace = /^@hostmaster\/(\w+)/.exec(use.target)?.[1];
  if (workspace !== undefined) {
    const mayImport = packageImports[from]?.includes(workspace) === true;
    const problem = mayImport ? null : `packages/${from} must not import ${use.target}`;
    return { problem, target: null };
  }
  if (!use.target.startsWith('.')) return { problem: null, target: null };
  const target = normalize(join(dirname(path), use.target)).replaceAll('\\', '/');
  if (packageOf(target) !== from) {
    const problem = `imports ${target}; another package is imported by its name`;
    return { problem, target: null };
  }
  if (from === 'server') return { problem: layerProblem(path, { ...use, target }), target };
  return { problem: from === 'dashboard' ? pageProblem(path, target) : null, target };
}

function layerProblem(path: string, use: ImportUse): string | null {
  const a = placeOf(path);
  const b = placeOf(use.target);
  if (a === null || b === null) {
    return `${a === null ? path : use.target} is on no layer; add its folder to scripts/layers.ts`;
  }
  if (a.place === b.place) return null;
  if (storeless.has(a.place) && b.place === 'storage' && !use.isType) {
    return `${a.place} never uses the store and must not import ${use.target}`;
  }
  return b.layer > a.layer ? null : `${a.place} must not import ${b.place} (${use.target})`;
}

/** No entry of the table is inside another: a folder is on one layer. */
function placeOf(file: string): { readonly layer: number; readonly place: string } | null {
  const path = file.replace('packages/server/src/', '');
  for (const [layer, places] of layers.entries()) {
    const place = places.find((each) => path === each || path.startsWith(`${each}/`));
    if (place !== undefined) return { layer, place };
  }
  return null;
}

/** A page of the dashboard imports from its own folder and from shared ones, never from another page. */
function pageProblem(path: string, target: string): string | null {
  const [a, b] = [dashboardFolder(path), dashboardFolder(target)];
  if (a === b || a === 'app') return null;
  if (b.startsWith('pages/') || (b === 'app' && a !== 'main.tsx')) {
    return `${a} must not import ${b} (${target})`;
  }
  return null;
}

/** `pages/dns`, `domains`, `main.tsx`: each page has its own folder, every other folder is shared. */
function dashboardFolder(file: string): string {
  const [first = '', second = ''] = file.replace('packages/dashboard/src/', '').split('/');
  return first === 'pages' ? `pages/${second}` : first;
}

function circlesIn(targetsByFile: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const circles: string[] = [];
  const visited = new Set<string>();
  /** `path` leads from where the search began to `file`. */
  const search = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) circles.push(`an import cycle: ${[...path.slice(start), file].join(' → ')}`);
    if (visited.has(file)) return;
    visited.add(file);
    for (const target of targetsByFile.get(file) ?? []) search(target, [...path, file]);
  };
  for (const file of targetsByFile.keys()) search(file, []);
  return circles;
}

function packageOf(file: string): string {
  return file.split('/')[1] ?? '';
}
