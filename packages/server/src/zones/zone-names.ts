/** The owner names of a zone with their records, and the names that exist only above others. */
import { type LookupZone, parentKey } from './lookup.ts';

export interface RecordKinds<R> {
  /** Whether a record, if it stands below the apex, is a delegating NS. */
  isDelegation(record: R): boolean;
  /** Whether a record is a DNAME. */
  isRedirection(record: R): boolean;
}

export class ZoneNames<R> implements LookupZone<R> {
  readonly apex: string;
  readonly #isDelegation: (record: R) => boolean;
  readonly #isRedirection: (record: R) => boolean;
  readonly #records = new Map<string, R[]>();
  /** How many owner names lie below a name. */
  readonly #below = new Map<string, number>();
  readonly #delegated = new Set<string>();
  readonly #redirected = new Set<string>();

  constructor(apex: string, kinds: RecordKinds<R>) {
    this.apex = apex;
    this.#isDelegation = kinds.isDelegation;
    this.#isRedirection = kinds.isRedirection;
  }

  at(key: string): readonly R[] {
    return this.#records.get(key) ?? none;
  }

  *records(): Generator<R> {
    for (const held of this.#records.values()) yield* held;
  }

  exists(key: string): boolean {
    return this.#records.has(key) || this.#below.has(key) || key === this.apex;
  }

  isDelegated(key: string): boolean {
    return this.#delegated.has(key);
  }

  isRedirected(key: string): boolean {
    return this.#redirected.has(key);
  }

  add(key: string, record: R): void {
    const held = this.#records.get(key);
    if (this.#isRedirection(record)) this.#redirected.add(key);
    if (this.#isDelegation(record) && key !== this.apex) this.#delegated.add(key);
    if (held !== undefined) {
      held.push(record);
      return;
    }
    this.#records.set(key, [record]);
    this.#countBelow(key, 1);
  }

  /** The first record that matches is removed and returned; undefined when there is none. */
  remove(key: string, matches: (record: R) => boolean): R | undefined {
    const held = this.#records.get(key) ?? [];
    const index = held.findIndex(matches);
    if (index === -1) return undefined;
    const [removed] = held.splice(index, 1);
    if (!held.some(this.#isDelegation)) this.#delegated.delete(key);
    if (!held.some(this.#isRedirection)) this.#redirected.delete(key);
    if (held.length === 0) {
      this.#records.delete(key);
      this.#countBelow(key, -1);
    }
    return removed;
  }

  /** Counts an added or removed owner name at every name between it and the apex. */
  #countBelow(key: string, change: 1 | -1): void {
    if (key === this.apex) return;
    for (let at = parentKey(key); at.length > this.apex.length; at = parentKey(at)) {
      const count = (this.#below.get(at) ?? 0) + change;
      if (count > 0) this.#below.set(at, count);
      else this.#below.delete(at);
    }
  }
}

const none: readonly never[] = [];
