/**
 * What becomes true in rows, as plain data: tables and statements by name, values as the domain
 * objects have them, without their parts. Only row-statements.ts and postgres-writes.ts turn it into SQL.
 *
 * A write of one row expects that row: `load` has seen it. When it is gone or its condition no longer
 * holds, another transaction was faster, and the change is a conflict (work.ts).
 */
import type { EntityOf, FieldsOf, Table, WriteQuery } from '@hostmaster/storage';

export type RowWrite = Insert | Update | Remove | NamedStatement;

type Values = Readonly<Record<string, unknown>>;

export interface Insert {
  readonly kind: 'insert';
  readonly table: string;
  readonly row: Values;
  /** A row that a unique index refuses is there already, and stays as it is. */
  readonly ifAbsent: boolean;
}

export interface Update {
  readonly kind: 'update';
  readonly table: string;
  /** Fields and the values they have; a list matches any of its values. */
  readonly where: Values;
  readonly set: Values;
  readonly rows: 'one' | 'any';
}

export interface Remove {
  readonly kind: 'remove';
  readonly table: string;
  readonly where: Values;
  readonly rows: 'one' | 'any';
}

/** A statement that computes in the store: with its clock, or with values that were not loaded. */
export interface NamedStatement {
  readonly kind: 'statement';
  readonly name: string;
  readonly params: Values;
  readonly rows: 'one' | 'any';
}

// biome-ignore lint/suspicious/noExplicitAny: a table of any columns.
type AnyTable = Table<string, any, any>;
type Where<T> = { readonly [F in keyof FieldsOf<T>]?: FieldsOf<T>[F] | readonly FieldsOf<T>[F][] };

export function insert<T extends AnyTable>(table: T, row: EntityOf<T>): Insert {
  return { kind: 'insert', table: table.name, row: table.fieldsOf(row), ifAbsent: false };
}

export function insertIfAbsent<T extends AnyTable>(table: T, row: EntityOf<T>): Insert {
  return { kind: 'insert', table: table.name, row: table.fieldsOf(row), ifAbsent: true };
}

export function update<T extends AnyTable>(
  { name }: T,
  where: Partial<FieldsOf<T>>,
  set: Partial<FieldsOf<T>>,
): Update {
  return { kind: 'update', table: name, where, set, rows: 'one' };
}

/** Any number of rows, also none. */
export function updateAll<T extends AnyTable>(
  { name }: T,
  where: Where<T>,
  set: Partial<FieldsOf<T>>,
): Update {
  return { kind: 'update', table: name, where, set, rows: 'any' };
}

export function remove<T extends AnyTable>({ name }: T, where: Partial<FieldsOf<T>>): Remove {
  return { kind: 'remove', table: name, where, rows: 'one' };
}

/** Any number of rows, also none. */
export function removeAll<T extends AnyTable>({ name }: T, where: Where<T>): Remove {
  return { kind: 'remove', table: name, where, rows: 'any' };
}

/** Named statements by name. */
// biome-ignore lint/suspicious/noExplicitAny: of any schema and any parameters.
export type Statements = Readonly<Record<string, WriteQuery<any, any>>>;

type ParamsOf<Q> = Q extends WriteQuery<infer _Schema, infer Params> ? Params : never;

/** Makes the writes of a registry of named statements. */
export function statementsOf<S extends Statements>(_statements: S) {
  const named =
    (rows: 'one' | 'any') =>
    <N extends keyof S & string>(name: N, params: ParamsOf<S[N]>): NamedStatement => ({
      kind: 'statement',
      name,
      params: params as Values,
      rows,
    });
  return { statement: named('any'), statementOfOne: named('one') };
}
