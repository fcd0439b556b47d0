/**
 * Inserts any number of rows. The statement never changes, and for a database server many rows cost one
 * round trip. Not for columns with bytes.
 */
import { type Expression, sql } from 'kysely';
import { Placeholder } from './placeholder.ts';
import type { BuildContext, Compilable } from './query.ts';
import type { Sealer } from './sealer.ts';
import type { FieldsOf, Table } from './table.ts';

type AnyTable = Pick<Table<string, never, never>, 'name' | 'storedColumns'>;

interface InsertOptions {
  /** Columns that the statement computes instead; the row of the list is named `given`. */
  readonly computed?: Readonly<Record<string, Expression<unknown>>>;
  /** What happens to a row that exists, after `on conflict`. */
  readonly onConflict?: Expression<unknown>;
}

export function insertRows<Schema, T extends AnyTable>(
  { db, p, dialect }: BuildContext<Schema, { readonly rows: readonly FieldsOf<T>[] }>,
  { name, storedColumns }: T,
  { computed = {}, onConflict }: InsertOptions = {},
): Compilable<never> {
  const rows: unknown = p.rows;
  if (!(rows instanceof Placeholder)) throw new TypeError('Rows are a parameter of the query.');
  const columns = storedColumns.map((column) => ({
    ...column,
    stored: (value: unknown, sealer: Sealer) => storable(column.stored(value, sealer)),
  }));
  const selected = columns.map(
    ({ field, column }) => computed[field] ?? sql.ref(`given.${column}`),
  );
  const statement = sql<never>`insert into ${sql.table(name)} (${sql.join(columns.map(({ column }) => sql.ref(column)))})
    select ${sql.join(selected)} from ${dialect.givenRows({ name, columns }, rows)} as given
    ${onConflict === undefined ? sql`` : sql`where true on conflict ${onConflict}`}`;
  return { compile: () => statement.compile(db) };
}

/** One text that JSON or PostgreSQL refuses would fail all rows: what has no code point is replaced. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;
}
