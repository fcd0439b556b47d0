/** The PostgreSQL store: retries where the server asks for it, and resolves lost COMMIT answers. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Dialect,
  postgresDialect,
  type Reader,
  type TransactionOptions,
  type Tx,
} from '@hostmaster/storage';
import pg from 'pg';
import { StorageOutcomeUnknown, StorageUnavailable } from '../base/errors.ts';
import { EventBus } from '../base/events.ts';
import { ZoneKeyRing } from '../base/zone-key-ring.ts';
import { ContactSealer } from './contact-sealer.ts';
import { type Database, QueryRunner, type SnapshotReader } from './database.ts';
import type { Migration } from './migrate.ts';
import {
  applicationNameOf,
  earlierVersionsQuery,
  serviceSchema,
  unnumberedName,
} from './postgres-application-name.ts';
import { PostgresClient } from './postgres-client.ts';
import { lockMsMax, PostgresCommits } from './postgres-commits.ts';
import {
  CommitUnanswered,
  isRetryable,
  type Pools,
  PostgresPool,
  translate,
} from './postgres-connection.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { openSession } from './postgres-session.ts';
import { PostgresWakeUps } from './postgres-wake-ups.ts';
import { PostgresWrites } from './postgres-writes.ts';
import type { RowWrite } from './row-write.ts';
import { emptyModel, type StoreModel, type Work } from './work.ts';

export interface PostgresOptions {
  readonly url: string;
  /** The schema of the tables; it is created when missing. */
  readonly schema: string;
  readonly migrations: readonly Migration[];
  /** What `change` can write; nothing when absent. */
  readonly model?: StoreModel;
  readonly connectionsMax: number;
  /** A bus of its own when absent. */
  readonly events?: EventBus;
  readonly zoneKeys?: ZoneKeyRing;
  readonly contacts?: ContactSealer;
  readonly loadMsMax?: number;
}

const beginSnapshot = 'begin isolation level repeatable read read only';
const attemptsMax = 10;
const settleMsMax = 20_000;
const settleEveryMs = 100;

/**
 * Every wait has a limit: a process that hangs or disconnects in the middle of a transaction loses
 * its locks, and a transaction that waits for a lock fails before its client times out.
 */
const lockTimeoutMs = 5_000;
const idleTransactionMs = 15_000;
const loadMsDefault = 10_000;

/** A new connection has to authenticate and to plan every statement again. */
const idleTimeoutMillis = 600_000;

export async function openPostgres<Schema>(options: PostgresOptions): Promise<Database<Schema>> {
  await migratePostgres(options);
  const { readers, writers, alone, reserved } = shareConnections(options.connectionsMax);
  const pools = {
    transactions: openPool(options, alone, lockTimeoutMs),
    shared: openPool(options, writers, lockMsMax),
    reads: openPool(options, readers, lockTimeoutMs),
  };
  const pool = new PostgresPool(pools);
  const reservedPool =
    reserved === null
      ? pool
      : new PostgresPool({
          transactions: openPool(options, reserved.snapshots, lockTimeoutMs),
          reads: openPool(options, reserved.readers, lockTimeoutMs),
        });
  const { url, schema, events = new EventBus(), zoneKeys = new ZoneKeyRing(null) } = options;
  const wakeUps = new PostgresWakeUps({
    url,
    applicationName: nameOf(options),
    channel: schema,
    connection: pool,
    events,
  });
  const { model = emptyModel, loadMsMax = loadMsDefault } = options;
  const { contacts = new ContactSealer(null) } = options;
  return new PostgresDatabase<Schema>(pool, {
    events,
    zoneKeys,
    contacts,
    wakeUps,
    model,
    pools,
    writers,
    loadMsMax,
    reservedPool,
  });
}

/** With few connections no transactions share commits, and none are reserved. */
function shareConnections(max: number) {
  const readers = max > 3 ? 2 : 1;
  const writers = Math.min(4, Math.floor(max / 4));
  const reserved = max < 6 ? null : { readers: 1, snapshots: max < 10 ? 1 : 2 };
  const used = readers + writers + (reserved === null ? 0 : reserved.readers + reserved.snapshots);
  return { readers, writers, reserved, alone: Math.max(1, max - used) };
}

function openPool(options: PostgresOptions, max: number, lockMs: number): pg.Pool {
  const clients = new pg.Pool({
    connectionString: options.url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis,
    keepAlive: true,
    application_name: nameOf(options),
    pipeline: true,
    Client: PostgresClient,
    onConnect: (client) =>
      (client as PostgresClient).useSettings({
        search_path: options.schema,
        lock_timeout: lockMs,
        idle_in_transaction_session_timeout: idleTransactionMs,
        // No statement is large enough to be worth compiling.
        jit: 'off',
      }),
  });
  // An idle connection that breaks is replaced on the next use; its event must not end the process.
  clients.on('error', () => {});
  // The pool listens to idle connections only; one that breaks in use fails its statement as well.
  clients.on('connect', (client) => client.on('error', () => {}));
  return clients;
}

function nameOf({ schema, migrations }: PostgresOptions): string {
  return applicationNameOf(schema, migrations.at(-1)?.version ?? 0);
}

class PostgresDatabase<Schema> extends QueryRunner<Schema> implements Database<Schema> {
  readonly dialect: Dialect = postgresDialect;
  readonly events: EventBus;
  readonly zoneKeys: ZoneKeyRing;
  readonly contacts: ContactSealer;
  readonly reserved: SnapshotReader<Schema>;
  readonly #pool: PostgresPool;
  readonly #reservedPool: PostgresPool;
  readonly #wakeUps: PostgresWakeUps;
  readonly #commits: PostgresCommits<Schema>;

