/**
 * Writes that come last before a commit, for rows that many changes have in common, such as the counter
 * of a workspace's events: they are locked only while the commit lasts. The changes that share a commit
 * hand in their entries one after another, and the slot turns all of them into writes once.
 */
import type { Reader } from '@hostmaster/storage';
import type { RowWrite } from './row-write.ts';

// biome-ignore lint/suspicious/noExplicitAny: of any schema.
type AnyReader = Reader<any>;

type LateWrites<Entry> = (entries: readonly Entry[]) => readonly RowWrite[];
/** Reads within the transaction, after all other writes of the commit. It awaits nothing else. */
type LateLoad<Entry> = (
  reader: AnyReader,
  entries: readonly Entry[],
) => Promise<readonly RowWrite[]>;

export class LateSlot<Entry> {
  /** Slots are written in this order, so that all commits lock their rows in the same order. */
  readonly order: number;
  readonly writes: LateWrites<Entry>;
  readonly #load: LateLoad<Entry> | null;

  constructor(order: number, writes: LateWrites<Entry>, load: LateLoad<Entry> | null = null) {
    this.order = order;
    this.writes = writes;
    this.#load = load;
  }

  entry(entry: Entry): LateWrite {
    return { slot: this as LateSlot<never>, entry, needsLoad: false };
  }

  /** What all entries of the commit write follows from what the slot reads, once one is such. */
  loadedEntry(entry: Entry): LateWrite {
    return { slot: this as LateSlot<never>, entry, needsLoad: true };
  }

  async load(reader: AnyReader, entries: readonly Entry[]): Promise<readonly RowWrite[]> {
    if (this.#load === null) throw new Error('This slot reads nothing.');
    return this.#load(reader, entries);
  }
}

export interface LateWrite {
  readonly slot: LateSlot<never>;
  readonly entry: unknown;
  readonly needsLoad: boolean;
}

/** The writes of slots that had to read first. */
export type LateLoads = ReadonlyMap<LateSlot<never>, readonly RowWrite[]>;

export function needLoad(late: readonly LateWrite[]): boolean {
  return late.some(({ needsLoad }) => needsLoad);
}

export async function loadLate(reader: AnyReader, late: readonly LateWrite[]): Promise<LateLoads> {
  const slots = [...bySlot(late)].filter(([, each]) => needLoad(each));
  const loads = slots.map(
    async ([slot, each]) => [slot, await slot.load(reader, entriesOf(each))] as const,
  );
  return new Map(await Promise.all(loads));
}

/** The writes of all entries, slot by slot. */
export function lateWrites(
  late: readonly LateWrite[],
  loaded: LateLoads = new Map(),
): readonly RowWrite[] {
  return bySlot(late).flatMap(([slot, each]) => loaded.get(slot) ?? slot.writes(entriesOf(each)));
}

function bySlot(late: readonly LateWrite[]) {
  return [...Map.groupBy(late, ({ slot }) => slot)].sort(([a], [b]) => a.order - b.order);
}

function entriesOf(late: readonly LateWrite[]): never[] {
  return late.map(({ entry }) => entry as never);
}
