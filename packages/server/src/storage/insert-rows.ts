/**
 * One statement that inserts any number of rows, sent as one JSON text: the statement never changes,
 * and many rows cost one round trip. Not for columns with bytes.
 */
import { type Expression, sql } from 'kysely';
import { Placeholder } from './placeholder.ts';
import type { BuildContext, Compilable } from './query.ts';
import type { EntityOf, StoredColumn, Table } from './table.ts';

type AnyTable = Pick<Table<string, never>, 'name' | 'stored' | 'storedColumns'>;

/**
 * `computed`: columns that the statement computes instead; the row of the list is named `given`.
 */
export function insertRows<Schema, T extends AnyTable>(
  { db, p, dialect }: BuildContext<Schema, { readonly rows: readonly EntityOf<T>[] }>,
  table: T,
  computed: Readonly<Record<string, Expression<unknown>>> = {},
): Compilable<never> {
  const columns = table.storedColumns;
  const rows: unknown = p.rows;
  if (!(rows instanceof Placeholder)) throw new TypeError('Rows are a parameter of the query.');
  const json = rows.encodedBy((entities: readonly EntityOf<T>[]) =>
    JSON.stringify(
      entities.map((entity) => table.stored(entity as never)),
      storable,
    ),
  );
  const selected = columns.map(
    ({ field, column }: StoredColumn) => computed[field] ?? sql.ref(`given.${column}`),
  );
  const names = columns.map(({ column }: StoredColumn) => column);
  const statement = sql<never>`insert into ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(selected)} from ${dialect.rowsFromJson(table.name, { columns: names, json })} as given`;
  return { compile: () => statement.compile(db) };
}

/** One text that JSON or PostgreSQL refuses would fail all rows: what has no code point is replaced. */
function storable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;
}
