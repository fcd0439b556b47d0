/**
 * A named query: written once with Kysely, compiled once per engine, prepared once per connection.
 * The builder sees placeholders typed as the values that later take their place.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import type { Dialect } from './dialect.ts';

export interface Query<Schema, Params, Row> {
  compile(db: Kysely<Schema>, dialect: Dialect): CompiledQuery<Row>;
  /** Carries the parameter type; never called. */
  readonly accepts?: (params: Params) => void;
}

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

type Build<Schema, Params, Row> = (context: {
  readonly db: Kysely<Schema>;
  readonly p: Params;
  readonly dialect: Dialect;
}) => Compilable<Row>;

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
      const compiledByDialect = new Map<Dialect, CompiledQuery<Row>>();
      return {
        compile(db, dialect) {
          let compiled = compiledByDialect.get(dialect);
          if (compiled === undefined) {
            compiled = build({ db, p: placeholders<Params>(), dialect }).compile();
            compiledByDialect.set(dialect, compiled);
          }
          return compiled;
        },
      };
    };
}

export function bind<Row>(
  compiled: CompiledQuery<Row>,
  params: Readonly<Record<string, unknown>>,
): CompiledQuery<Row> {
  const parameters = compiled.parameters.map((parameter) => {
    if (!(parameter instanceof Placeholder)) return parameter;
    const value = params[parameter.name];
    if (value === undefined) throw new TypeError(`Query parameter ${parameter.name} is missing.`);
    return value;
  });
  return { query: compiled.query, queryId: compiled.queryId, sql: compiled.sql, parameters };
}

function placeholders<Params extends object>(): Params {
  return new Proxy({} as Params, {
    get: (_, name) => new Placeholder(String(name)),
  });
}
