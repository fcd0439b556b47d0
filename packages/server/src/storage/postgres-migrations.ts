/**
 * Migrates a schema of PostgreSQL on a connection of its own, while processes of the previous version
 * read and write. Nothing that it waits for makes them wait for longer than a moment.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StorageUnavailable } from '../base/errors.ts';
import { ConfigError } from '../base/setting-values.ts';
import type { Connection, Result } from './database.ts';
import { isMigrated, type Migration, type MigrationStore, migrate } from './migrate.ts';
import { PostgresClient } from './postgres-client.ts';

export interface PostgresMigrationOptions {
  readonly url: string;
  /** It is created when missing. */
  readonly schema: string;
  readonly migrations: readonly Migration[];
}

/** How long a migration waits for a table: statements that come later wait behind it. */
const lockTimeoutMs = 1_000;
const attemptsMax = 60;
const restMs = 1_000;
const pollMs = 50;
/** A process that hangs or is cut off in the middle lets another one migrate. */
const idleMsMax = 15_000;

export async function migratePostgres(options: PostgresMigrationOptions): Promise<void> {
  const { url, schema, migrations } = options;
  const client = new PostgresClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'hostmaster migrations',
  });
  // A lost connection fails the statement as well.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.requireOwnSession(url);
    await client.useSettings({
      search_path: schema,
      lock_timeout: 0,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: idleMsMax,
    });
  } catch (error) {
    await client.end().catch(() => {});
    throw error instanceof ConfigError ? error : new StorageUnavailable(error);
  }
  try {
    const store = new PostgresMigrationStore(client, schema);
    if (await isMigrated(store, migrations)) return;
    await store.lock();
    await migrate(store, migrations);
  } finally {
    await client.end().catch(() => {});
  }
}

class PostgresMigrationStore implements MigrationStore {
  readonly columnsQuery =
    "select attname as name from pg_attribute where attrelid = to_regclass('schema_migrations') and attnum > 0";
  readonly #client: pg.Client;
  readonly #schema: string;

  constructor(client: pg.Client, schema: string) {
    this.#client = client;
    this.#schema = schema;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    try {
      const { rows, rowCount } = await this.#client.query(sql, [...parameters]);
      return { rows, changes: rowCount ?? 0 };
    } catch (error) {
      throw isConnectionLoss(error) ? new StorageUnavailable(error) : error;
    }
  }

  /**
   * One process at a time migrates; its lock ends with its connection. The others ask repeatedly: a
   * statement that waits has a snapshot, and building an index waits for older snapshots.
   */
  async lock(): Promise<void> {
    const attempt = `select pg_try_advisory_lock(hashtext('hostmaster migrations ${this.#schema}')) as locked`;
    while (!(await this.#first<{ locked: boolean }>(attempt))?.locked) await delay(pollMs);
    // By name, because PostgreSQL 13 has no such setting.
    await this.#run(
      `select set_config(name, '${idleMsMax}', false) from pg_settings where name = 'idle_session_timeout'`,
    );
    await this.transaction(() => this.#run(`create schema if not exists ${this.#schema}`));
  }

  async transaction(work: (connection: Connection) => Promise<void>): Promise<void> {
    await this.#retry(async () => {
      try {
        await this.#run('begin');
        // Processes of the previous version hold this lock while they migrate.
        await this.#run(`select pg_advisory_xact_lock(hashtext('hostmaster ${this.#schema}'))`);
        await this.#run(`set local lock_timeout = ${lockTimeoutMs}`);
        await work(this);
        await this.#run('commit');
      } catch (error) {
        await this.#run('rollback').catch(() => {});
        throw error;
      }
    });
  }

  readonly changeIndex = (statement: string): Promise<void> =>
    this.#retry(async () => {
      const [, verb, name] = /^(create|drop) (?:unique )?index (\w+)/i.exec(statement) ?? [];
      const drop = `drop index concurrently if exists ${name}`;
      if (verb?.toLowerCase() === 'drop') {
        await this.#run(drop);
        return;
      }
      const found = await this.#first<{ isValid: boolean }>(
        `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('${name}')`,
      );
      if (found?.isValid === true) return;
      // A process ended while it built this index: no query uses it, and every write maintains it.
      if (found !== undefined) await this.#run(drop);
      try {
        await this.#run(statement.replace(/\bindex\b/i, 'index concurrently'));
      } catch (error) {
        // Half of a unique index could refuse what the previous version writes.
        await this.#run(drop).catch(() => {});
        throw error;
      }
    });

  async #run(sql: string): Promise<void> {
    await this.execute(sql, []);
  }

  async #first<Row>(sql: string): Promise<Row | undefined> {
    return (await this.execute(sql, [])).rows[0] as Row | undefined;
  }

  /** When another transaction has what this one waits for, that one goes on and this one tries again. */
  async #retry(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await work();
        return;
      } catch (error) {
        if (!isLocked(error) || attempt === attemptsMax) throw error;
      }
      await delay(restMs);
    }
  }
}

/** Lock timeout, deadlock, serialization failure. */
function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(55P03|40P01|40001)$/.test(error.code ?? '');
}

/** No answer of the server, or classes 08 and 57P: the connection or the server went away. */
function isConnectionLoss(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');
}
