/**
 * A named query: written once with Kysely, compiled once per engine, prepared once per connection.
 * The builder sees placeholders typed as the values that later take their place.
 */
import type { CompiledQuery, DeleteResult, InsertResult, Kysely, UpdateResult } from 'kysely';
import {
  type AnyRowsBound,
  type FixedBound,
  type ListBound,
  type ListName,
  limitOf,
  type One,
  type PageBound,
} from './bound.ts';
import type { Dialect } from './dialect.ts';
import type { Nested } from './parts.ts';
import { Placeholder } from './placeholder.ts';
import type { Sealer } from './sealer.ts';
import type { Decoded } from './table.ts';

export interface Query<Schema, Params, Row> {
  compile(dialect: Dialect): Statement;
  /** Carry the types; never called. */
  readonly types?: (schema: Schema, params: Params) => Row;
}

/** Returns at most one row. */
export interface OneQuery<Schema, Params, Row> extends Query<Schema, Params, Row> {
  readonly bound: One;
}

/** Returns as many rows as its bound allows. */
export interface RowsQuery<Schema, Params, Row> extends Query<Schema, Params, Row> {
  readonly bound: AnyRowsBound;
}

/** Returns rows for each element of a list. */
export interface EachQuery<Schema, Params, Row> extends Query<Schema, Params, Row> {
  readonly bound: ListBound<string>;
}

/** Returns a page by key. */
export interface PageQuery<Schema, Params, Row> extends Query<Schema, Params, Row> {
  readonly bound: PageBound;
}

/** All rows of a query in pages (read-list.ts). */
export interface ListQuery<Schema, Params, Row> {
  readonly page: PageQuery<Schema, object, Row>;
  /** The parameters that begin the first page, and the page after a row. */
  readonly first: object;
  next(last: Row): object;
  /** Carry the types; never called. */
  readonly types?: (schema: Schema, params: Params) => Row;
}

/** Returns no rows. */
export interface WriteQuery<Schema, Params> extends Query<Schema, Params, unknown> {
  readonly bound: null;
}

/** A query whose rows have the stored column values. */
export interface Decodable<Schema, Params, Row, Bound> {
  /** The same query with the fields of a table as values: booleans, parsed JSON. */
  decodedBy<T extends RowDecoder>(
    table: T,
  ): Query<Schema, Params, Decoded<Row, T>> & { readonly bound: Bound };
}

interface RowDecoder {
  decode(row: Record<string, unknown>, sealer: Sealer): void;
}

export interface Statement {
  readonly sql: string;
  bind(params: object, sealer: Sealer): unknown[];
  /** Present where the statement runs once for each row of a list: the values of each. */
  readonly bindEach?: (params: object, sealer: Sealer) => unknown[][];
  /** Converts a row to the caller's type; absent when no conversion is needed. */
  readonly decode?: RowDecoder['decode'];
}

/** A query with its parameters, to be sent together with others. */
export interface Command<Schema> {
  readonly query: WriteQuery<Schema, object>;
  readonly params: object;
}

/** A statement for `Tx.batch`. */
export function command<Schema, Params extends object>(
  query: WriteQuery<Schema, Params>,
  params: Params,
): Command<Schema> {
  return { query: query as unknown as WriteQuery<Schema, object>, params };
}

export interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/** The arguments of a query builder, also passed to parts that queries share. */
export interface BuildContext<Schema, Params> {
  readonly db: Kysely<Schema>;
  readonly p: Params;
  readonly dialect: Dialect;
}

type Build<Schema, Params, Row> = (context: BuildContext<Schema, Params>) => Compilable<Row>;

export interface Listable<Schema, Params extends object, Row> {
  /** The list that the pages make: `first` begins it, `next` the page after a row. */
  by<Key extends Exclude<keyof Params, 'limit'>>(
    first: Pick<Params, Key>,
    next: (last: Row) => Pick<Params, Key>,
  ): ListQuery<Schema, Omit<Params, Key | 'limit'>, Row>;
}

type Bound = One | AnyRowsBound | null;
/** Read where the compiler refuses one. */
type RowsNeedABound = 'a query that returns rows has a bound';
type WriteResult = InsertResult | UpdateResult | DeleteResult;

