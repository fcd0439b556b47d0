/** The SQLite store: one file, a group-committing writer and a read-only connection beside it. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import {
  type Database,
  QueryRunner,
  type Reader,
  type TransactionOptions,
  type Tx,
} from './database.ts';
import { type Dialect, sqliteDialect } from './dialect.ts';
import { type BatchListener, GroupCommitDriver } from './group-commit.ts';
import { type Migration, migrate } from './migrate.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** Hears of each shared commit; used by metrics. */
  readonly onBatch?: BatchListener;
}

export async function openSqlite<Schema>(options: SqliteOptions): Promise<Database<Schema>> {
  const writer = new SqliteConnection(options.file, { readOnly: false });
  let kysely: Kysely<Schema>;
  try {
    await writer.pragmas(['journal_mode = wal', 'synchronous = full', 'foreign_keys = on']);
    const driver = new GroupCommitDriver({
      writer,
      openReader: () => new SqliteConnection(options.file, { readOnly: true }),
      onBatch: options.onBatch,
    });
    kysely = new Kysely<Schema>({
      dialect: {
        createDriver: () => driver,
        createAdapter: () => new SqliteAdapterWithReaders(),
        createQueryCompiler: () => new SqliteQueryCompiler(),
        createIntrospector: (db) => new SqliteIntrospector(db),
      },
    });
    await migrate({ kysely, migrations: options.migrations, lock: null });
  } catch (error) {
    writer.close();
    throw error;
  }
  return new SqliteDatabase(kysely);
}

class SqliteDatabase<Schema> extends QueryRunner<Schema> implements Database<Schema> {
  readonly dialect: Dialect = sqliteDialect;
  readonly #kysely: Kysely<Schema>;

  constructor(kysely: Kysely<Schema>) {
    super(kysely, sqliteDialect);
    this.#kysely = kysely;
  }

  async transaction<T>(
    work: (tx: Tx<Schema>) => Promise<T>,
    _options?: TransactionOptions,
  ): Promise<T> {
    let hooks: readonly (() => void)[] = [];
    const result = await this.#kysely.transaction().execute((trx) => {
      const tx = new QueryRunner<Schema>(trx, sqliteDialect);
      hooks = tx.hooks;
      return work(tx);
    });
    for (const hook of hooks) hook();
    return result;
  }

  async snapshot<T>(work: (reader: Reader<Schema>) => Promise<T>): Promise<T> {
    return this.#kysely
      .transaction()
      .setAccessMode('read only')
      .execute((trx) => work(new QueryRunner<Schema>(trx, sqliteDialect)));
  }

  async ping(): Promise<void> {
    await this.#kysely.executeQuery(CompiledQuery.raw('select 1'));
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
  }
}

/** Kysely serialises every query of a SQLite adapter; ours has a reader beside the writer. */
class SqliteAdapterWithReaders extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One connection with its prepared statements. Everything on it is synchronous. */
export class SqliteConnection {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  constructor(file: string, options: { readOnly: boolean }) {
    this.#db = new DatabaseSync(file, { readOnly: options.readOnly, timeout: 0 });
  }

  get isTransaction(): boolean {
    return this.#db.isTransaction;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  query(sql: string, parameters: readonly unknown[]): { rows: unknown[]; changes: bigint } {
    const prepared = this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (prepared.returnsRows) {
      const rows = prepared.statement.all(...values);
      return { rows, changes: BigInt(rows.length) };
    }
    return { rows: [], changes: BigInt(prepared.statement.run(...values).changes) };
  }

  /** Switching to WAL needs the file for itself for a moment; another process may be starting too. */
  async pragmas(pragmas: readonly string[]): Promise<void> {
    for (const pragma of pragmas) await retryWhileBusy(() => this.exec(`pragma ${pragma}`));
  }

  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  #prepare(sql: string): { statement: StatementSync; returnsRows: boolean } {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const statement = this.#db.prepare(sql);
      prepared = { statement, returnsRows: statement.columns().length > 0 };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}

const busyLimitMs = 5_000;

/** Never blocks the event loop: each try fails at once, and the next comes from a timer. */
export async function retryWhileBusy<T>(attempt: () => T, since = Date.now()): Promise<T> {
  const deadline = since + busyLimitMs;
  for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 20)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/** Primary result codes of sqlite3.h; the upper bits of an extended code only say more. */
const sqliteCodes = { busy: 5, locked: 6, ioError: 10, corrupt: 11, full: 13, cantOpen: 14 };

export function sqliteErrorCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

export function isBusy(error: unknown): boolean {
  const code = sqliteErrorCode(error);
  return code === sqliteCodes.busy || code === sqliteCodes.locked;
}

/** The store itself is at fault, not the statement. */
export function isStorageFault(error: unknown): boolean {
  const code = sqliteErrorCode(error);
  return code !== null && Object.values(sqliteCodes).includes(code);
}
