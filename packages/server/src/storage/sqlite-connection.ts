/** One SQLite connection with its prepared statements. Everything on it is synchronous. */
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import { placeOf } from '@hostmaster/storage';
import { StorageUnavailable } from '../base/errors.ts';
import { sha256Hex } from '../base/hash-chain.ts';
import type { Connection, Result } from './database.ts';
import type { LogFrames } from './wal-frames.ts';

export class SqliteConnection implements Connection {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(file: string, options: { readOnly: boolean }) {
    this.file = file;
    this.#db = new DatabaseSync(file, { readOnly: options.readOnly, timeout: 0 });
    this.#db.function('sha256_hex', { deterministic: true }, (text) => sha256Hex(String(text)));
  }

  get isTransaction(): boolean {
    return this.#db.isOpen && this.#db.isTransaction;
  }

  /** Several statements, or one that is too rare to keep prepared. */
  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** One statement that returns nothing. */
  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    try {
      return this.query(sql, parameters);
    } catch (error) {
      throw explainFault(error);
    }
  }

  query(sql: string, parameters: readonly unknown[]): Result {
    const prepared = this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    const { statement, toRow } = prepared;
    if (toRow === null) return { rows: [], changes: Number(statement.run(...values).changes) };
    const rows = statement.all(...values) as unknown as SQLOutputValue[][];
    return { rows: rows.map(toRow), changes: 0 };
  }

  /** Differs after each commit of another connection, in whichever process. */
  dataVersion(): number {
    const { rows } = this.query('pragma data_version', []);
    return (rows[0] as { readonly data_version: number }).data_version;
  }

  /** How long the write-ahead log is. */
  logFrames(): LogFrames {
    return this.query('pragma wal_checkpoint(noop)', []).rows[0] as LogFrames;
  }

  /** Switching to WAL needs an exclusive lock for a moment; another process may be starting too. */
  async pragmas(pragmas: readonly string[]): Promise<void> {
    for (const pragma of pragmas) await retryWhileBusy(() => this.exec(`pragma ${pragma}`));
  }

  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const statement = this.#db.prepare(sql);
      statement.setReturnArrays(true);
      prepared = { statement, toRow: rowMaker(statement.columns().map(({ name }) => name)) };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}

type RowMaker = (values: readonly SQLOutputValue[]) => Record<string, SQLOutputValue>;

interface Prepared {
  readonly statement: StatementSync;
  /** Null when it returns no rows. */
  readonly toRow: RowMaker | null;
}

/**
 * The rows that Node makes are dictionaries: reading their fields takes several times as long. A literal
 * with the names of the columns, compiled once for each statement, takes a tenth of filling an object.
 */
function rowMaker(columns: readonly string[]): RowMaker | null {
  if (columns.length === 0) return null;
  const top: string[] = [];
  const parts = new Map<string, string[]>();
  for (const [at, name] of columns.entries()) {
    const { part, field } = placeOf(name);
    const fields = part === null ? top : (parts.get(part) ?? []);
    fields.push(`${JSON.stringify(field)}: values[${at}]`);
    if (part !== null) parts.set(part, fields);
  }
  const nested = [...parts].map(
    ([part, fields]) => `${JSON.stringify(part)}: { ${fields.join(', ')} }`,
  );
  return new Function('values', `return { ${[...top, ...nested].join(', ')} };`) as RowMaker;
}

const busyLimitMs = 5_000;

/** Never blocks the event loop: each try fails at once, and the next comes from a timer. */
export async function retryWhileBusy<T>(attempt: () => T, since = performance.now()): Promise<T> {
  const deadline = since + busyLimitMs;
  for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 20)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/** Primary result codes of sqlite3.h; the upper bits of an extended code only add detail. */
const sqliteCodes = { busy: 5, locked: 6, ioError: 10, corrupt: 11, full: 13, cantOpen: 14 };

/** Maps an error for callers: store faults become StorageUnavailable, statement errors stay. */
export function explainFault(error: unknown): unknown {
  return isStorageFault(error) ? new StorageUnavailable(error) : error;
}

/** The store itself is at fault, not the statement. */
function isStorageFault(error: unknown): boolean {
  const code = sqliteErrorCode(error);
  return code !== null && Object.values(sqliteCodes).includes(code);
}

/** Unique, primary key and foreign key constraints: a row that the change did not load is there, or gone. */
const constraintCodes = [2067, 1555, 787];

export function isConstraintConflict(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && constraintCodes.includes(Number(error.errcode))
  );
}

function isBusy(error: unknown): boolean {
  const code = sqliteErrorCode(error);
  return code === sqliteCodes.busy || code === sqliteCodes.locked;
}

function sqliteErrorCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}
