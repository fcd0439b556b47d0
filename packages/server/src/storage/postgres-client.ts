/**
 * A connection to PostgreSQL. Its settings are made by a statement, because poolers refuse or drop those
 * of the startup message.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ConfigError } from '../base/setting-values.ts';

const connectMsMax = 5_000;
const answerMsMax = 5_000;
/** Other processes may use the pooler at the same time, so one round proves nothing. */
const roundsMax = 10;

export class PostgresClient extends pg.Client {
  #backendPid = 0;

  /** The process of the server. Behind a pooler `processID` is a number that the pooler has made up. */
  get backendPid(): number {
    return this.#backendPid;
  }

  /** They hold until the connection ends. Names and values are our own. */
  async useSettings(settings: Readonly<Record<string, string | number>>): Promise<void> {
    const calls = Object.entries(settings).map(
      ([name, value]) => `set_config('${name}', '${value}', false)`,
    );
    await this.#readBackendPid(calls);
  }

  /**
   * Refuses a pooler that gives the connection to other sessions between transactions: settings, prepared
   * statements, LISTEN and the lock of migrations belong to a session.
   */
  async requireOwnSession(url: string): Promise<void> {
    await this.#readBackendPid();
    if ((this as WithProcessId).processID === this.#backendPid) return;
    const other = new PostgresClient({
      connectionString: url,
      connectionTimeoutMillis: connectMsMax,
      application_name: 'hostmaster migrations',
    });
    other.on('error', () => {});
    await other.connect();
    try {
      for (let round = 0; round < roundsMax; round += 1) {
        const mark = randomUUID();
        await this.#ask(`select set_config('${markSetting}', '${mark}', false)`);
        if ((await other.#readMark()) === mark || (await this.#readMark()) !== mark) {
          throw new ConfigError(
            'DATABASE_URL leads to a pooler that shares one connection between sessions (PgBouncer: pool_mode = transaction or statement). Set pool_mode = session for this database, or connect to PostgreSQL itself.',
          );
        }
      }
    } finally {
      await other.end().catch(() => {});
    }
  }

  async #readBackendPid(calls: readonly string[] = []): Promise<void> {
    const columns = ['pg_backend_pid() as pid', ...calls];
    this.#backendPid = (await this.#ask<{ pid: number }>(`select ${columns.join(', ')}`)).pid;
  }

  async #readMark(): Promise<string | null> {
    const sql = `select current_setting('${markSetting}', true) as mark`;
    return (await this.#ask<{ mark: string | null }>(sql)).mark;
  }

  /** In one round trip, because values are part of the text. */
  async #ask<Row extends object>(text: string): Promise<Row> {
    const limited: pg.QueryConfig & { query_timeout: number } = {
      text,
      query_timeout: answerMsMax,
    };
    const { rows } = await this.query<Row>(limited);
    const [row] = rows;
    if (row === undefined) throw new Error('The server answered without a row.');
    return row;
  }
}

const markSetting = 'hostmaster.session';

/** Its type declaration lacks what the server said at the start of the connection. */
type WithProcessId = pg.Client & { readonly processID?: number };
