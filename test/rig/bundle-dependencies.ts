/**
 * Two dependencies of the service come as 630 small files, and opening these takes a program longer
 * than anything else at its start. Programs that tests start get each as one file instead, by the
 * module hook of use-bundles.ts; all sources of our own are loaded as they are.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** Returns the module to import before anything else. */
export async function bundleDependencies(directory: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: directory,
      rolldownOptions: {
        input: { kysely: 'kysely', typebox: 'typebox' },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const hook = new URL('./use-bundles.ts', import.meta.url);
  hook.search = new URLSearchParams({ in: pathToFileURL(join(directory, '/')).href }).toString();
  return hook.href;
}
