/**
 * Statements that are sent to PostgreSQL in one packet and answered in one: they share one Sync, the
 * message after which the server writes its answers to the socket. With a Sync for each statement,
 * both sides were woken for each of them.
 *
 * A statement is prepared under a name once per connection, and described once: later answers have
 * the same columns. After one has failed, the server skips the others of the batch.
 */
import { type Place, placeOf } from '@hostmaster/storage';
import pg from 'pg';
import type { Result } from './database.ts';

export interface SentStatement {
  readonly sql: string;
  readonly values: readonly Value[];
  readonly answered: PromiseWithResolvers<Result>;
}

type Value = string | Buffer | null;
type ParseValue = (text: string) => unknown;

interface Column extends Place {
  readonly parse: ParseValue;
}

interface Prepared {
  readonly name: string;
  /** Unknown before the first answer; null for a statement that returns no rows. */
  columns: readonly Column[] | null | undefined;
}

/** What one connection has prepared, by the text of the statement. */
export class PreparedStatements {
  readonly #byText = new Map<string, Prepared>();
  /** Names of statements whose preparation may have failed. */
  readonly #maybePrepared = new Map<string, string>();
  #named = 0;

  find(sql: string): Prepared | undefined {
    return this.#byText.get(sql);
  }

  /** `closes`: the name may be in use at the server. */
  add(sql: string): { readonly prepared: Prepared; readonly closes: boolean } {
    const known = this.#maybePrepared.get(sql);
    this.#named += 1;
    const prepared = { name: known ?? `hm${this.#named}`, columns: undefined };
    this.#maybePrepared.delete(sql);
    this.#byText.set(sql, prepared);
    return { prepared, closes: known !== undefined };
  }

  /** Whether the server has prepared it is unknown. */
  forget(sql: string): void {
    const prepared = this.#byText.get(sql);
    if (prepared === undefined) return;
    this.#byText.delete(sql);
    this.#maybePrepared.set(sql, prepared.name);
  }
}

/** The server has refused an earlier statement of the same batch, and has not looked at this one. */
export class SkippedStatement extends Error {
  override readonly name = 'SkippedStatement';
  override readonly cause: unknown;

  constructor(refused: unknown) {
    super('An earlier statement was refused.');
    this.cause = refused;
  }
}

interface Part extends SentStatement {
  readonly rows: unknown[];
  prepared: Prepared | null;
  /** This batch has prepared it. */
  isNew: boolean;
}

/** In pipeline mode `pg` sends nothing but its own kind of queries. */
export class StatementBatch extends pg.Query {
  readonly #parts: readonly Part[];
  readonly #statements: PreparedStatements;
  #next = 0;

  constructor(sent: readonly SentStatement[], statements: PreparedStatements) {
    super('');
    this.#statements = statements;
    this.#parts = sent.map((statement) => ({
      ...statement,
      rows: [],
      prepared: null,
      isNew: false,
    }));
  }

  override submit = (connection: pg.Connection): void => {
    connection.stream.cork();
    for (const part of this.#parts) this.#send(connection, part);
    connection.sync();
    connection.stream.uncork();
  };

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const { prepared } = this.#current();
    if (prepared === null) return;
    prepared.columns = fields.map(({ name, dataTypeID }) => ({
      ...placeOf(name),
      parse: parserOf(dataTypeID),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { prepared, rows } = this.#current();
    rows.push(rowOf(prepared?.columns ?? [], fields));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const { prepared, rows, answered } = this.#current();
    this.#next += 1;
    if (prepared !== null) prepared.columns ??= null;
    answered.resolve({ rows, changes: countIn(text) });
  }

  handleReadyForQuery(): void {}

  /** An error of the server, or the loss of the connection. */
  handleError(error: unknown): void {
    const isRefused = error instanceof pg.DatabaseError;
    for (const [index, { sql, isNew, answered }] of this.#parts.slice(this.#next).entries()) {
      if (isNew) this.#statements.forget(sql);
      answered.reject(isRefused && index > 0 ? new SkippedStatement(error) : error);
    }
  }

  #current(): Part {
    const part = this.#parts[this.#next];
    if (part === undefined) throw new Error('The server answered more than it was asked.');
    return part;
  }

  #send(connection: pg.Connection, part: Part): void {
    const { sql, values } = part;
    let prepared = this.#statements.find(sql);
    if (prepared === undefined) {
      const added = this.#statements.add(sql);
      prepared = added.prepared;
      part.isNew = true;
      const { name } = prepared;
      if (added.closes) connection.close({ type: 'S', name }, true);
      connection.parse({ name, text: sql, types: [] }, true);
    }
    part.prepared = prepared;
    const binding = { statement: prepared.name, values: values as Value[] };
    connection.bind(binding, true);
    if (prepared.columns === undefined) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
  }
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): unknown {
  const row: Record<string, unknown> = {};
  let index = 0;
  let last: string | null = null;
  let values = row;
  for (const { part, field, parse } of columns) {
    const text = fields[index] ?? null;
    if (part !== last) values = part === null ? row : partOf(row, part);
    last = part;
    values[field] = text === null ? null : parse(text);
    index += 1;
  }
  return row;
}

function partOf(row: Record<string, unknown>, name: string): Record<string, unknown> {
  const part = (row[name] as Record<string, unknown> | undefined) ?? {};
  row[name] = part;
  return part;
}

/** `INSERT 0 1`, `SELECT 20`, `BEGIN`. */
function countIn(command: string): number {
  return Number(command.slice(command.lastIndexOf(' ') + 1)) || 0;
}

/** Columns encode everything else before (column.ts). */
export function wireValue(value: unknown): Value {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length);
  throw new TypeError(`A ${typeof value} cannot be a parameter of a statement.`);
}

const int8Oid = 20;

/** Our integers stay below 2^53, so bigint columns and counts read as numbers on both engines. */
function parserOf(oid: number): ParseValue {
  return oid === int8Oid ? Number : pg.types.getTypeParser(oid, 'text');
}
