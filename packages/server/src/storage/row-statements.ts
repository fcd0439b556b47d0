/** The SQL of one row write. A statement never changes with its values, so each is prepared once. */

import type { Dialect, Sealer, StoredColumn } from '@hostmaster/storage';
import type { BoundStatement } from './bound-statement.ts';
import type { Insert, NamedStatement, Remove, RowWrite, Update } from './row-write.ts';
import type { StoreModel } from './work.ts';

type Values = Readonly<Record<string, unknown>>;

export class RowStatements {
  readonly #model: StoreModel;
  readonly #dialect: Dialect;
  readonly #sealer: Sealer;
  readonly #columns = new Map<string, ReadonlyMap<string, StoredColumn>>();
  /** SQL by the shape of the write. */
  readonly #texts = new Map<string, string>();

  constructor(model: StoreModel, dialect: Dialect, sealer: Sealer) {
    this.#model = model;
    this.#dialect = dialect;
    this.#sealer = sealer;
    for (const [name, { storedColumns }] of Object.entries(model.tables)) {
      this.#columns.set(name, new Map(storedColumns.map((column) => [column.field, column])));
    }
  }

  /** Several where a named statement runs once for each row of a list. */
  of(write: RowWrite): readonly BoundStatement[] {
    switch (write.kind) {
      case 'insert':
        return [this.#insert(write)];
      case 'update':
        return [this.#update(write)];
      case 'remove':
        return [this.#remove(write)];
      case 'statement':
        return this.#named(write);
    }
  }

  #named({ name, params }: NamedStatement): readonly BoundStatement[] {
    const query = this.#model.statements[name];
    if (query === undefined) throw new Error(`There is no statement ${name}.`);
    const { sql, bind, bindEach } = query.compile(this.#dialect);
    if (bindEach === undefined) return [{ sql, parameters: bind(params, this.#sealer) }];
    return bindEach(params, this.#sealer).map((parameters) => ({ sql, parameters }));
  }

  #insert({ table, row, ifAbsent }: Insert): BoundStatement {
    const columns = this.#columnsOf(table);
    const parameters: unknown[] = [];
    for (const { field, stored } of columns.values()) {
      parameters.push(stored(required(row, field), this.#sealer));
    }
    const sql = this.#text(`${ifAbsent ? 'insert if absent' : 'insert'} ${table}`, () => {
      const names = [...columns.values()].map(({ column }) => column);
      const marks = names.map((_, index) => this.#mark(index));
      const ending = ifAbsent ? ' on conflict do nothing' : '';
      return `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')})${ending}`;
    });
    return { sql, parameters };
  }

  #update({ table, set, where }: Update): BoundStatement {
    const columns = this.#columnsOf(table);
    const fields = Object.keys(set);
    const parameters: unknown[] = [];
    for (const field of fields) {
      parameters.push(columnOf(columns, field).stored(required(set, field), this.#sealer));
    }
    const offset = parameters.length;
    const sql = this.#text(`update ${table} ${fields.join()} where ${shapeOf(where)}`, () => {
      const assigned = fields.map(
        (field, index) => `${columnOf(columns, field).column} = ${this.#mark(index)}`,
      );
      const conditions = this.#conditions(columns, where, offset);
      return `update ${table} set ${assigned.join(', ')} where ${conditions}`;
    });
    this.#match(columns, where, parameters);
    return { sql, parameters };
  }

  #remove({ table, where }: Remove): BoundStatement {
    const columns = this.#columnsOf(table);
    const sql = this.#text(`remove ${table} where ${shapeOf(where)}`, () => {
      return `delete from ${table} where ${this.#conditions(columns, where, 0)}`;
    });
    const parameters: unknown[] = [];
    this.#match(columns, where, parameters);
    return { sql, parameters };
  }

  #conditions(columns: ReadonlyMap<string, StoredColumn>, where: Values, offset: number): string {
    let used = offset;
    const conditions = Object.entries(where).map(([field, value]) => {
      const { column } = columnOf(columns, field);
      if (value === null) return `${column} is null`;
      const mark = this.#mark(used);
      used += 1;
      return Array.isArray(value) ? this.#dialect.isListed(column, mark) : `${column} = ${mark}`;
    });
    // A write of a whole table is a mistake.
    if (conditions.length === 0) throw new Error('A write without a condition.');
    return conditions.join(' and ');
  }

  /** Adds the values of the conditions. */
  #match(columns: ReadonlyMap<string, StoredColumn>, where: Values, parameters: unknown[]): void {
    for (const field of Object.keys(where)) {
      const value = required(where, field);
      if (value === null) continue;
      const { stored, isSealed } = columnOf(columns, field);
      if (isSealed) throw new TypeError(`The field ${field} is sealed: no row is found by it.`);
      parameters.push(Array.isArray(value) ? JSON.stringify(value) : stored(value, this.#sealer));
    }
  }

  #mark(index: number): string {
    return this.#dialect.engine === 'sqlite' ? '?' : `$${index + 1}`;
  }

  #columnsOf(table: string): ReadonlyMap<string, StoredColumn> {
    const columns = this.#columns.get(table);
    if (columns === undefined) throw new Error(`There is no table ${table}.`);
    return columns;
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

function columnOf(columns: ReadonlyMap<string, StoredColumn>, field: string): StoredColumn {
  const column = columns.get(field);
  if (column === undefined) throw new TypeError(`The table has no field ${field}.`);
  return column;
}

/** A field that is forgotten must not become null. */
function required(values: Values, field: string): unknown {
  const value = values[field];
  if (value === undefined) throw new TypeError(`The field ${field} is missing.`);
  return value;
}

function shapeOf(where: Values): string {
  let shape = '';
  for (const field of Object.keys(where)) {
    const value = where[field];
    shape +=
      value === null ? `${field} null,` : Array.isArray(value) ? `${field} list,` : `${field},`;
  }
  return shape;
}
