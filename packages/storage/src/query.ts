/**
 * A named query: written once with Kysely, compiled once per engine, prepared once per connection.
 * The builder sees placeholders typed as the values that later take their place.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import type { Dialect } from './dialect.ts';
import { Placeholder } from './placeholder.ts';
import type { Decoded } from './table.ts';

export interface Query<Schema, Params, Row> {
  compile(dialect: Dialect): Statement;
  /** Carry the types; never called. */
  readonly types?: (schema: Schema, params: Params) => Row;
}

/** A query whose rows have the stored column values. */
export interface StoredQuery<Schema, Params, Row> extends Query<Schema, Params, Row> {
  /** The same query with the fields of a table as values: booleans, parsed JSON. */
  decodedBy<T extends RowDecoder>(table: T): Query<Schema, Params, Decoded<Row, T>>;
}

interface RowDecoder {
  decode(row: Record<string, unknown>): void;
}

export interface Statement {
  readonly sql: string;
  bind(params: object): unknown[];
  /** Present where the statement runs once for each row of a list: the values of each. */
  readonly bindEach?: (params: object) => unknown[][];
  /** Converts a row to the caller's type; absent when no conversion is needed. */
  readonly decode?: RowDecoder['decode'];
}

/** A query with its parameters, to be sent together with others. */
export interface Command<Schema> {
  readonly query: Query<Schema, object, unknown>;
  readonly params: object;
}

/** A statement for `Tx.batch`. */
export function command<Schema, Params extends object, Row>(
  query: Query<Schema, Params, Row>,
  params: Params,
): Command<Schema> {
  return { query: query as unknown as Query<Schema, object, unknown>, params };
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

/** `queriesFor<Schema>()<Params>()(build)`: the parameters are named, the row type is inferred. */
export function queriesFor<Schema>() {
  return <Params extends object>() =>
    <Row>(build: Build<Schema, Params, Row>): StoredQuery<Schema, Params, Row> => ({
      compile: compiler(build, {}),
      decodedBy: ({ decode }) => ({ compile: compiler(build, { decode }) }),
    });
}

function compiler<Schema, Params extends object, Row>(
  build: Build<Schema, Params, Row>,
  decoder: Pick<Statement, 'decode'>,
): (dialect: Dialect) => Statement {
  const statements = new Map<Dialect, Statement>();
  return (dialect) => {
    let statement = statements.get(dialect);
    if (statement === undefined) {
      const db = dialect.builder as unknown as Kysely<Schema>;
      const compiled = build({ db, p: placeholders<Params>(), dialect }).compile();
      statement = { ...statementOf(compiled), ...decoder };
      statements.set(dialect, statement);
    }
    return statement;
  };
}

function statementOf({ sql, parameters }: CompiledQuery): Omit<Statement, 'decode'> {
  // Computed once, not per request: which parameters are constant, and which are named.
  const fixed = parameters.map((value) => (value instanceof Placeholder ? undefined : value));
  const named = parameters.flatMap((value, index) =>
    value instanceof Placeholder ? [{ index, name: value.name, encode: value.encode }] : [],
  );
  const bind = (params: object) => {
    const values = fixed.slice();
    for (const { index, name, encode } of named) {
      const value = (params as Readonly<Record<string, unknown>>)[name];
      if (value === undefined) throw new TypeError(`Query parameter ${name} is missing.`);
      values[index] = encode === null ? value : encode(value);
    }
    return values;
  };
  const list = parameters.find((value) => value instanceof Placeholder)?.list ?? null;
  if (list === null) return { sql, bind };
  return {
    sql,
    bind,
    bindEach: (params) =>
      (params as Readonly<Record<string, readonly object[]>>)[list]?.map(bind) ?? [],
  };
}

function placeholders<Params extends object>(): Params {
  return new Proxy({} as Params, {
    get: (_, name) => new Placeholder(String(name)),
  });
}