/** The parameters and the bound are named, the row type is inferred. */
export interface DefineQuery<Schema> {
  /** A write. What returns rows and has no bound is no query, and cannot be run. */
  <Params extends object>(): <Row>(
    build: Build<Schema, Params, Row>,
  ) => [Row] extends [WriteResult] ? WriteQuery<Schema, Params> : RowsNeedABound;
  <Params extends object>(
    bound: One,
  ): <Row>(
    build: Build<Schema, Params, Row>,
  ) => OneQuery<Schema, Params, Nested<Row>> & Decodable<Schema, Params, Row, One>;
  <Params extends { readonly limit: number }>(
    bound: PageBound,
  ): <Row>(build: Build<Schema, Params, Row>) => PageQuery<Schema, Params, Nested<Row>> &
    Listable<Schema, Params, Nested<Row>> & {
      decodedBy<T extends RowDecoder>(
        table: T,
      ): PageQuery<Schema, Params, Decoded<Row, T>> & Listable<Schema, Params, Decoded<Row, T>>;
    };
  <Params extends object>(
    bound: ListBound<ListName<Params>>,
  ): <Row>(
    build: Build<Schema, Params, Row>,
  ) => EachQuery<Schema, Params, Nested<Row>> & Decodable<Schema, Params, Row, ListBound<string>>;
  <Params extends object>(
    bound: FixedBound,
  ): <Row>(
    build: Build<Schema, Params, Row>,
  ) => RowsQuery<Schema, Params, Nested<Row>> & Decodable<Schema, Params, Row, FixedBound>;
}

/** `queriesFor<Schema>()<Params>(bound)(build)` */
export function queriesFor<Schema>(): DefineQuery<Schema> {
  const define =
    <Params extends object>(bound: Bound = null) =>
    <Row>(build: Build<Schema, Params, Row>) => ({
      ...defined(bound, compiler(build, bound, {})),
      decodedBy: ({ decode }: RowDecoder) => defined(bound, compiler(build, bound, { decode })),
    });
  return define as DefineQuery<Schema>;
}

function defined(bound: Bound, compile: (dialect: Dialect) => Statement) {
  const query = { bound, compile };
  const by = (first: object, next: (last: unknown) => object) => ({ page: query, first, next });
  return { ...query, by };
}

function compiler<Schema, Params extends object, Row>(
  build: Build<Schema, Params, Row>,
  bound: Bound,
  decoder: Pick<Statement, 'decode'>,
): (dialect: Dialect) => Statement {
  const statements = new Map<Dialect, Statement>();
  return (dialect) => {
    let statement = statements.get(dialect);
    if (statement === undefined) {
      const db = dialect.builder as unknown as Kysely<Schema>;
      const compiled = build({ db, p: placeholders<Params>(), dialect }).compile();
      statement = { ...statementOf(limited(compiled, bound)), ...decoder };
      statements.set(dialect, statement);
    }
    return statement;
  };
}

/** A page says its LIMIT itself; for other bounds the engine stops after one row too many. */
function limited(compiled: CompiledQuery, bound: Bound): CompiledQuery {
  const { sql, query, parameters } = compiled;
  if (bound === null || bound === 'one' || query.kind !== 'SelectQueryNode') return compiled;
  const limit = limitOf(bound);
  if (limit !== null) {
    return query.limit === undefined ? { ...compiled, sql: `${sql} limit ${limit}` } : compiled;
  }
  const isLimited = parameters.some(
    (value) => value instanceof Placeholder && value.name === 'limit',
  );
  if (!isLimited) throw new TypeError(`A page without a limit: ${sql}`);
  return compiled;
}

function statementOf({ sql, parameters }: CompiledQuery): Omit<Statement, 'decode'> {
  // Computed once, not per request: which parameters are constant, and which are named.
  const fixed = parameters.map((value) => (value instanceof Placeholder ? undefined : value));
  const named = parameters.flatMap((value, index) =>
    value instanceof Placeholder ? [{ index, name: value.name, encode: value.encode }] : [],
  );
  const bind = (params: object, sealer: Sealer) => {
    const values = fixed.slice();
    for (const { index, name, encode } of named) {
      const value = (params as Readonly<Record<string, unknown>>)[name];
      if (value === undefined) throw new TypeError(`Query parameter ${name} is missing.`);
      values[index] = encode === null ? value : encode(value, sealer);
    }
    return values;
  };
  const list = parameters.find((value) => value instanceof Placeholder)?.list ?? null;
  if (list === null) return { sql, bind };
  return {
    sql,
    bind,
    bindEach: (params, sealer) =>
      (params as Readonly<Record<string, readonly object[]>>)[list]?.map((row) =>
        bind(row, sealer),
      ) ?? [],
  };
}

function placeholders<Params extends object>(): Params {
  return new Proxy({} as Params, {
    get: (_, name) => new Placeholder(String(name)),
  });
}
