/** Which serial each secondary has taken, written together instead of one by one. */
import type { Logger } from 'pino';
import { confirmSerial } from '../storage/queries/secondaries.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';

interface Taken {
  readonly zone: string;
  readonly secondary: string;
  readonly serial: number;
}

const waitMs = 100;
const batchMax = 500;

export class Confirmations {
  readonly #database: HostmasterDatabase;
  readonly #log: Logger;
  readonly #waiting = new Map<string, Taken>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: { readonly database: HostmasterDatabase; readonly log: Logger }) {
    this.#database = options.database;
    this.#log = options.log;
  }

  note(taken: Taken): void {
    this.#waiting.set(`${taken.secondary} ${taken.zone}`, taken);
    this.#timer ??= setTimeout(() => void this.flush(), waitMs);
  }

  /** What cannot be written now is written with the next transfer; it is for people to look at. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const batch = [...this.#waiting].slice(0, batchMax);
    if (batch.length === 0) return;
    for (const [key] of batch) this.#waiting.delete(key);
    try {
      await this.#database.transaction(async (tx) => {
        for (const [, taken] of batch) await tx.run(confirmSerial, taken);
      });
    } catch (error) {
      this.#log.warn({ err: error, count: batch.length }, 'confirmed serials were not kept');
    }
    if (this.#waiting.size > 0) await this.flush();
  }
}
