/**
 * A table, described once: its columns as the fields of the domain object that the rest of the
 * service sees. Row types, select lists, inserts and updates follow from the description, so a
 * column cannot be forgotten in one of them.
 *
 *   export const notes = table('notes', { id: text(), authorName: text(), isPublic: flag() });
 *   export type Note = EntityOf<typeof notes>;   // { readonly id: string; …; readonly isPublic: boolean }
 */
import { type Expression, isExpression } from 'kysely';
import type { Column } from './column.ts';
import { Placeholder } from './placeholder.ts';
import { noSealer, type Sealer } from './sealer.ts';

// biome-ignore lint/suspicious/noExplicitAny: a column of any stored and any seen type.
type AnyColumn = Column<any, any>;
type Columns = Readonly<Record<string, AnyColumn>>;
type Field<C extends Columns> = keyof C & string;

type StoredOf<C> = C extends Column<infer Stored, infer _Value> ? Stored : never;
type ValueOf<C> = C extends Column<infer _Stored, infer Value> ? Value : never;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : '';

type Row<C extends Columns> = { -readonly [F in Field<C> as SnakeCase<F>]: StoredOf<C[F]> };
type Entity<C extends Columns> = { readonly [F in Field<C>]: ValueOf<C[F]> };
/** What is written: values, or expressions over what the column stores. */
type Written<C extends Columns> = {
  readonly [F in Field<C>]: ValueOf<C[F]> | Expression<StoredOf<C[F]>>;
};
/** One selection per field: the condition makes a union of fields a union of selections. */
type Selection<Name extends string, F extends string> = F extends string
  ? `${Name}.${SnakeCase<F>} as ${F}`
  : never;

export interface StoredColumn {
  readonly field: string;
  readonly column: string;
  /** What the column holds for a value of the field. */
  stored(value: unknown, sealer: Sealer): unknown;
  /** Equal values are stored differently each time. */
  readonly isSealed: boolean;
}

export interface Table<Name extends string, C extends Columns> {
  readonly name: Name;
  readonly columns: C;
  /** The select list of these fields, or of all. */
  select<F extends Field<C> = Field<C>>(...fields: readonly F[]): Selection<Name, F>[];
  /** Every column of a new row. */
  values(entity: Written<C>): Row<C>;
  /** All columns, in their order. */
  readonly storedColumns: readonly StoredColumn[];
  /** The columns to change. */
  set<F extends Field<C>>(fields: Pick<Written<C>, F>): Pick<Row<C>, SnakeCase<F> & keyof Row<C>>;
  /** Converts selected columns to field values, in place, and what `finish` says of the whole row. */
  decode(row: Record<string, unknown>, sealer: Sealer): void;
}

export type EntityOf<T> = T extends Table<infer _Name, infer C> ? Entity<C> : never;
export type RowOf<T> = T extends Table<infer _Name, infer C> ? Row<C> : never;

/** A result with the fields of this table as values. */
export type Decoded<Result, T> =
  T extends Table<infer _Name, infer C>
    ? {
        readonly [K in keyof Result]: K extends Field<C>
          ? ValueOf<C[K]> | Extract<Result[K], null>
          : Result[K];
      }
    : never;

/** `finish` gets each decoded row, with the fields that were selected: one value can depend on two columns. */
export function table<const Name extends string, C extends Columns>(
  name: Name,
  columns: C,
  finish?: (row: { -readonly [F in Field<C>]?: ValueOf<C[F]> }) => void,
): Table<Name, C> {
  const all = Object.keys(columns);
  const storedColumns = Object.entries(columns).map(([field, { codec, isSealed = false }]) => ({
    field,
    column: columnName(field),
    stored: (value: unknown, sealer: Sealer) =>
      codec === null ? value : codec.encode(value, sealer),
    isSealed,
  }));
  const decoders = Object.entries(columns).flatMap(([field, { codec }]) =>
    codec === null ? [] : [{ field, codec }],
  );
  return {
    name,
    columns,
    select(...fields) {
      const wanted: readonly string[] = fields.length > 0 ? fields : all;
      return wanted.map((field) => `${name}.${columnName(field)} as ${field}`) as never;
    },
    storedColumns,
    values: (entity) => encode(columns, entity, all) as never,
    set: (fields) => encode(columns, fields, Object.keys(fields)) as never,
    decode(row, sealer) {
      for (const { field, codec } of decoders) {
        const stored = row[field];
        // Null stays null: the column allows it, or an outer join found no row.
        if (stored !== undefined && stored !== null) row[field] = codec.decode(stored, sealer);
      }
      finish?.(row as never);
    },
  };
}

function encode(
  columns: Columns,
  values: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [columnName(field), encodeValue(columns[field], values[field])]),
  );
}

function encodeValue(column: AnyColumn | undefined, value: unknown): unknown {
  if (column === undefined) throw new TypeError('A field that the table does not have.');
  if (column.codec === null || isExpression(value)) return value;
  return value instanceof Placeholder
    ? value.encodedBy(column.codec.encode)
    : column.codec.encode(value, noSealer);
}

function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