  constructor(
    pool: PostgresPool,
    parts: {
      readonly events: EventBus;
      readonly zoneKeys: ZoneKeyRing;
      readonly contacts: ContactSealer;
      readonly wakeUps: PostgresWakeUps;
      readonly model: StoreModel;
      readonly pools: Pools;
      readonly writers: number;
      readonly loadMsMax: number;
      readonly reservedPool: PostgresPool;
    },
  ) {
    super(pool, postgresDialect, parts.contacts);
    this.events = parts.events;
    this.zoneKeys = parts.zoneKeys;
    this.contacts = parts.contacts;
    this.#pool = pool;
    this.#reservedPool = parts.reservedPool;
    const reserved = new QueryRunner<Schema>(parts.reservedPool, postgresDialect, parts.contacts);
    this.reserved = {
      all: (query, params) => reserved.all(query, params),
      first: (query, params) => reserved.first(query, params),
      snapshot: (work) => this.#transaction(parts.reservedPool, { begin: beginSnapshot, work }),
    };
    this.#wakeUps = parts.wakeUps;
    this.#commits = new PostgresCommits<Schema>({
      sealer: parts.contacts,
      writes: new PostgresWrites(parts.model, parts.contacts),
      writers: parts.writers,
      loadMsMax: parts.loadMsMax,
      openShared: () => openSession(pool, parts.pools.shared),
      openAlone: () => openSession(pool, parts.pools.transactions),
      assertCommitted: (error, rows) => this.#assertCommitted(error, this.#isInserted(rows)),
      publish: (events) => {
        for (const event of events) this.events.publish(event);
        this.#wakeUps.send(events);
      },
    });
  }

  change<Loaded, Answer>(work: Work<Schema, Loaded, Answer>): Promise<Answer> {
    return this.#commits.change(work);
  }

  async transaction<T>(
    work: (tx: Tx<Schema>) => Promise<T>,
    { committed }: TransactionOptions = {},
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transaction(this.#pool, { begin: 'begin', work, committed });
      } catch (error) {
        if (!isRetryable(error) || attempt >= attemptsMax) throw error;
      }
    }
  }

  snapshot<T>(work: (reader: Reader<Schema>) => Promise<T>): Promise<T> {
    return this.#transaction(this.#pool, { begin: beginSnapshot, work });
  }

  listenToOthers(): void {
    this.#wakeUps.listen();
  }

  /** Nothing to do: every read goes to the server. */
  beginTurn(): void {}

  /** It would be a round trip, as reading is. */
  version(): null {
    return null;
  }

  async isSharedWithEarlier(migration: number): Promise<boolean> {
    const { rows } = await this.#pool.execute(earlierVersionsQuery, [
      unnumberedName,
      applicationNameOf(serviceSchema, migration),
    ]);
    return rows.length > 0;
  }

  async ping(): Promise<void> {
    await this.#reservedPool.execute('select 1', []);
  }

  async close(): Promise<void> {
    await this.#wakeUps.close();
    await this.#pool.close();
    if (this.#reservedPool !== this.#pool) await this.#reservedPool.close();
  }

  async #transaction<T>(
    pool: PostgresPool,
    {
      begin,
      work,
      committed,
    }: {
      readonly begin: string;
      readonly work: (tx: Tx<Schema>) => Promise<T>;
      readonly committed?: (() => Promise<boolean>) | undefined;
    },
  ): Promise<T> {
    const session = await openSession(pool, pool.transactions, begin);
    try {
      const tx = new QueryRunner<Schema>(session, postgresDialect, this.contacts);
      const result = await work(tx).catch((error: unknown) => {
        // Statements behind the first that was refused fail with other messages.
        throw session.fault === null ? error : translate(session.fault.error);
      });
      await session.commit([]).catch((error: unknown) => this.#assertCommitted(error, committed));
      return result;
    } catch (error) {
      await session.rollBack();
      throw error;
    } finally {
      session.release();
    }
  }

  /** Finds out by a row that the change has inserted; without one the outcome is unknown. */
  #isInserted(rows: readonly RowWrite[]): (() => Promise<boolean>) | undefined {
    const inserted = rows.filter((write) => write.kind === 'insert' && !write.ifAbsent);
    const proof =
      inserted.find((write) => write.kind === 'insert' && write.table === 'activity') ??
      inserted.find((write) => write.kind === 'insert' && typeof write.row.id === 'string');
    if (proof?.kind !== 'insert') return undefined;
    const { table, row } = proof;
    return async () => {
      const found = await this.#pool.execute(`select 1 from ${table} where id = $1`, [row.id]);
      return found.rows.length > 0;
    };
  }

  /** After a fault of COMMIT. When only its answer was lost, the store is asked what became of it. */
  async #assertCommitted(error: unknown, committed?: () => Promise<boolean>): Promise<void> {
    if (!(error instanceof CommitUnanswered)) throw error;
    const deadline = performance.now() + settleMsMax;
    while (committed !== undefined && performance.now() < deadline) {
      const outcome = await this.#outcomeOf(error, committed);
      if (outcome === 'committed') return;
      if (outcome === 'rolled back') throw new StorageUnavailable(error);
      await delay(settleEveryMs);
    }
    throw new StorageOutcomeUnknown(error);
  }

  /** Final as soon as that backend has ended; null before, and while the server cannot be asked. */
  async #outcomeOf(
    { backendPid }: CommitUnanswered,
    committed: () => Promise<boolean>,
  ): Promise<'committed' | 'rolled back' | null> {
    try {
      const sql = 'select 1 from pg_stat_activity where pid = $1';
      const { rows } = await this.#pool.execute(sql, [backendPid]);
      if (rows.length > 0) return null;
      return (await committed()) ? 'committed' : 'rolled back';
    } catch (error) {
      if (error instanceof StorageUnavailable) return null;
      throw error;
    }
  }
}
