/**
 * Every named query, explained with 100,000 rows in each table that can grow: none reads such a table
 * as a whole, except those listed here. A query needs nothing but to be exported from its file.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { postgresDialect, type Statement, sqliteDialect } from '@hostmaster/storage';
import { createEngine } from '@hostmaster/test-rig/engines';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrations } from '../../packages/server/src/storage/migrate.ts';
import { fillTables, smallTables } from './large-tables.ts';
import { type NamedQuery, namedQueries } from './named-queries.ts';
import { wholeReads } from './whole-reads.ts';

const migrations = readMigrations(
  new URL('../../packages/server/src/storage/migrations/', import.meta.url),
);

/** The long run writes 100,000 rows into each table. */
const fillMsMax = 1_200_000;

let queries: readonly NamedQuery[] = [];
beforeAll(async () => {
  queries = await namedQueries();
});

it('every query that is listed exists', () => {
  const names = new Set(queries.map(({ name }) => name));
  expect(Object.keys(wholeReads).filter((name) => !names.has(name))).toEqual([]);
});

describe('query plans (postgres)', () => {
  const engine = createEngine('postgres');
  let client: pg.Client;
  let partialIndexes: ReadonlySet<string>;

  beforeAll(async () => {
    const place = await engine.place();
    await engine.open({ place, migrations });
    const options = '-c search_path=hostmaster';
    client = new pg.Client({ connectionString: place.databaseUrl ?? '', options });
    await client.connect();
    await fillTables(client);
    const { rows } = await client.query<{ name: string }>(
      'select indexrelid::regclass::text as name from pg_index where indpred is not null',
    );
    partialIndexes = new Set(rows.map(({ name }) => name));
  }, fillMsMax);
  afterAll(() => client.end());

  it('read no large table as a whole', async () => {
    const problems: string[] = [];
    for (const { name, compile } of queries) {
      const scans = new Set<string>();
      for (const plan of await plansOf(compile(postgresDialect))) {
        for (const table of scannedTables(plan)) scans.add(table);
      }
      if (scans.size > 0 && wholeReads[name] === undefined) {
        problems.push(`${name} reads all rows of ${[...scans].join(', ')}`);
      }
    }
    expect(problems).toEqual([]);
  });

  /** With values, as for the first executions of a statement, and as it is planned from then on. */
  async function plansOf({ sql, bind }: Statement): Promise<readonly PlanNode[]> {
    await client.query(`prepare explained as ${sql}`);
    const { rows } = await client.query<{ types: string[] }>(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'explained'",
    );
    const bound = boundValues(bind);
    const values = (rows[0]?.types ?? []).map((type, at) => typicalValue(type, bound[at]));
    const call = values.length === 0 ? '' : `(${values.join(', ')})`;
    const plans: PlanNode[] = [];
    for (let execution = 1; execution <= 6; execution += 1) {
      const explained = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) execute explained${call}`,
      );
      const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
      if (plan !== undefined) plans.push(plan);
    }
    await client.query('deallocate explained');
    return plans;
  }

  function* scannedTables(node: PlanNode): Generator<string> {
    const table = node['Relation Name'];
    const index = node['Index Name'];
    const isWhole =
      node['Node Type'] === 'Seq Scan' ||
      (index !== undefined && node['Index Cond'] === undefined && !partialIndexes.has(index));
    if (table !== undefined && isWhole && !smallTables.has(table)) yield table;
    for (const child of node.Plans ?? []) yield* scannedTables(child);
  }
});

/** Without ANALYZE, which the service never runs, its plans do not depend on the number of rows. */
describe('query plans (sqlite)', () => {
  const engine = createEngine('sqlite');

  it('read no large table as a whole', async () => {
    const place = await engine.place();
    await engine.open({ place, migrations });
    const db = new DatabaseSync(join(place.dataDir, 'hostmaster.db'), { readOnly: true });
    engine.afterwards(async () => db.close());
    // The store defines it for each of its connections; a plan never calls it.
    db.function('sha256_hex', { deterministic: true }, (_) => '');
    const partialIndexes = new Set(
      db
        .prepare(
          "select i.name from sqlite_schema as t, pragma_index_list(t.name) as i where t.type = 'table' and i.partial = 1",
        )
        .all()
        .map(({ name }) => name),
    );
    const problems: string[] = [];
    for (const { name, compile } of queries) {
      const lines = db.prepare(`explain query plan ${compile(sqliteDialect).sql}`).all();
      const details = lines.map(({ detail }) => String(detail));
      const scans = details.filter((detail) => isWholeScan(detail, details));
      if (scans.length > 0 && wholeReads[name] === undefined) {
        problems.push(`${name}: ${scans.join(', ')}`);
      }
    }
    expect(problems).toEqual([]);

    /** `SCAN domains USING INDEX domains_by_name`; other scans are of rows that the query made. */
    function isWholeScan(detail: string, plan: readonly string[]): boolean {
      const [, scanned, index] = /^SCAN (\w+)(?:.* INDEX (\w+))?/.exec(detail) ?? [];
      if (scanned === undefined || /^SCAN CONSTANT|VIRTUAL TABLE/.test(detail)) return false;
      if (smallTables.has(scanned) || (index !== undefined && partialIndexes.has(index)))
        return false;
      return !plan.some(
        (other) => /^(CO-ROUTINE|MATERIALIZE) /.test(other) && other.endsWith(` ${scanned}`),
      );
    }
  });
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The name of a parameter, where its encoding lets it through, or a constant of the query. */
interface Bound {
  readonly parameter?: string;
  readonly constant?: string | number;
}

function boundValues(bind: Statement['bind']): readonly Bound[] {
  // A list of rows is read as a list.
  const named = new Proxy(
    {},
    { get: (_, name) => (name === 'rows' ? [] : `parameter:${String(name)}`) },
  );
  return bind(named, { seal: String, open: String }).map((value) => {
    const parameter = /^"?parameter:(\w+)/.exec(String(value))?.[1];
    if (parameter !== undefined) return { parameter };
    return typeof value === 'string' || typeof value === 'number' ? { constant: value } : {};
  });
}

/** Few rows are older than 10, half are of workspace_1, and other texts are of one row at most. */
function typicalValue(type: string, { parameter = '', constant }: Bound = {}): string {
  if (type === 'jsonb') return "'[]'";
  if (type === 'bytea') return "'\\x00'";
  if (typeof constant === 'string' && type === 'text') return `'${constant.replaceAll("'", "''")}'`;
  if (typeof constant === 'number') return String(constant);
  if (type === 'text') return parameter === 'workspaceId' ? "'workspace_1'" : `'${parameter}_10'`;
  return parameter === 'limit' ? '100' : '10';
}
