/** Wraps the database of a service: records the queries in order, and lets a test make them fail. */
import type { Query, Reader, Tx } from '@hostmaster/storage';
import type { HostmasterDatabase, Schema } from '../../packages/server/src/storage/schema.ts';

type AnyQuery = Query<Schema, never, unknown> | 'begin' | 'write' | 'end';

export class QueryLog {
  #entries: AnyQuery[] = [];
  #fault: (() => Error) | null = null;

  /** The queries of everything that runs meanwhile: start the service without its worker. */
  async during(work: () => Promise<unknown>): Promise<readonly AnyQuery[]> {
    this.#entries = [];
    await work();
    return this.#entries;
  }

  forget(): void {
    this.#entries = [];
  }

  /** How often it was asked. */
  countOf(query: AnyQuery): number {
    return this.#entries.filter((entry) => entry === query).length;
  }

  /** From now on every query fails like this. */
  fail(fault: () => Error): { restore(): void } {
    this.#fault = fault;
    return {
      restore: () => {
        this.#fault = null;
      },
    };
  }

  wrap(database: HostmasterDatabase): HostmasterDatabase {
    return {
      ...this.#reader(database),
      dialect: database.dialect,
      events: database.events,
      zoneKeys: database.zoneKeys,
      contacts: database.contacts,
      isSharedWithEarlier: (migration) => database.isSharedWithEarlier(migration),
      change: async (work) => {
        this.#entries.push('begin');
        try {
          return await database.change({
            ...work,
            load: (reader) => work.load(this.#reader(reader)),
            decide: (loaded) => {
              const decision = work.decide(loaded);
              for (const _ of decision.writes.rows) this.#entries.push('write');
              return decision;
            },
          });
        } finally {
          this.#entries.push('end');
        }
      },
      transaction: async (work, options) => {
        this.#entries.push('begin');
        try {
          return await database.transaction((tx) => work(this.#tx(tx)), options);
        } finally {
          this.#entries.push('end');
        }
      },
      snapshot: (work) => database.snapshot((reader) => work(this.#reader(reader))),
      reserved: {
        ...this.#reader(database.reserved),
        snapshot: (work) => database.reserved.snapshot((reader) => work(this.#reader(reader))),
      },
      listenToOthers: () => database.listenToOthers(),
      beginTurn: () => database.beginTurn(),
      version: () => database.version(),
      ping: async () => {
        if (this.#fault !== null) throw this.#fault();
        await database.ping();
      },
      close: () => database.close(),
    };
  }

  #reader(reader: Reader<Schema>): Reader<Schema> {
    return {
      all: async (query, params) => {
        this.#note(query as AnyQuery);
        return reader.all(query, params);
      },
      first: async (query, params) => {
        this.#note(query as AnyQuery);
        return reader.first(query, params);
      },
    };
  }

  #tx(tx: Tx<Schema>): Tx<Schema> {
    return {
      ...this.#reader(tx),
      run: async (query, params) => {
        this.#note(query as AnyQuery);
        return tx.run(query, params);
      },
      batch: async (commands) => {
        for (const { query } of commands) this.#note(query as AnyQuery);
        return tx.batch(commands);
      },
    };
  }

  #note(query: AnyQuery): void {
    if (this.#fault !== null) throw this.#fault();
    this.#entries.push(query);
  }
}
