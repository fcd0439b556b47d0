/** Stores the serials that secondaries report, in batches. */
import type { Logger } from 'pino';
import { confirmSerial, deleteConfirmation } from '../../storage/queries/zone-confirmations.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';

interface Held {
  readonly zone: string;
  readonly secondary: string;
  /** Null when it does not have the zone. */
  readonly serial: number | null;
}

const waitMs = 100;
const batchMax = 500;

export class Confirmations {
  readonly #database: HostmasterDatabase;
  readonly #log: Logger;
  readonly #waiting = new Map<string, Held>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: { readonly database: HostmasterDatabase; readonly log: Logger }) {
    this.#database = options.database;
    this.#log = options.log;
  }

  note(held: Held): void {
    this.#waiting.set(`${held.secondary} ${held.zone}`, held);
    this.#timer ??= setTimeout(() => void this.flush(), waitMs);
  }

  /**
   * Serials that cannot be written are queried again later, because the secondary counts as behind.
   */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const batch = [...this.#waiting].slice(0, batchMax);
    if (batch.length === 0) return;
    for (const [key] of batch) this.#waiting.delete(key);
    try {
      await this.#database.transaction(async (tx) => {
        for (const [, { serial, ...place }] of batch) {
          if (serial === null) await tx.run(deleteConfirmation, place);
          else await tx.run(confirmSerial, { ...place, serial });
        }
      });
    } catch (error) {
      this.#log.warn({ err: error, count: batch.length }, 'confirmed serials were not stored');
    }
    if (this.#waiting.size > 0) await this.flush();
  }
}
