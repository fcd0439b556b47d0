/**
 * npm run test:again, after npm test has failed: the files that failed, one at a time and at most twice.
 * What fails only beside others is a fault of its test or of the machine; it is named so that it gets repaired.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { runVitest } from './run-vitest.ts';
import { reporters, reportPath } from './test-report.ts';

/** More than a busy machine explains. */
const filesMax = 6;
const runsMax = 2;

interface TestReport {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

let files = failedFiles();
if (files.length === 0 || files.length > filesMax) {
  console.error(`${files.length} files failed; between 1 and ${filesMax} are run again.`);
  process.exitCode = 1;
}
for (let run = 1; run <= runsMax && files.length > 0 && files.length <= filesMax; run += 1) {
  console.error(`Again, one at a time:\n${files.map((file) => `  ${file}`).join('\n')}`);
  runVitest(['--no-file-parallelism', ...reporters, ...files]);
  files = process.exitCode === 0 ? [] : failedFiles();
}

/** None without a report: then the checks failed, or the run did not end. */
function failedFiles(): string[] {
  if (!existsSync(reportPath)) return [];
  const report = JSON.parse(readFileSync(reportPath, 'utf8')) as TestReport;
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  return [...new Set(failed.map(({ name }) => relative(process.cwd(), name)))];
}
