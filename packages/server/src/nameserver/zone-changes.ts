/**
 * Finds the zones that changed in any process, by one query however many zones there are. A change
 * has the time of its write and becomes visible with its commit, which can be later. So each check
 * starts at the newest change that an earlier check saw while none of the transactions that were
 * still open at the last check had written anything.
 */
import { changedZones, readZoneChanges, type ZoneChange } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';

interface Check {
  /** The time of the newest change that it saw. */
  readonly newestAt: number;
  /** Transactions from this number on had written nothing. */
  readonly nextTransaction: number;
}

/** More changes than this are not worth listing. */
const changesMax = 2_000;
/** Covers a time that was read a moment before its write, and a clock that was set back a little. */
const overlapMs = 2_000;
const checksMax = 100;

export class ZoneChanges {
  readonly #reader: HostmasterReader;
  /** The latest is last. The first of all stands for all time. */
  #checks: Check[] = [{ newestAt: 0, nextTransaction: 0 }];

  constructor(reader: HostmasterReader) {
    this.#reader = reader;
  }

  /**
   * The changes committed since the last call, with some from before it; null when they are too
   * many to list.
   */
  async read(): Promise<readonly ZoneChange[] | null> {
    const since = (this.#checks[0]?.newestAt ?? 0) - overlapMs;
    const row = await this.#reader.first(readZoneChanges, { since, limit: changesMax + 1 });
    if (row === undefined) throw new Error('The changes of zones were not read.');
    this.#note(row);
    const changes = changedZones(row);
    return changes.length > changesMax ? null : changes;
  }

  /** Forgets the checks that the next one cannot start at. */
  #note(row: {
    readonly newestAt: number;
    readonly now: number;
    readonly oldestTransaction: number;
    readonly nextTransaction: number;
  }): void {
    const { nextTransaction } = row;
    this.#checks.push({ newestAt: Math.min(row.newestAt, row.now), nextTransaction });
    const start = this.#checks.findLastIndex(
      (check) => check.nextTransaction <= row.oldestTransaction,
    );
    this.#checks = this.#checks.slice(Math.max(0, start));
    // An earlier start is only slower.
    if (this.#checks.length > checksMax) this.#checks.splice(1, 1);
  }
}
