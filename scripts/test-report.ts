/** What the last run of npm test says about each file, for scripts that go on from it. */
import { fileURLToPath } from 'node:url';

export const reportPath = fileURLToPath(
  new URL('../node_modules/.cache/hostmaster/tests.json', import.meta.url),
);

export const reporters: readonly string[] = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportPath}`,
];
