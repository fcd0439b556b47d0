/** What a query may return: rows with large values have a bound in bytes too. */
import { sqliteDialect } from '@hostmaster/storage';
import { expect, it } from 'vitest';
import { namedQueries } from './named-queries.ts';

/** Columns that can hold more than some hundred characters for each row. */
const largeColumns: Readonly<Record<string, readonly string[]>> = {
  activity: ['details'],
  events: ['data'],
  mails: ['text_body'],
  records: ['value'],
  zone_signatures: ['records'],
  zone_journal: ['added', 'removed'],
  zone_revision_parts: ['changes'],
  zone_revisions: ['changes'],
};

/** More rows than this are read only where their number is the least that a caller can do with. */
const rowsMax = 2_000;

const largeResults: Readonly<Record<string, string>> = {
  countOwnersSets: 'one row for each type at a name',
  listRecordsBelow: 'ids and names of a range, which is one name where that has many',
  listSearchedRecords: 'those of a range of names, which is one name where that has many',
  listOwnerRecords: 'the records of one owner name are published together',
  listOwnersRecords: 'as above, for each name',
  listSignatures: 'one row for each type at a name of a signed zone',
  listUnconfirmed: 'names and serials only',
  namesBetween: 'the given names, in the order of the store',
  pageRecordsByName: 'as many as the largest owner name has',
};

it('rows with large values have a bound in bytes', async () => {
  const problems: string[] = [];
  for (const { name, compile, bound } of await namedQueries()) {
    if (bound === null || bound === 'one' || bound.bytes !== undefined) continue;
    const { sql } = compile(sqliteDialect);
    for (const [table, columns] of Object.entries(largeColumns)) {
      for (const column of columns) {
        if (new RegExp(`"${table}"\\."${column}" as |"${table}".*then ${column} end`).test(sql)) {
          problems.push(`${name} reads ${table}.${column}`);
        }
      }
    }
  }
  expect(problems).toEqual([]);
});

it('a result has few rows, except where it is listed', async () => {
  const large: string[] = [];
  for (const { name, bound } of await namedQueries()) {
    if (bound === null || bound === 'one') continue;
    const rows =
      'page' in bound
        ? bound.page
        : 'atMost' in bound
          ? bound.atMost
          : bound.max * (bound.rows ?? 1);
    if (rows > rowsMax) large.push(name);
  }
  expect(large.toSorted()).toEqual(Object.keys(largeResults).toSorted());
});
