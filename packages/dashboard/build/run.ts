/** Builds the page into the given folder: `node build/run.ts FOLDER`. */
import { build } from 'vite';
import { pageConfig } from './page-config.ts';

const outDir = process.argv[2];
if (outDir === undefined) throw new Error('Name the folder to build into.');
process.umask(0o022);
await build({
  ...pageConfig,
  logLevel: 'warn',
  build: { ...pageConfig.build, outDir, emptyOutDir: true },
});
