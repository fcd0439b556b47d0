/**
 * npm run pack:one-file [x64|arm64]: the program as one executable in dist/one-file, with the Node of
 * the lock file, all its code and all its files inside (docs/adr/0039). Nothing is unpacked where it
 * runs. For another processor than this one, its Node comes from npm. Beside it are the units of systemd
 * and the command for an installation in /opt/hostmaster.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { buildPage } from '../packages/server/src/dashboard-page/build-page.ts';
import { readCommand, readUnits } from './system-files.ts';

const architectures = ['x64', 'arm64'] as const;
type Architecture = (typeof architectures)[number];

const packages = join(process.cwd(), 'packages');
/** The folder in which the code of the program is, as it sees itself. */
const inside = '/hostmaster';
const resultFolder = 'dist/one-file';
const main = join(packages, 'server/src/main.ts');
const threads = [
  'server/src/nameserver/udp-workers/udp-worker.ts',
  'server/src/payments/receipt-pdf/receipt-thread.ts',
  'server/src/publication/set-signer-thread.ts',
  'server/src/storage/wal-checkpoint-thread.ts',
];
/** The library that shapes text loads its WebAssembly from beside it. */
const shaper = join(process.cwd(), 'node_modules/harfbuzzjs/dist');
/** What bin/hostmaster.js does, without what belongs to files beside the code. */
const entry = `process.umask(0o077);\nawait import(${JSON.stringify(main)});\n`;
/** As in the first line of bin/hostmaster.js. */
const nodeOptions = ['--max-semi-space-size=16'];

const shaperInside: Plugin = {
  name: 'shaper-inside',
  transform(text, id) {
    if (id !== join(shaper, 'index.mjs')) return null;
    const start = 'createHarfBuzz()';
    if (!text.includes(start)) throw new Error('The library that shapes text starts differently.');
    const wasm = JSON.stringify(readFileSync(join(shaper, 'harfbuzz.wasm')).toString('base64'));
    const code = `createHarfBuzz({ wasmBinary: Buffer$.from(${wasm}, 'base64') })`;
    return {
      code: `import { Buffer as Buffer$ } from 'node:buffer';\n${text.replace(start, () => code)}`,
      map: null,
    };
  },
};

const wanted = readArchitecture(process.argv[2] ?? process.arch);
mkdirSync(resultFolder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'hostmaster-one-file-'));
try {
  const output = join(resultFolder, `hostmaster-linux-${wanted}`);
  const config = join(work, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      main: write('main.mjs', await bundle(entry)),
      mainFormat: 'module',
      executable: nodeOf(wanted),
      output,
      disableExperimentalSEAWarning: true,
      execArgv: nodeOptions,
      execArgvExtension: 'env',
      assets: await findAssets(),
    }),
  );
  execFileSync(process.execPath, ['--build-sea', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeSystemFiles();
  console.log(output);
} finally {
  rmSync(work, { recursive: true });
}

function readArchitecture(text: string): Architecture {
  const found = architectures.find((each) => each === text);
  if (found === undefined) throw new Error(`"${text}" is none of ${architectures.join(', ')}.`);
  return found;
}

/** Everything that a module imports, in one module. Each part of it knows where it was. */
async function bundle(code: string): Promise<string> {
  const build = await rolldown({
    input: 'entry',
    platform: 'node',
    // Used only where it is installed.
    external: ['pg-native'],
    plugins: [
      shaperInside,
      {
        name: 'places',
        resolveId: (id) => (id === 'entry' ? id : null),
        load: (id) => (id === 'entry' ? code : null),
        transform(text, id) {
          const isPlaced = id.startsWith(packages) || id.startsWith(shaper);
          if (!isPlaced || !text.includes('import.meta.url')) return null;
          const url = JSON.stringify(`file://${inside}/${relative(packages, id)}`);
          return { code: text.replaceAll('import.meta.url', url), map: null };
        },
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  return output[0].code;
}

/** Files by the path that the code asks for. */
async function findAssets(): Promise<Record<string, string>> {
  const beside = [
    'server/package.json',
    '{server,registry}/src/**/*.{sql,css,js,svg,br,txt}',
  ].flatMap((pattern) => globSync(pattern, { cwd: packages }));
  const page = await buildPage();
  const pageFiles = globSync('**/*.*', { cwd: page });
  const dashboard = createRequire(join(packages, 'dashboard/package.json'));
  const font = dashboard.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  return Object.fromEntries([
    ...beside.map((path) => [`${inside}/${path}`, join(packages, path)]),
    ...pageFiles.map((path) => [`${inside}/server/dashboard/${path}`, join(page, path)]),
    [`${inside}/server/src/http/pages/assets/inter.woff2`, font],
    ...(await Promise.all(threads.map(bundleThread))),
  ]);
}

async function bundleThread(thread: string): Promise<readonly [place: string, file: string]> {
  const code = await bundle(`import ${JSON.stringify(join(packages, thread))};`);
  return [`${inside}/${thread}`, write(`${basename(thread, '.ts')}.mjs`, code)];
}

function write(name: string, content: string): string {
  const file = join(work, name);
  writeFileSync(file, content);
  return file;
}

/** The options of Node are in the file itself. */
function writeSystemFiles(): void {
  const programOf = () => '/opt/hostmaster/hostmaster';
  const units = join(resultFolder, 'systemd');
  mkdirSync(units, { recursive: true });
  for (const { name, text } of readUnits(programOf)) writeFileSync(join(units, name), text);
  writeFileSync(join(resultFolder, 'hostmaster.sh'), readCommand(programOf));
}

/** The Node of the lock file without its symbols, for one of the processors. */
function nodeOf(architecture: Architecture): string {
  const name = `node-linux-${architecture}`;
  const node = join(work, 'node');
  if (architecture === process.arch) {
    copyFileSync(join('node_modules', name, 'bin/node'), node);
    execFileSync('strip', ['--strip-unneeded', node]);
    return node;
  }
  const version = process.versions.node;
  const program = process.env.npm_execpath;
  if (program === undefined) throw new Error('Start it with "npm run pack:one-file".');
  execFileSync(process.execPath, [program, 'pack', '--silent', `${name}@${version}`], {
    cwd: work,
  });
  execFileSync('tar', ['-xzf', `${name}-${version}.tgz`, 'package/bin/node'], { cwd: work });
  return join(work, 'package/bin/node');
}
