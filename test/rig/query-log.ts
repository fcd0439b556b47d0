/** Which queries a request runs, in order; a place between the service and its database. */
import type { Reader, Tx } from '../../packages/server/src/storage/database.ts';
import type { Query } from '../../packages/server/src/storage/query.ts';
import type { HostmasterDatabase, Schema } from '../../packages/server/src/storage/schema.ts';

type AnyQuery = Query<Schema, never, unknown> | 'begin' | 'end';

export class QueryLog {
  #entries: AnyQuery[] = [];

  /** The queries of everything that runs meanwhile: start the service without its worker. */
  async during(work: () => Promise<unknown>): Promise<readonly AnyQuery[]> {
    this.#entries = [];
    await work();
    return this.#entries;
  }

  wrap(database: HostmasterDatabase): HostmasterDatabase {
    return {
      ...this.#reader(database),
      dialect: database.dialect,
      transaction: async (work, options) => {
        this.#entries.push('begin');
        try {
          return await database.transaction((tx) => work(this.#tx(tx)), options);
        } finally {
          this.#entries.push('end');
        }
      },
      snapshot: (work) => database.snapshot((reader) => work(this.#reader(reader))),
      ping: () => database.ping(),
      close: () => database.close(),
    };
  }

  #reader(reader: Reader<Schema>): Reader<Schema> {
    return {
      all: (query, params) => {
        this.#entries.push(query as AnyQuery);
        return reader.all(query, params);
      },
      first: (query, params) => {
        this.#entries.push(query as AnyQuery);
        return reader.first(query, params);
      },
    };
  }

  #tx(tx: Tx<Schema>): Tx<Schema> {
    return {
      ...this.#reader(tx),
      run: (query, params) => {
        this.#entries.push(query as AnyQuery);
        return tx.run(query, params);
      },
      afterCommit: (hook) => tx.afterCommit(hook),
    };
  }
}
