/**
 * Records what happened last between the service and each secondary, per zone. Events of one zone
 * are merged and written together, so that a change costs at most one row per secondary.
 */
import type { Logger } from 'pino';
import { noteExchange } from '../../storage/queries/secondary-exchanges.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { SecondaryExchange } from '../../storage/tables/secondary-exchanges.ts';
import { type KnownExchange, noExchange } from './explain-secondary.ts';

export type ExchangePart = Partial<KnownExchange>;

const waitMs = 1_000;
const batchMax = 500;
const waitingMax = 20_000;

export class ExchangeLog {
  readonly #database: HostmasterDatabase;
  readonly #log: Logger;
  readonly #waiting = new Map<string, SecondaryExchange>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: { readonly database: HostmasterDatabase; readonly log: Logger }) {
    this.#database = options.database;
    this.#log = options.log;
  }

  /** Beyond the limit it is dropped: it explains states and decides nothing. */
  note(place: { readonly zone: string; readonly secondary: string }, part: ExchangePart): void {
    const { zone, secondary } = place;
    const key = `${secondary} ${zone}`;
    const waiting = this.#waiting.get(key);
    if (waiting === undefined && this.#waiting.size >= waitingMax) return;
    this.#waiting.set(key, { ...(waiting ?? { ...noExchange, zone, secondary }), ...part });
    this.#timer ??= setTimeout(() => void this.flush(), waitMs);
  }

  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, batchMax);
      for (const [key] of batch) this.#waiting.delete(key);
      try {
        await this.#database.transaction(async (tx) => {
          for (const [, exchange] of batch) await tx.run(noteExchange, exchange);
        });
      } catch (error) {
        this.#log.warn({ err: error, count: batch.length }, 'exchanges were not recorded');
        return;
      }
    }
  }
}
