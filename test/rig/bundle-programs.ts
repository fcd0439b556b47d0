/**
 * A program of ours comes as more than a thousand files with those of its dependencies, and finding,
 * reading and stripping them takes more processor time than anything else at its start. Programs that
 * tests start are therefore bundled once per run, one file per entry and shared part; the module hook
 * of use-bundled-programs.ts puts the bundle in the place of the entry. The documents' shell steps and
 * one test of the first start (test/cli) run the files as they are.
 */
import http from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const repository = new URL('../../', import.meta.url);

/** Modules that a process may begin with; bin/hostmaster.js imports the first. */
const entries = {
  hostmaster: 'packages/server/src/main.ts',
  'command-host': 'test/rig/command-host.ts',
  'serve-with-faults': 'test/crash/serve-with-faults.ts',
  'front-process': 'test/epp/front-process.ts',
  'serve-briefly': 'test/lifecycle/serve-briefly.ts',
} as const;

/** Returns the module to import before anything else. */
export async function bundlePrograms(directory: string): Promise<string> {
  const programs = Object.entries(entries).map(([name, path]) => ({
    name,
    source: new URL(path, repository),
  }));
  await build({
    configFile: false,
    root: fileURLToPath(repository),
    logLevel: 'error',
    plugins: [keepModuleUrls, importHttpLazily],
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: true,
      outDir: directory,
      rolldownOptions: {
        input: Object.fromEntries(
          programs.map(({ name, source }) => [name, fileURLToPath(source)]),
        ),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const hook = new URL('./use-bundled-programs.ts', import.meta.url);
  for (const { name, source } of programs) {
    hook.searchParams.set(source.href, pathToFileURL(join(directory, `${name}.mjs`)).href);
  }
  return hook.href;
}

/** Migrations and the dashboard are found by the place of the module that asks for them. */
const keepModuleUrls: Plugin = {
  name: 'keep-module-urls',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const url = JSON.stringify(pathToFileURL(id).href);
    return { code: code.replaceAll('import.meta.url', url), map: null };
  },
};

/**
 * An import of `node:http` reads all its properties, and some of them load an HTTP client that no
 * program of ours uses: 70 ms, a third of a short command.
 */
const importHttpLazily: Plugin = {
  name: 'import-http-lazily',
  enforce: 'pre',
  resolveId: (id) => (/^(node:)?http$/.test(id) ? '\0lazy-http' : null),
  load(id) {
    if (id !== '\0lazy-http') return null;
    const names = Object.entries(Object.getOwnPropertyDescriptors(http))
      .filter(([, { get }]) => get === undefined)
      .map(([name]) => name);
    return `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`;
  },
};
