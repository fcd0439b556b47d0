/**
 * Records what happened last between the service and each secondary, per zone. Events of one zone
 * are merged and written together, so that a change costs at most one row per secondary.
 */
import type { Logger } from 'pino';
import { persistChange } from '../../changes/persist.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { statement } from '../../storage/statements.ts';
import type { SecondaryExchange } from '../../storage/tables/secondaries/secondary-exchanges.ts';
import { BatchedWrites } from './batched-writes.ts';
import { type KnownExchange, noExchange } from './explain-secondary.ts';

export type ExchangePart = Partial<KnownExchange>;

const waitMs = 1_000;
const waitingMax = 20_000;

export class ExchangeLog {
  readonly #database: HostmasterDatabase;
  readonly #log: Logger;
  readonly #writes = new BatchedWrites<SecondaryExchange>({
    waitMs,
    write: (batch) => this.#write(batch),
  });

  constructor(options: { readonly database: HostmasterDatabase; readonly log: Logger }) {
    this.#database = options.database;
    this.#log = options.log;
  }

  /** Beyond the limit it is dropped: it explains states and decides nothing. */
  note(place: { readonly zone: string; readonly secondary: string }, part: ExchangePart): void {
    const { zone, secondary } = place;
    const key = `${secondary} ${zone}`;
    const waiting = this.#writes.find(key);
    if (waiting === undefined && this.#writes.size >= waitingMax) return;
    this.#writes.put(key, { ...(waiting ?? { ...noExchange, zone, secondary }), ...part });
  }

  async flush(): Promise<void> {
    await this.#writes.flush();
  }

  async #write(batch: readonly SecondaryExchange[]): Promise<void> {
    try {
      await persistChange(this.#database, {
        rows: batch.map((exchange) => statement('noteExchange', exchange)),
      });
    } catch (error) {
      this.#log.warn({ err: error, count: batch.length }, 'exchanges were not recorded');
    }
  }
}
