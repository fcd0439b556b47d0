/**
 * Rows stay in storage: SQL is written in `storage/` only (the sandbox registry has a database of
 * its own), and no other file of the server reads a column by its name in the database.
 */
import { readFileSync } from 'node:fs';
import { tables } from '../packages/server/src/storage/tables/index.ts';
import { sourceFiles } from './source-files.ts';

const server = 'packages/server/src/';
const owners = [`${server}storage/`, `${server}registrars/sandbox/`];

const columns = new Set(
  Object.values(tables)
    .flatMap((table) => Object.keys(table.columns))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .filter((column) => column.includes('_')),
);
const columnAccess = new RegExp(`[.?]\\.?(${[...columns].join('|')})\\b`);

const problems: string[] = [];
for (const file of sourceFiles()) {
  if (!file.startsWith(server) || /\.test\.ts$/.test(file)) continue;
  if (owners.some((owner) => file.startsWith(owner))) continue;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const problem = problemOf(line);
    if (problem !== null) problems.push(`${file}:${index + 1}: ${problem}`);
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

function problemOf(line: string): string | null {
  if (/from 'kysely'/.test(line)) return 'SQL is written in storage/';
  if (/\bquery\b.*from '.*storage\/schema\.ts'/.test(line))
    return 'queries are defined in storage/';
  // Texts may spell such a word: the actions of the activity do.
  const code = line.replace(/'[^']*'|`[^`]*`|\/\/.*|\/?\*.*/g, '');
  const column = columnAccess.exec(code)?.[1];
  return column === undefined ? null : `${column} is a column; storage/ hands out its value`;
}
