/**
 * Rows stay in storage: the service's SQL is written in `storage/`, and the SQL of the sandbox
 * registry, which has its own database, in `registrars/sandbox/storage/`. No other file of the
 * server names a column of the database or parses JSON that a column could hold. Edges pass their
 * transaction on to operations and run no statement in it.
 */
import { readFileSync } from 'node:fs';
import { registryTables } from '../packages/server/src/registrars/sandbox/storage/tables/index.ts';
import { tables } from '../packages/server/src/storage/tables/index.ts';
import { sourceFiles } from './source-files.ts';

const server = 'packages/server/src/';
const owners = [`${server}storage/`, `${server}registrars/sandbox/storage/`];

/** They translate; rules about what is written belong to operations. */
const edges = ['commands/', 'dashboard-api/', 'http/'];

/** Files that parse JSON from other sources, with the source. */
const jsonSources: Readonly<Record<string, string>> = {
  'base/readable-log.ts': 'log lines',
  'commands/input.ts': 'files of the operator',
  'commands/sandbox-epp.ts': 'credentials and fault rules',
  'http/json-body.ts': 'request bodies',
  'main.ts': 'package.json',
  'payments/stripe/stripe-checkout.ts': 'answers of the payment provider',
  'payments/stripe/stripe-webhook.ts': 'events of the payment provider',
  'registrars/epp/read-epp-config.ts': 'the EPP configuration',
};

const columns = new Set(
  [...Object.values(tables), ...Object.values(registryTables)]
    .flatMap((table) => Object.keys(table.columns))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .filter((column) => column.includes('_')),
);
const columnName = new RegExp(`\\b(${[...columns].join('|')})\\b`);

const definesQueries = /^import [^;]*\bquery\b[^;]* from '[^']*storage\/schema\.ts'/m;

const problems: string[] = [];
for (const file of sourceFiles()) {
  if (!file.startsWith(server) || /\.test\.ts$/.test(file)) continue;
  if (owners.some((owner) => file.startsWith(owner))) continue;
  const text = readFileSync(file, 'utf8');
  if (definesQueries.test(text)) problems.push(`${file}: queries are defined in storage/`);
  for (const [index, line] of text.split('\n').entries()) {
    const problem = problemOf(line, file.slice(server.length));
    if (problem !== null) problems.push(`${file}:${index + 1}: ${problem}`);
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

function problemOf(line: string, path: string): string | null {
  if (/from 'kysely'/.test(line)) return 'SQL is written in storage/';
  if (/\bJSON\.parse\b/.test(line) && !(path in jsonSources))
    return 'storage/ hands out parsed values; other JSON is named in scripts/check-storage.ts';
  // Texts may spell such a word: the actions of the activity do.
  const code = line.replace(/'[^']*'|`[^`]*`|\/\/.*|\/?\*.*/g, '');
  if (edges.some((edge) => path.startsWith(edge)) && /\btx\.\w+\(/.test(code))
    return 'an edge passes its transaction to an operation and runs no statement in it';
  const column = columnName.exec(code)?.[1];
  return column === undefined ? null : `${column} is a column; storage/ hands out its value`;
}
