/** Everything the two engines do differently inside a query, as one small table. */
import {
  type AliasedRawBuilder,
  DummyDriver,
  type Expression,
  Kysely,
  type LimitNode,
  type OffsetNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { asJson, type Placeholder } from './placeholder.ts';
import type { Sealer } from './sealer.ts';
import type { StoredColumn } from './table.ts';

interface GivenTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
}

/** What of a table is looked up by a column. */
export interface RowsPlace<Table extends string> {
  readonly table: Table;
  readonly column: string;
  readonly among: RawBuilder<boolean>;
}

export interface Dialect {
  readonly engine: 'sqlite' | 'postgres';
  /** Writes this engine's SQL; it runs none. */
  readonly builder: Kysely<unknown>;
  /** The store's own machine time in milliseconds: all processes that share a store agree on it. */
  readonly nowMs: RawBuilder<number>;
  /** `column in (list)`, the list sent as one JSON text so that the statement never changes. */
  inList(column: Expression<unknown>, list: readonly string[]): RawBuilder<boolean>;
  /** The opposite, for lists that are empty most of the time. */
  isNotIn(column: Expression<unknown>, list: readonly string[]): RawBuilder<boolean>;
  /** As inList, written by hand: `mark` is the place of the JSON text. */
  isListed(column: string, mark: string): string;
  /** The list as rows with the column `value`, sent as one JSON text. */
  elements(list: readonly string[]): RawBuilder<{ value: string }>;
  /**
   * The rows of a table that `among` chooses and whose column has one of the values, as a table of the
   * same name. Each value is looked up by an index of both: where `among` chooses few rows on average, a
   * server would read all of them, also where they are a hundred thousand.
   */
  rowsOfEach<Row, Table extends string>(
    place: RowsPlace<Table>,
    list: readonly string[],
  ): AliasedRawBuilder<Row, Table>;
  /**
   * A query of rows of a table, as a table of the same name. A server chooses its index without the
   * conditions around it: for a list it would rather read all rows of a domain than descend ten times.
   */
  chosenRows<Row, Table extends string>(
    table: Table,
    rows: RawBuilder<Row>,
  ): AliasedRawBuilder<Row, Table>;
  /**
   * A parameter that is a list of rows of a table, as a table. A server gets it as one JSON text and
   * inserts it by one statement; for SQLite JSON costs twice as much as a statement for each row.
   */
  givenRows(table: GivenTable, rows: Placeholder): RawBuilder<unknown>;
  /** The list as JSON that is parsed once: its first element is `-> 0`. */
  parsedJson(list: readonly unknown[]): RawBuilder<unknown>;
  /** SHA-256 of a text in hexadecimal. A connection to SQLite defines the function. */
  sha256Hex(text: RawBuilder<string>): RawBuilder<string>;
  /** All selected rows as one JSON text, an array of arrays: far cheaper to read than many rows. */
  rowsAsJson(columns: readonly Expression<unknown>[]): RawBuilder<string>;
  /** Suffix that locks the selected rows until the transaction ends. One writer needs none. */
  readonly lockRows: RawBuilder<unknown>;
  /** Like lockRows, for rows that only stay as they are: others may lock them in the same way. */
  readonly keepRows: RawBuilder<unknown>;
  /** Like lockRows, but skips rows that another transaction has locked. */
  readonly lockFreeRows: RawBuilder<unknown>;
  /**
   * Transactions below this number have ended as the statement sees the store. Transactions of
   * SQLite commit in the order of their writes, so they need no numbers.
   */
  readonly oldestTransaction: RawBuilder<number>;
  /** Transactions from this number on had written nothing. */
  readonly nextTransaction: RawBuilder<number>;
}

/**
 * SQLite plans for the value of a bare parameter in LIMIT or OFFSET, and prepares the statement again
 * each time it is bound. It does not look into an expression.
 */
class SteadyLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit +');
    this.visitNode(node.limit);
  }

  protected override visitOffset(node: OffsetNode): void {
    this.append('offset +');
    this.visitNode(node.offset);
  }
}

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  builder: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SteadyLimitCompiler(),
    },
  }),
  nowMs: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  inList: (column, list) =>
    sql<boolean>`${column} in (select value from json_each(${asJson(list)}))`,
  isNotIn: (column, list) =>
    sql<boolean>`${column} not in (select value from json_each(${asJson(list)}))`,
  isListed: (column, mark) => `${column} in (select value from json_each(${mark}))`,
  elements: (list) => sql`json_each(${asJson(list)})`,
  rowsOfEach: <Row, Table extends string>(
    { table, column, among }: RowsPlace<Table>,
    list: readonly string[],
  ) =>
    sql<Row>`(select * from ${sql.table(table)}
      where ${among} and ${sql.ref(column)} in (select value from json_each(${asJson(list)})))`.as(
      table,
    ),
  chosenRows: <Row, Table extends string>(table: Table, rows: RawBuilder<Row>) =>
    sql<Row>`(${rows})`.as(table),
  givenRows: ({ columns }, rows) =>
    sql`(select ${sql.join(
      columns.map(
        ({ field, column, stored }) =>
          sql`${rows.fieldOfEach(field).encodedBy(stored)} as ${sql.ref(column)}`,
      ),
    )})`,
  parsedJson: (list) => sql`jsonb(${asJson(list)})`,
  sha256Hex: (text) => sql<string>`sha256_hex(${text})`,
  rowsAsJson: (columns) => sql<string>`json_group_array(json_array(${sql.join(columns)}))`,
  lockRows: sql``,
  keepRows: sql``,
  lockFreeRows: sql``,
  oldestTransaction: sql<number>`0`,
  nextTransaction: sql<number>`0`,
};

export const postgresDialect: Dialect = {
  engine: 'postgres',
  builder: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  // A subquery is evaluated once; a plain call runs for each row and prevents index use.
  nowMs: sql<number>`(select cast(extract(epoch from clock_timestamp()) * 1000 as bigint))`,
  inList: (column, list) =>
    // An array lets the planner use the index; for a set it estimates 100 rows and scans the table.
    sql<boolean>`${column} = any(array(select jsonb_array_elements_text(cast(${asJson(list)} as jsonb))))`,
  isNotIn: (column, list) =>
    sql<boolean>`${column} <> all(array(select jsonb_array_elements_text(cast(${asJson(list)} as jsonb))))`,
  isListed: (column, mark) =>
    `${column} = any(array(select jsonb_array_elements_text(cast(${mark} as jsonb))))`,
  elements: (list) => sql`jsonb_array_elements_text(cast(${asJson(list)} as jsonb))`,
  // The offset keeps the planner from joining in another way.
  rowsOfEach: <Row, Table extends string>(
    { table, column, among }: RowsPlace<Table>,
    list: readonly string[],
  ) =>
    sql<Row>`(select found.*
      from (select distinct value from jsonb_array_elements_text(cast(${asJson(list)} as jsonb))) as given
      cross join lateral (
        select * from ${sql.table(table)} where ${among} and ${sql.ref(column)} = given.value offset 0
      ) as found)`.as(table),
  chosenRows: <Row, Table extends string>(table: Table, rows: RawBuilder<Row>) =>
    sql<Row>`(${rows} offset 0)`.as(table),
  givenRows: ({ name, columns }, rows) => {
    const rowOf = (entity: Readonly<Record<string, unknown>>, sealer: Sealer) => {
      const row: Record<string, unknown> = {};
      for (const { field, column, stored } of columns) row[column] = stored(entity[field], sealer);
      return row;
    };
    const json = rows.encodedBy((entities: readonly Readonly<Record<string, unknown>>[], sealer) =>
      JSON.stringify(entities.map((entity) => rowOf(entity, sealer))),
    );
    return sql`jsonb_populate_recordset(cast(null as ${sql.table(name)}), cast(${json} as jsonb))`;
  },
  parsedJson: (list) => sql`cast(${asJson(list)} as jsonb)`,
  sha256Hex: (text) => sql<string>`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`,
  rowsAsJson: (columns) =>
    sql<string>`coalesce(cast(json_agg(json_build_array(${sql.join(columns)})) as text), '[]')`,
  lockRows: sql`for update`,
  keepRows: sql`for share`,
  lockFreeRows: sql`for update skip locked`,
  oldestTransaction: sql<number>`cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)`,
  nextTransaction: sql<number>`cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint)`,
};
