/**
 * Stores what secondaries report and what happened last between them and the service, per zone. Events
 * of one zone are merged and written together, so that a change costs at most two rows per secondary.
 */
import type { Logger } from 'pino';
import type { Change } from '../../changes/change.ts';
import { persistChange } from '../../changes/persist.ts';
import { removeAll } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { statement } from '../../storage/statements.ts';
import type { SecondaryExchange } from '../../storage/tables/secondaries/secondary-exchanges.ts';
import { zoneConfirmations } from '../../storage/tables/secondaries/zone-confirmations.ts';
import { BatchedWrites } from './batched-writes.ts';
import type { Place } from './secondaries.ts';
import { type KnownExchange, noExchange } from './zone-publication.ts';

export interface Confirmation extends Place {
  /** Null when it does not have the zone. */
  readonly serial: number | null;
}

export interface ObservationsOptions {
  readonly database: HostmasterDatabase;
  readonly log: Logger;
  /** Called with what a secondary has reported. */
  readonly onConfirmed?: (confirmation: Confirmation) => void;
}

const confirmationWaitMs = 100;
const exchangeWaitMs = 1_000;
const exchangesMax = 20_000;

export class Observations {
  readonly #options: ObservationsOptions;
  readonly #confirmations = new BatchedWrites<Confirmation>({
    waitMs: confirmationWaitMs,
    write: (batch) =>
      this.#write({
        rows: batch.map(({ serial, zone, secondary }) =>
          serial === null
            ? removeAll(zoneConfirmations, { zone, secondary })
            : statement('confirmSerial', { zone, secondary, serial }),
        ),
        announce: [...new Set(batch.map(({ zone }) => zone))].map((zone) => {
          return { kind: 'zone-confirmed', zone };
        }),
      }),
  });
  readonly #exchanges = new BatchedWrites<SecondaryExchange>({
    waitMs: exchangeWaitMs,
    write: (batch) =>
      this.#write({ rows: batch.map((exchange) => statement('noteExchange', exchange)) }),
  });

  constructor(options: ObservationsOptions) {
    this.#options = options;
  }

  confirm(confirmation: Confirmation): void {
    this.#confirmations.put(keyOf(confirmation), confirmation);
    this.#options.onConfirmed?.(confirmation);
  }

  /** Beyond the limit it is dropped: it explains states and decides nothing. */
  note({ zone, secondary }: Place, part: Partial<KnownExchange>): void {
    const key = keyOf({ zone, secondary });
    const waiting = this.#exchanges.find(key);
    if (waiting === undefined && this.#exchanges.size >= exchangesMax) return;
    this.#exchanges.put(key, { ...(waiting ?? { ...noExchange, zone, secondary }), ...part });
  }

  async flush(): Promise<void> {
    await this.#confirmations.flush();
    await this.#exchanges.flush();
  }

  /** Serials that cannot be written are queried again later, because the secondary counts as behind. */
  async #write(change: Change): Promise<void> {
    try {
      await persistChange(this.#options.database, change);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'what secondaries reported was not stored');
    }
  }
}

function keyOf({ zone, secondary }: Place): string {
  return `${secondary} ${zone}`;
}
