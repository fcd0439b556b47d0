/**
 * Imports point down only. Each folder of the server stands on a layer and may import from lower
 * layers and from itself; edges never import each other; packages follow the table below; pages of the
 * dashboard never import each other. No file leads back to itself, in no package, not even by a type.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { layers } from './layers.ts';
import { sourceFiles } from './source-files.ts';

/** Which packages a package may import. */
const packageImports: Readonly<Record<string, readonly string[]>> = {
  dns: [],
  epp: [],
  contract: ['dns'],
  server: ['contract', 'dns', 'epp'],
  sdk: ['contract'],
  dashboard: ['sdk', 'contract', 'dns'],
};

/** The only layer whose folders may import each other: what operations are built from. */
const groundLayer = layers.length - 3;
/** These do no I/O: they may import types of storage only. */
const pure = new Set(['domains', 'zones', 'facts']);

const problems: string[] = [];
/** By file, its imports from its own package. */
const importsOf = new Map<string, string[]>();
for (const file of sourceFiles()) {
  if (!file.startsWith('packages/') || isTestOnly(file)) continue;
  const text = readFileSync(file, 'utf8');
  for (const match of text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)';/gms)) {
    checkImport(file, { isType: match[1] !== undefined, target: match[2] ?? '' });
  }
}
const visited = new Set<string>();
for (const file of importsOf.keys()) findCircles(file, []);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

function checkImport(file: string, use: { isType: boolean; target: string }): void {
  const from = packageOf(file);
  const workspace = /^@hostmaster\/(\w+)/.exec(use.target)?.[1];
  if (workspace !== undefined) {
    if (packageImports[from]?.includes(workspace) !== true) {
      problems.push(`${file}: packages/${from} must not import ${use.target}`);
    }
    return;
  }
  if (!use.target.startsWith('.')) return;
  const target = normalize(join(dirname(file), use.target));
  if (packageOf(target) !== from) {
    problems.push(`${file}: imports ${target}; another package is imported by its name`);
    return;
  }
  importsOf.set(file, [...(importsOf.get(file) ?? []), target]);
  if (from === 'server') checkLayers(file, { ...use, target });
  if (from === 'dashboard') checkPages(file, target);
}

/** A page of the dashboard imports from its own folder and from shared ones, never from another page. */
function checkPages(file: string, target: string): void {
  const [a, b] = [dashboardFolder(file), dashboardFolder(target)];
  if (a === b || a === 'app') return;
  if (b.startsWith('pages/')) problems.push(`${file}: ${a} must not import ${b} (${target})`);
  if (b === 'app' && a !== 'main.tsx')
    problems.push(`${file}: ${a} must not import app (${target})`);
}

/** `pages/dns`, `domains`, `main.tsx`: each page has its own folder, every other folder is shared. */
function dashboardFolder(file: string): string {
  const [first = '', second = ''] = file.replace('packages/dashboard/src/', '').split('/');
  return first === 'pages' ? `pages/${second}` : first;
}

/** `path` leads from where the search began to `file`. */
function findCircles(file: string, path: readonly string[]): void {
  const start = path.indexOf(file);
  if (start !== -1) problems.push(`an import cycle: ${[...path.slice(start), file].join(' → ')}`);
  if (visited.has(file)) return;
  visited.add(file);
  for (const target of importsOf.get(file) ?? []) findCircles(target, [...path, file]);
}

function checkLayers(file: string, use: { isType: boolean; target: string }): void {
  const a = placeOf(file);
  const b = placeOf(use.target);
  if (a === null || b === null) {
    problems.push(
      `${a === null ? file : use.target}: its folder is on no layer; add it to scripts/layers.ts`,
    );
    return;
  }
  if (a.place === b.place) return;
  if (pure.has(a.place) && b.place === 'storage' && !use.isType) {
    problems.push(`${file}: ${a.place} does no I/O and must not import ${use.target}`);
  }
  if (b.layer < a.layer || (b.layer === a.layer && a.layer !== groundLayer)) {
    problems.push(`${file}: ${a.place} must not import ${b.place} (${use.target})`);
  }
}

/** The most specific entry of the table wins. */
function placeOf(file: string): { layer: number; place: string } | null {
  const path = file.replace('packages/server/src/', '');
  let best: { layer: number; place: string } | null = null;
  for (const [layer, places] of layers.entries()) {
    for (const place of places) {
      const fits = path === place || path.startsWith(`${place}/`);
      if (fits && place.length > (best?.place.length ?? 0)) best = { layer, place };
    }
  }
  return best;
}

function packageOf(file: string): string {
  return file.split('/')[1] ?? '';
}

/** Tests and their fixtures may import from anywhere. */
function isTestOnly(file: string): boolean {
  return /\.test\.tsx?$|\/fixtures\/|arbitraries\.ts$/.test(file);
}
