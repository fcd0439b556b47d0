/**
 * The records that changed after a revision, within a range of keys that is as large as its memory
 * allows: `upTo` moves down when they take too much.
 */
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import type { RecordAlteration } from '../storage/tables/zones/zone-revisions.ts';
import type { KeyRange, ZoneOrder } from '../zone-data/zone-order.ts';
import { alterationsIn } from './alterations.ts';
import { recordBytes } from './append-revision.ts';

interface ChangedRecord {
  readonly before: StoredRecord | null;
  readonly after: StoredRecord | null;
  /** The keys that it had, as far as they are known. */
  readonly keys: readonly string[];
}

export interface ChangedOptions {
  readonly domainId: string;
  readonly revision: number;
  readonly order: ZoneOrder;
  readonly clientGone?: AbortSignal | undefined;
  readonly bytesMax?: number;
  /** Whether to keep what the records became. */
  readonly keepsAfter?: boolean;
}

const bytesMaxDefault = 2 * 1024 * 1024;
/** An entry without its records. */
const overheadBytes = 200;

export class ChangedRecords {
  readonly #reader: HostmasterReader;
  readonly #options: ChangedOptions;
  readonly #byId = new Map<string, ChangedRecord>();
  #range: KeyRange;
  #seen: number;
  #bytes = 0;

  constructor(reader: HostmasterReader, options: ChangedOptions, after: string) {
    this.#reader = reader;
    this.#options = options;
    this.#range = { after, upTo: null };
    this.#seen = options.revision;
  }

  get upTo(): string | null {
    return this.#range.upTo;
  }

  /** By id. Whatever changed at a key of the range is here; other records may be. */
  get byId(): ReadonlyMap<string, ChangedRecord> {
    return this.#byId;
  }

  /** Keys up to this one are no longer needed. */
  advance(after: string): void {
    this.#range = { ...this.#range, after };
  }

  /** Reads what changed up to a revision. */
  async extend(upTo: number): Promise<void> {
    const { domainId, clientGone } = this.#options;
    const range = { domainId, after: this.#seen, upTo };
    for await (const piece of alterationsIn(this.#reader, range, clientGone)) {
      await this.#add(piece);
      await this.#shrink();
    }
    this.#seen = Math.max(upTo, this.#seen);
  }

  async #add(piece: readonly RecordAlteration[]): Promise<void> {
    const { order, keepsAfter = false } = this.#options;
    const keys = new Set(piece.flatMap((each) => keysOf(order, each)));
    const inside = new Set(await order.within(this.#reader, keys, this.#range));
    for (const alteration of piece) {
      const [before, after] = alteration;
      const id = before?.id ?? after?.id ?? '';
      const own = keysOf(order, alteration);
      const earlier = this.#byId.get(id);
      // Without an earlier one in the range, the record was outside of it, or is as it was.
      if (earlier === undefined && !own.some((key) => inside.has(key))) continue;
      this.#put(id, {
        before: earlier === undefined ? before : earlier.before,
        after: keepsAfter ? after : null,
        keys: earlier === undefined ? own : [...new Set([...earlier.keys, ...own])],
      });
    }
  }

  /** Keeps the first half of the keys until the rest fits. A single key is kept whole. */
  async #shrink(): Promise<void> {
    const { order, bytesMax = bytesMaxDefault } = this.#options;
    while (this.#bytes > bytesMax) {
      const all = new Set([...this.#byId.values()].flatMap(({ keys }) => keys));
      const sorted = await order.within(this.#reader, all, this.#range);
      // Those that were passed meanwhile go first.
      if (this.#keepOnly(sorted) > 0) continue;
      const half = sorted.slice(0, Math.floor(sorted.length / 2));
      const upTo = half.at(-1);
      if (upTo === undefined) return;
      this.#range = { ...this.#range, upTo };
      this.#keepOnly(half);
    }
  }

  /** Returns how many were dropped. */
  #keepOnly(keys: readonly string[]): number {
    const kept = new Set(keys);
    const countBefore = this.#byId.size;
    for (const [id, changed] of this.#byId) {
      if (!changed.keys.some((key) => kept.has(key))) this.#drop(id);
    }
    return countBefore - this.#byId.size;
  }

  #put(id: string, changed: ChangedRecord): void {
    this.#drop(id);
    this.#byId.set(id, changed);
    this.#bytes += bytesOf(changed);
  }

  #drop(id: string): void {
    const changed = this.#byId.get(id);
    if (changed === undefined) return;
    this.#byId.delete(id);
    this.#bytes -= bytesOf(changed);
  }
}

function keysOf(order: ZoneOrder, [before, after]: RecordAlteration): string[] {
  const first = before === null ? null : order.keyOf(before);
  const last = after === null ? null : order.keyOf(after);
  if (first === null || first === last) return last === null ? [] : [last];
  return last === null ? [first] : [first, last];
}

function bytesOf({ before, after }: ChangedRecord): number {
  return [before, after].reduce(
    (bytes, record) => bytes + (record === null ? 0 : recordBytes(record)),
    overheadBytes,
  );
}
