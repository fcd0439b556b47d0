/**
 * npm run pack: the packages as npm publishes them, in dist/packages. JavaScript with types and source
 * maps; the page of the dashboard is built and inside `hostmaster` (docs/adr/0034). Nothing is built
 * where they are installed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildPage } from '../packages/server/src/dashboard-page/build-page.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Those that others depend on come first. */
const libraries = ['dns', 'contract', 'epp', 'storage', 'registry', 'sdk'];
const folders = [...libraries, 'server'];
const workFolder = 'dist/pack';
const resultFolder = 'dist/packages';
/** What only tests need. */
const notPacked = ['**/*.test.ts', '**/fixtures/**', '**/fuzz/**', '**/arbitraries.ts'];

rmSync(workFolder, { recursive: true, force: true });
rmSync(resultFolder, { recursive: true, force: true });
mkdirSync(resultFolder, { recursive: true });
// The service has no entry for other programs, so it needs no types and no sources to debug into.
compile(libraries, { declaration: true, inlineSources: true });
compile(['server'], { declaration: false, inlineSources: false });
for (const folder of folders) stage(folder);
await stageDashboard(join(workFolder, 'server'));
for (const folder of folders) {
  npm(['pack', '--silent', '--pack-destination', join(process.cwd(), resultFolder)], {
    cwd: join(workFolder, folder),
  });
}
console.log(globSync(`${resultFolder}/*.tgz`).sort().join('\n'));

function compile(
  names: readonly string[],
  options: { readonly declaration: boolean; readonly inlineSources: boolean },
): void {
  const config = join(workFolder, `tsconfig-${names[0]}.json`);
  mkdirSync(workFolder, { recursive: true });
  const up = (path: string) => join('../..', path);
  writeFileSync(
    config,
    JSON.stringify({
      extends: up('tsconfig.json'),
      compilerOptions: {
        ...options,
        noEmit: false,
        rewriteRelativeImportExtensions: true,
        sourceMap: true,
        rootDir: up('packages'),
        outDir: `compiled-${names[0]}`,
        typeRoots: [up('node_modules/@types')],
      },
      include: names.map((name) => up(`packages/${name}/src`)),
      exclude: notPacked.map((pattern) => up(`packages/*/src/${pattern}`)),
    }),
  );
  execFileSync(process.execPath, [tool('typescript', 'bin/tsc'), '-p', config], {
    stdio: 'inherit',
  });
}

/** The folder that becomes the package. */
function stage(folder: string): void {
  const source = join('packages', folder);
  const target = join(workFolder, folder);
  const compiled = `compiled-${folder === 'server' ? 'server' : libraries[0]}`;
  cpSync(join(workFolder, compiled, folder, 'src'), join(target, 'dist'), { recursive: true });
  for (const path of globSync(`${source}/src/**/*.*`, { exclude: [...notPacked, '**/*.ts'] })) {
    cpSync(path, join(target, 'dist', path.slice(source.length + '/src/'.length)));
  }
  for (const path of globSync(`${target}/dist/**/*.d.ts`)) {
    writeFileSync(path, withExtensions(readFileSync(path, 'utf8')));
  }
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(packed(manifest), null, 2)}\n`);
  cpSync('LICENSE', join(target, 'LICENSE'));
  const readme = folder === 'server' ? 'README.md' : join(source, 'README.md');
  writeFileSync(join(target, 'README.md'), readmeOf(readme, manifest));
  if (folder !== 'server') return;
  for (const path of ['systemd', 'hostmaster.sh']) {
    cpSync(join('deploy', path), join(target, 'deploy', path), { recursive: true });
  }
  const command = readFileSync(join(source, 'bin/hostmaster.js'), 'utf8');
  const main = "'../src/main.ts'";
  if (!command.includes(main)) throw new Error(`bin/hostmaster.js does not import ${main}.`);
  mkdirSync(join(target, 'bin'));
  writeFileSync(join(target, 'bin/hostmaster.js'), command.replace(main, "'../dist/main.js'"), {
    mode: 0o755,
  });
}

/** The compiler leaves imports of types as they are. */
function withExtensions(text: string): string {
  return text.replace(/((?:from |import\()["']\.{1,2}\/[^"']+)\.ts(["'])/g, '$1.js$2');
}

/** Links of the checkout lead nowhere in a package. */
function readmeOf(path: string, { name, description }: Manifest): string {
  try {
    const text = readFileSync(path, 'utf8');
    return text.replace(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1');
  } catch {
    return `# ${name}\n\n${String(description)}.\n`;
  }
}

function packed(manifest: Manifest): object {
  const { devDependencies: _, scripts: __, exports, dependencies, ...rest } = manifest;
  const ours = Object.entries(dependencies ?? {}).filter(
    ([name]) => name !== '@hostmaster/dashboard',
  );
  const js = (path: string) => path.replace('./src/', './dist/').replace(/\.ts$/, '.js');
  const entries = Object.entries(exports ?? {}).map(([entry, path]) => [
    entry,
    { types: js(path).replace(/\.js$/, '.d.ts'), default: js(path) },
  ]);
  return {
    ...rest,
    ...(entries.length === 0
      ? {}
      : { exports: { ...Object.fromEntries(entries), './package.json': './package.json' } }),
    dependencies: Object.fromEntries(
      ours.map(([name, range]) => [
        name,
        name.startsWith('@hostmaster/') ? manifest.version : range,
      ]),
    ),
    sideEffects: false,
  };
}

async function stageDashboard(target: string): Promise<void> {
  cpSync(await buildPage(), join(target, 'dashboard'), { recursive: true });
  const dashboard = createRequire(join(process.cwd(), 'packages/dashboard/package.json'));
  const font = dashboard.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  cpSync(font, join(target, 'dist/http/pages/assets/inter.woff2'));
}

function npm(args: readonly string[], options: { readonly cwd: string }): void {
  const program = process.env.npm_execpath;
  if (program === undefined) throw new Error('Start it with "npm run pack".');
  execFileSync(process.execPath, [program, ...args], { ...options, stdio: 'inherit' });
}

function tool(name: string, path: string): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve(`${name}/package.json`)), path);
}
