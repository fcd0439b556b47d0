/**
 * The SQL of the row writes of several changes at once. Writes of one shape become one statement with
 * all their rows, as one JSON text; the order within each change is kept.
 *
 * A write that expects one row and touches none is a conflict. COMMIT travels with the writes, so the
 * statement itself must fail then: it divides by zero, which stands for nothing else here.
 */

import { postgresDialect, type Sealer, type StoredColumn } from '@hostmaster/storage';
import type { BoundStatement } from './bound-statement.ts';
import { wireValue } from './postgres-batch.ts';
import { RowStatements } from './row-statements.ts';
import type { Insert, Remove, RowWrite, Update } from './row-write.ts';
import type { StoreModel } from './work.ts';

export const conflictCode = '22012';

type Mergeable = Insert | Update | Remove;

interface Bucket {
  /** Null for writes that stay on their own. */
  readonly shape: string | null;
  readonly writes: RowWrite[];
}

export class PostgresWrites {
  readonly #rows: RowStatements;
  readonly #sealer: Sealer;
  readonly #columns: ReadonlyMap<string, ReadonlyMap<string, StoredColumn>>;
  /** Tables with bytes, which JSON cannot carry. */
  readonly #tablesWithBytes: ReadonlySet<string>;
  readonly #texts = new Map<string, string>();

  constructor(model: StoreModel, sealer: Sealer) {
    this.#rows = new RowStatements(model, postgresDialect, sealer);
    this.#sealer = sealer;
    const tables = Object.entries(model.tables);
    this.#columns = new Map(
      tables.map(([name, { storedColumns }]) => [
        name,
        new Map(storedColumns.map((column) => [column.field, column])),
      ]),
    );
    this.#tablesWithBytes = new Set(
      tables.filter(([, table]) => hasBytes(table.columns)).map(([name]) => name),
    );
  }

  /** Throws where a value cannot be stored: to be called for each change on its own first. */
  check(writes: readonly RowWrite[]): void {
    for (const write of writes) {
      for (const { parameters } of this.#rows.of(write)) parameters.forEach(wireValue);
    }
  }

  /** `changes`: the writes of each change, in order. */
  statements(changes: readonly (readonly RowWrite[])[]): BoundStatement[] {
    const buckets: Bucket[] = [];
    for (const writes of changes) {
      let at = 0;
      for (const write of writes) at = this.#place(buckets, write, at);
    }
    return buckets.flatMap(({ shape, writes }) =>
      shape === null || writes.length === 1
        ? writes.flatMap((write) => this.#single(write))
        : [this.#merged(shape, writes as readonly Mergeable[])],
    );
  }

  /** Returns the index of the bucket: the next write of the same change comes not before it. */
  #place(buckets: Bucket[], write: RowWrite, from: number): number {
    const shape = this.#shapeOf(write);
    if (shape !== null) {
      const found = buckets.findIndex((bucket, index) => index >= from && bucket.shape === shape);
      if (found >= 0) {
        buckets[found]?.writes.push(write);
        return found;
      }
    }
    buckets.push({ shape, writes: [write] });
    return buckets.length - 1;
  }

  #single(write: RowWrite): BoundStatement[] {
    const bound = this.#rows.of(write);
    if (write.kind === 'insert' || write.rows === 'any') return [...bound];
    return bound.map(({ sql, parameters }) => ({ sql: guarded(sql, '1'), parameters }));
  }

  #shapeOf(write: RowWrite): string | null {
    if (write.kind === 'statement' || this.#tablesWithBytes.has(write.table)) return null;
    if (write.kind === 'insert') return `insert ${write.table} ${write.ifAbsent}`;
    if (write.rows === 'any') return null;
    const where = Object.entries(write.where);
    if (where.some(([, value]) => value === null || Array.isArray(value))) return null;
    const columns = this.#columns.get(write.table);
    if (where.some(([field]) => columns?.get(field)?.isSealed)) return null;
    const fields = where.map(([field]) => field).join();
    if (write.kind === 'remove') return `remove ${write.table} ${fields}`;
    const set = Object.keys(write.set);
    if (set.some((field) => field in write.where)) return null;
    return `update ${write.table} ${set.join()} where ${fields}`;
  }

  #merged(shape: string, writes: readonly Mergeable[]): BoundStatement {
    const [first] = writes;
    if (first === undefined) throw new Error('A bucket without writes.');
    const columns = this.#columns.get(first.table) ?? new Map<string, StoredColumn>();
    const rows = writes.map((write) => storedRow(columns, valuesOf(write), this.#sealer));
    const json = JSON.stringify(rows);
    const sql = this.#text(shape, () => mergedText(first, columns));
    return { sql, parameters: first.kind === 'insert' ? [json] : [json, writes.length] };
  }

  #text(shape: string, write: () => string): string {
    let sql = this.#texts.get(shape);
    if (sql === undefined) {
      sql = write();
      this.#texts.set(shape, sql);
    }
    return sql;
  }
}

function valuesOf(write: Mergeable): Readonly<Record<string, unknown>> {
  if (write.kind === 'insert') return write.row;
  return write.kind === 'update' ? { ...write.where, ...write.set } : write.where;
}

function storedRow(
  columns: ReadonlyMap<string, StoredColumn>,
  values: Readonly<Record<string, unknown>>,
  sealer: Sealer,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) {
    const column = columns.get(field);
    if (column === undefined) throw new TypeError(`The table has no field ${field}.`);
    row[column.column] = storable(column.stored(value, sealer));
  }
  return row;
}

/** One text that JSON or the server refuses would fail all rows: what has no code point is replaced. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;
}

function mergedText(write: Mergeable, columns: ReadonlyMap<string, StoredColumn>): string {
  const { table } = write;
  const given = `jsonb_populate_recordset(cast(null as ${table}), cast($1 as jsonb)) as given`;
  const nameOf = (field: string) => columns.get(field)?.column ?? field;
  if (write.kind === 'insert') {
    const names = [...columns.values()].map(({ column }) => column);
    const selected = names.map((name) => `given.${name}`).join(', ');
    const ending = write.ifAbsent ? ' on conflict do nothing' : '';
    return `insert into ${table} (${names.join(', ')}) select ${selected} from ${given}${ending}`;
  }
  const matched = Object.keys(write.where)
    .map((field) => `${table}.${nameOf(field)} = given.${nameOf(field)}`)
    .join(' and ');
  if (write.kind === 'remove') {
    return guarded(`delete from ${table} using ${given} where ${matched}`, '$2');
  }
  const assigned = Object.keys(write.set)
    .map((field) => `${nameOf(field)} = given.${nameOf(field)}`)
    .join(', ');
  return guarded(`update ${table} set ${assigned} from ${given} where ${matched}`, '$2');
}

/** Fails with `conflictCode` unless the statement touches so many rows. */
function guarded(sql: string, expected: string): string {
  const isExpected = `case when count(*) = cast(${expected} as bigint) then 1 else 0 end`;
  return `with touched as (${sql} returning 1) select 1 / ${isExpected} from touched`;
}

function hasBytes(columns: Readonly<Record<string, { readonly isBytes?: boolean }>>): boolean {
  return Object.values(columns).some(({ isBytes }) => isBytes === true);
}
