/** Stores the serials that secondaries report. */
import type { Logger } from 'pino';
import { persistChange } from '../../changes/persist.ts';
import { removeAll } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { statement } from '../../storage/statements.ts';
import { zoneConfirmations } from '../../storage/tables/secondaries/zone-confirmations.ts';
import { BatchedWrites } from './batched-writes.ts';

interface Confirmation {
  readonly zone: string;
  readonly secondary: string;
  /** Null when it does not have the zone. */
  readonly serial: number | null;
}

const waitMs = 100;

export class Confirmations {
  readonly #database: HostmasterDatabase;
  readonly #log: Logger;
  readonly #writes = new BatchedWrites<Confirmation>({
    waitMs,
    write: (batch) => this.#write(batch),
  });

  constructor(options: { readonly database: HostmasterDatabase; readonly log: Logger }) {
    this.#database = options.database;
    this.#log = options.log;
  }

  note(confirmation: Confirmation): void {
    this.#writes.put(`${confirmation.secondary} ${confirmation.zone}`, confirmation);
  }

  async flush(): Promise<void> {
    await this.#writes.flush();
  }

  /**
   * Serials that cannot be written are queried again later, because the secondary counts as behind.
   */
  async #write(batch: readonly Confirmation[]): Promise<void> {
    try {
      await persistChange(this.#database, {
        rows: batch.map(({ serial, ...place }) =>
          serial === null
            ? removeAll(zoneConfirmations, place)
            : statement('confirmSerial', { ...place, serial }),
        ),
        announce: [...new Set(batch.map(({ zone }) => zone))].map((zone) => {
          return { kind: 'zone-confirmed', zone };
        }),
      });
    } catch (error) {
      this.#log.warn({ err: error, count: batch.length }, 'confirmed serials were not stored');
    }
  }
}
