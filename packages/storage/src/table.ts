/**
 * A table, described once: its columns as the fields of the domain object that the rest of the
 * service sees. Row types, select lists, inserts and updates follow from the description, so a
 * column cannot be forgotten in one of them.
 *
 *   export const notes = table('notes', { id: text(), authorName: text(), isPublic: flag() });
 *   export type Note = EntityOf<typeof notes>;   // { readonly id: string; …; readonly isPublic: boolean }
 *
 * A large object has parts, which are read as sub-objects. Writes name single fields, without the part,
 * so that two sets of fields can be joined: no two fields of a table have one name.
 */
import { type Expression, isExpression } from 'kysely';
import type { Column } from './column.ts';
import { changed, flat, type Nested, nameOf, type Places, placesOf } from './parts.ts';
import { Placeholder } from './placeholder.ts';
import { noSealer, type Sealer } from './sealer.ts';

// biome-ignore lint/suspicious/noExplicitAny: a column of any stored and any seen type.
type AnyColumn = Column<any, any>;
type Columns = Readonly<Record<string, AnyColumn>>;
type Field<C extends Columns> = keyof C & string;
type Parts = Readonly<Record<string, Columns>>;

type StoredOf<C> = C extends Column<infer Stored, infer _Value> ? Stored : never;
type ValueOf<C> = C extends Column<infer _Stored, infer Value> ? Value : never;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : '';

type Row<C extends Columns> = { -readonly [F in Field<C> as SnakeCase<F>]: StoredOf<C[F]> };
type Fields<C extends Columns> = { readonly [F in Field<C>]: ValueOf<C[F]> };

/** The name of a field of a part with the name of its part; never for a field at the top. */
type Inner<P extends Parts, F> = {
  [Part in keyof P & string]: F extends keyof P[Part] & string ? `${Part}.${F}` : never;
}[keyof P & string];
type Placed<P extends Parts, F extends string> = [Inner<P, F>] extends [never] ? F : Inner<P, F>;
type FieldOfPart<P extends Parts> = { [Part in keyof P]: keyof P[Part] & string }[keyof P];
type Entity<C extends Columns, P extends Parts, F> = {
  readonly [Top in TopOf<P, F>]: Top extends keyof P
    ? { readonly [Each in F & keyof P[Top]]: ValueOf<P[Top][Each]> }
    : Top extends keyof C
      ? ValueOf<C[Top]>
      : never;
};
/** The fields at the top, and the parts that have some of the others. */
type TopOf<P extends Parts, F> =
  | Exclude<F & string, FieldOfPart<P>>
  | { [Part in keyof P & string]: [F & keyof P[Part]] extends [never] ? never : Part }[keyof P &
      string];
/** The columns at the top and those of all parts. */
type AllColumns<C extends Columns, P extends Parts> = [keyof P] extends [never]
  ? C
  : C & { readonly [F in FieldOfPart<P>]: ColumnOf<P, F> };
type ColumnOf<P extends Parts, F> = {
  [Part in keyof P]: F extends keyof P[Part] ? P[Part][F] : never;
}[keyof P];
/** What is written: values, or expressions over what the column stores. */
type Written<C extends Columns> = {
  readonly [F in Field<C>]: ValueOf<C[F]> | Expression<StoredOf<C[F]>>;
};
/** One selection per field: the condition makes a union of fields a union of selections. */
type Selection<Name extends string, P extends Parts, F extends string> = F extends string
  ? `${Name}.${SnakeCase<F>} as ${Placed<P, F>}`
  : never;

type Values = Readonly<Record<string, unknown>>;

export interface StoredColumn {
  readonly field: string;
  readonly column: string;
  /** What the column holds for a value of the field. */
  stored(value: unknown, sealer: Sealer): unknown;
  /** Equal values are stored differently each time. */
  readonly isSealed: boolean;
}

export interface Table<
  Name extends string,
  C extends Columns,
  P extends Parts = Readonly<Record<never, never>>,
