/**
 * npm run test:costs -- PATH: processor time of each test file, in seconds, the most expensive first.
 * Time by a clock says little on a machine that does something else as well.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runVitest } from './run-vitest.ts';

const table =
  process.env.HOSTMASTER_TEST_COSTS ??
  fileURLToPath(new URL('../node_modules/.cache/hostmaster/costs.tsv', import.meta.url));
const reporter = fileURLToPath(new URL('./cost-reporter.ts', import.meta.url));

mkdirSync(dirname(table), { recursive: true });
rmSync(table, { force: true });
const options = ['--maxWorkers=1', '--reporter=default', `--reporter=${reporter}`];
runVitest([...options, ...process.argv.slice(2)], { HOSTMASTER_TEST_COSTS: table });
if (existsSync(table)) {
  const rows = readFileSync(table, 'utf8').trimEnd().split('\n');
  rows.sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a));
  const total = rows.reduce((sum, row) => sum + Number.parseFloat(row), 0);
  console.log([...rows, `${total.toFixed(2)}\tin all ${rows.length} files`].join('\n'));
}
