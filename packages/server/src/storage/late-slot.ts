/**
 * Writes that come last before a commit, for rows that many changes have in common, such as the counter
 * of a workspace's events: they are locked only while the commit lasts. The changes that share a commit
 * hand in their entries one after another, and the slot turns all of them into writes once.
 */
import type { RowWrite } from './row-write.ts';

export class LateSlot<Entry> {
  /** Slots are written in this order, so that all commits lock their rows in the same order. */
  readonly order: number;
  readonly writes: (entries: readonly Entry[]) => readonly RowWrite[];

  constructor(order: number, writes: (entries: readonly Entry[]) => readonly RowWrite[]) {
    this.order = order;
    this.writes = writes;
  }

  entry(entry: Entry): LateWrite {
    return { slot: this as LateSlot<never>, entry };
  }
}

export interface LateWrite {
  readonly slot: LateSlot<never>;
  readonly entry: unknown;
}

/** The writes of all entries, slot by slot. */
export function lateWrites(late: readonly LateWrite[]): readonly RowWrite[] {
  const entries = Map.groupBy(late, ({ slot }) => slot);
  return [...entries]
    .sort(([a], [b]) => a.order - b.order)
    .flatMap(([slot, each]) => slot.writes(each.map(({ entry }) => entry as never)));
}