> {
  readonly name: Name;
  /** All columns, by their field. */
  readonly columns: C;
  /** The select list of these fields, or of all. */
  select<F extends Field<C> = Field<C>>(...fields: readonly F[]): Selection<Name, P, F>[];
  /** Every column of a new row. */
  values(fields: Written<C>): Row<C>;
  /** All columns, in their order. */
  readonly storedColumns: readonly StoredColumn[];
  /** The columns to change. */
  set<F extends Field<C>>(fields: Pick<Written<C>, F>): Pick<Row<C>, SnakeCase<F> & keyof Row<C>>;
  /** The fields of an object, without its parts: as they are written. */
  fieldsOf(entity: object): Values;
  /** The object with these fields changed, wherever they are in it. */
  changed<E extends object>(entity: E, fields: Partial<Fields<C>>): E;
  /** Converts selected columns to field values, in place, and what `finish` says of the whole row. */
  decode(row: Record<string, unknown>, sealer: Sealer): void;
  /** Carries the type; never called. */
  readonly parts?: () => P;
}

/** The object, as it is read. */
export type EntityOf<T> =
  T extends Table<infer _Name, infer C, infer P> ? Entity<C, P, Field<C>> : never;
/** Some fields of the object, as they are read: with the parts that they are in. */
export type EntityWith<T, F extends string> =
  T extends Table<infer _Name, infer C, infer P> ? Entity<C, P, F & Field<C>> : never;
/** The fields of the object without its parts, as they are written. */
export type FieldsOf<T> = T extends Table<infer _Name, infer C, infer _Parts> ? Fields<C> : never;
export type RowOf<T> = T extends Table<infer _Name, infer C, infer _Parts> ? Row<C> : never;

/** A result with the fields of this table as values. */
export type Decoded<Result, T> =
  T extends Table<infer _Name, infer C, infer P>
    ? Nested<{
        readonly [K in keyof Result]: K extends `${string}.${infer F extends Field<C>}`
          ? ValueOf<C[F]> | Extract<Result[K], null>
          : K extends Exclude<Field<C>, FieldOfPart<P>>
            ? ValueOf<C[K]> | Extract<Result[K], null>
            : Result[K];
      }>
    : never;

interface TableOptions<C extends Columns, P extends Parts> {
  /** Fields that are read as sub-objects. */
  readonly parts?: P;
  /** Gets each decoded row, with the fields that were selected: one value can depend on two columns. */
  readonly finish?: (row: { -readonly [F in Field<C>]?: ValueOf<C[F]> }) => void;
}

export function table<
  const Name extends string,
  C extends Columns,
  P extends Parts = Readonly<Record<never, never>>,
>(
  name: Name,
  top: C,
  { parts, finish }: TableOptions<C, P> = {},
): Table<Name, AllColumns<C, P>, P> {
  const places = placesOf(name, top, parts ?? {});
  const columns: Columns = Object.assign({}, top, ...Object.values(parts ?? {}));
  const all = Object.keys(columns);
  const storedColumns = Object.entries(columns).map(([field, { codec, isSealed = false }]) => ({
    field,
    column: columnName(field),
    stored: (value: unknown, sealer: Sealer) =>
      codec === null ? value : codec.encode(value, sealer),
    isSealed,
  }));
  const decode = decoderOf(columns, places);
  const described: Table<Name, Columns, Parts> = {
    name,
    columns,
    select(...fields) {
      const wanted: readonly string[] = fields.length > 0 ? fields : all;
      return wanted.map(
        (field) => `${name}.${columnName(field)} as ${nameOf(places, field)}`,
      ) as never;
    },
    storedColumns,
    values: (fields) => encode(columns, fields, all) as never,
    set: (fields) => encode(columns, fields, Object.keys(fields)) as never,
    fieldsOf: (entity) =>
      parts === undefined ? (entity as Values) : flat(entity as Values, places),
    changed: (entity, fields) => changed(entity, fields, places),
    decode(row, sealer) {
      decode(row, sealer);
      finish?.(row as never);
    },
  };
  return described as never;
}

/** Rows have the parts of which a field was selected. */
function decoderOf(columns: Columns, places: Places) {
  const decoders = Object.entries(columns).flatMap(([field, { codec }]) =>
    codec === null ? [] : [{ part: places.get(field)?.part ?? null, field, codec }],
  );
  return (row: Record<string, unknown>, sealer: Sealer) => {
    for (const { part, field, codec } of decoders) {
      const values = part === null ? row : (row[part] as Record<string, unknown> | undefined);
      if (values === undefined) continue;
      const stored = values[field];
      // Null stays null: the column allows it, or an outer join found no row.
      if (stored !== undefined && stored !== null) values[field] = codec.decode(stored, sealer);
    }
  };
}

function encode(
  columns: Columns,
  values: Values,
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
