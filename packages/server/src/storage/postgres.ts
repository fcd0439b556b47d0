/** The PostgreSQL store: named prepared statements, retries where the server asks for them. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { StorageUnavailable } from '../base/errors.ts';
import {
  type Database,
  QueryRunner,
  type Reader,
  type TransactionOptions,
  type Tx,
} from './database.ts';
import { type Dialect, postgresDialect } from './dialect.ts';
import { type Migration, migrate } from './migrate.ts';
import { CommitUnanswered, isRetryable, PostgresDriver } from './postgres-driver.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Tables live in this schema; it is created when missing. */
  readonly schema: string;
  readonly migrations: readonly Migration[];
  readonly connectionsMax: number;
}

const attemptsMax = 10;
const backendGoneTriesMax = 100;
const backendGoneDelayMs = 100;
const int8Oid = 20;

export async function openPostgres<Schema>(options: PostgresOptions): Promise<Database<Schema>> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    connectionTimeoutMillis: 5_000,
    options: `-c search_path=${options.schema}`,
    application_name: 'hostmaster',
    pipeline: true,
    types: { getTypeParser },
  });
  // An idle connection that breaks is replaced on the next use; its event must not end the process.
  pool.on('error', () => {});
  // The pool listens to idle connections only; one that breaks in use fails its statement as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  const kysely = new Kysely<Schema>({
    dialect: {
      createDriver: () => new PostgresDriver(pool),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
  try {
    await createSchema(pool, options.schema);
    await migrate({
      kysely,
      migrations: options.migrations,
      lock: `select pg_advisory_xact_lock(hashtext('hostmaster ${options.schema}'))`,
    });
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  return new PostgresDatabase(kysely);
}

class PostgresDatabase<Schema> extends QueryRunner<Schema> implements Database<Schema> {
  readonly dialect: Dialect = postgresDialect;
  readonly #kysely: Kysely<Schema>;

  constructor(kysely: Kysely<Schema>) {
    super(kysely, postgresDialect);
    this.#kysely = kysely;
  }

  async transaction<T>(
    work: (tx: Tx<Schema>) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      let hooks: readonly (() => void)[] = [];
      let result: { value: T } | undefined;
      try {
        await this.#kysely.transaction().execute(async (trx) => {
          const tx = new QueryRunner<Schema>(trx, postgresDialect);
          hooks = tx.hooks;
          result = { value: await work(tx) };
        });
      } catch (error) {
        if (isRetryable(error) && attempt < attemptsMax) continue;
        if (!(error instanceof CommitUnanswered) || !(await this.#settle(error, options))) {
          throw error instanceof CommitUnanswered ? new StorageUnavailable(error) : error;
        }
      }
      if (result === undefined) throw new Error('A committed transaction has a result.');
      for (const hook of hooks) hook();
      return result.value;
    }
  }

  async snapshot<T>(work: (reader: Reader<Schema>) => Promise<T>): Promise<T> {
    return this.#kysely
      .transaction()
      .setAccessMode('read only')
      .execute((trx) => work(new QueryRunner<Schema>(trx, postgresDialect)));
  }

  async ping(): Promise<void> {
    await this.#kysely.executeQuery(CompiledQuery.raw('select 1'));
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
  }

  /** The answer to COMMIT was lost. Once that backend is gone its outcome is fixed and can be read. */
  async #settle(lost: CommitUnanswered, options: TransactionOptions): Promise<boolean> {
    if (options.committed === undefined) return false;
    const query = CompiledQuery.raw('select 1 from pg_stat_activity where pid = $1', [
      lost.backendPid,
    ]);
    for (let tries = 0; tries < backendGoneTriesMax; tries += 1) {
      try {
        const backends = await this.#kysely.executeQuery(query);
        if (backends.rows.length === 0) return await options.committed();
      } catch (error) {
        if (!(error instanceof StorageUnavailable)) throw error;
      }
      await delay(backendGoneDelayMs);
    }
    return false;
  }
}

async function createSchema(pool: pg.Pool, schema: string): Promise<void> {
  const found = await pool.query('select 1 from pg_namespace where nspname = $1', [schema]);
  if (found.rowCount !== 0) return;
  try {
    await pool.query(`create schema if not exists ${schema}`);
  } catch (error) {
    // Processes that start together may both find it missing: "if not exists" does not wait.
    if (!(error instanceof pg.DatabaseError && error.code === '23505')) throw error;
  }
}

/** Our integers stay below 2^53, so bigint columns and counts read as numbers on both engines. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === int8Oid ? Number : pg.types.getTypeParser(oid, format as 'text');
}
