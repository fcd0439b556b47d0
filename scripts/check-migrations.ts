/**
 * Migrations after the baseline only add, so that processes of the previous version keep working
 * while one of the new version migrates (docs/adr/0011). Each statement must have one of the forms
 * below. Numbers have no gaps, and the file has the order in which PostgreSQL runs it (docs/adr/0015).
 */
import { readFileSync } from 'node:fs';
import { readMigrations, separateIndexes } from '../packages/server/src/storage/migrate.ts';

interface Baseline {
  /** The newest migration that it has, by directory. */
  readonly migrations: Readonly<Record<string, number>>;
}

const allowed: readonly RegExp[] = [
  /^create table \w+/,
  /^create index \w+ on/,
  /^drop index \w+$/,
  /^alter table \w+ add column \w+ \w+(?: default .+)?$/,
  /^alter table \w+ add column \w+ \w+ not null default .+$/,
  /^(?:insert into|update) \w+/,
];

/** Numbers up to these have gaps, and files their own order. */
const unorderedUpTo: Readonly<Record<string, number>> = {
  'packages/server/src/storage/migrations/': 55,
};

const problems: string[] = [];
const baseline = JSON.parse(readFileSync('test/upgrade/baseline.json', 'utf8')) as Baseline;
for (const [directory, newest] of Object.entries(baseline.migrations)) {
  const added = new Set<string>();
  const unordered = unorderedUpTo[directory] ?? 0;
  let previous = 0;
  for (const { name, version, statements } of readMigrations(
    new URL(`../${directory}`, import.meta.url),
  )) {
    const isNext =
      version > unordered ? version === Math.max(previous, unordered) + 1 : version > previous;
    if (!isNext) problems.push(`${directory}${name}.sql: its number does not follow ${previous}`);
    previous = version;
    if (version <= newest) continue;
    const indexes = separateIndexes(statements);
    const last = statements.slice(statements.length - indexes.length);
    if (version > unordered && indexes.some((statement, at) => statement !== last[at])) {
      problems.push(`${directory}${name}.sql: indexes of older tables come last (docs/adr/0015)`);
    }
    for (const statement of statements) {
      const text = statement.replace(/\s+/g, ' ').toLowerCase();
      const table = /^create table (\w+)/.exec(text)?.[1];
      if (table !== undefined) added.add(table);
      if (!allowed.some((form) => form.test(text)) && !isUniqueOnNewTable(text, added)) {
        problems.push(
          `${directory}${name}.sql: "${text.slice(0, 80)}" may break the version before (docs/adr/0011)`,
        );
      }
    }
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

/** On an older table it could refuse what the previous version writes. */
function isUniqueOnNewTable(text: string, added: ReadonlySet<string>): boolean {
  return added.has(/^create unique index \w+ on (\w+)/.exec(text)?.[1] ?? '');
}
