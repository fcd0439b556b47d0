/**
 * A named query: written once with Kysely, compiled once per engine, prepared once per connection.
 * The builder sees placeholders typed as the values that later take their place.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import type { Dialect } from './dialect.ts';

export interface Query<Schema, Params, Row> {
  compile(dialect: Dialect): Statement;
  /** Carry the types; never called. */
  readonly types?: (schema: Schema, params: Params) => Row;
}

export interface Statement {
  readonly sql: string;
  bind(params: object): unknown[];
}

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/** What a query is built from. Parts that queries share take one too. */
export interface BuildContext<Schema, Params> {
  readonly db: Kysely<Schema>;
  readonly p: Params;
  readonly dialect: Dialect;
}

type Build<Schema, Params, Row> = (context: BuildContext<Schema, Params>) => Compilable<Row>;

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** `queriesFor<Schema>()<Params>()(build)`: the parameters are named, the row type is inferred. */
export function queriesFor<Schema>() {
  return <Params extends object>() =>
    <Row>(build: Build<Schema, Params, Row>): Query<Schema, Params, Row> => {
      const statements = new Map<Dialect, Statement>();
      return {
        compile(dialect) {
          let statement = statements.get(dialect);
          if (statement === undefined) {
            const db = dialect.builder as unknown as Kysely<Schema>;
            statement = statementOf(build({ db, p: placeholders<Params>(), dialect }).compile());
            statements.set(dialect, statement);
          }
          return statement;
        },
      };
    };
}

function statementOf({ sql, parameters }: CompiledQuery): Statement {
  // Sorted out once, not with each request: what is fixed, and what is filled in by name.
  const fixed = parameters.map((value) => (value instanceof Placeholder ? undefined : value));
  const named = parameters.flatMap((value, index) =>
    value instanceof Placeholder ? [{ index, name: value.name }] : [],
  );
  return {
    sql,
    bind(params) {
      const values = fixed.slice();
      for (const { index, name } of named) {
        const value = (params as Readonly<Record<string, unknown>>)[name];
        if (value === undefined) throw new TypeError(`Query parameter ${name} is missing.`);
        values[index] = value;
      }
      return values;
    },
  };
}

function placeholders<Params extends object>(): Params {
  return new Proxy({} as Params, {
    get: (_, name) => new Placeholder(String(name)),
  });
}
