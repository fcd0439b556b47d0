/** The owner names of a zone with their records, and the names that exist only above others. */
import { type LookupZone, parentKey } from '../lookup.ts';
import { NameTree } from './name-tree.ts';

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
  readonly #tree: NameTree;
  readonly #delegated = new Set<string>();
  readonly #redirected = new Set<string>();

  constructor(apex: string, kinds: RecordKinds<R>) {
    this.apex = apex;
    this.#tree = new NameTree(apex, (key) => this.#records.has(key));
    this.#isDelegation = kinds.isDelegation;
    this.#isRedirection = kinds.isRedirection;
  }

  /** Estimated memory of what exists only above others. */
  get treeBytes(): number {
    return this.#tree.bytes;
  }

  at(key: string): readonly R[] {
    return this.#records.get(key) ?? none;
  }

  *records(): Generator<R> {
    for (const held of this.#records.values()) yield* held;
  }

  exists(key: string): boolean {
    return key === this.apex || this.#tree.exists(key);
  }

  closestEncloser(key: string): string {
    const above = parentKey(key);
    return above.length > this.apex.length ? this.#tree.deepest(above) : this.apex;
  }

  isDelegated(key: string): boolean {
    return this.#delegated.size > 0 && this.#delegated.has(key);
  }

  isRedirected(key: string): boolean {
    return this.#redirected.size > 0 && this.#redirected.has(key);
  }

  add(key: string, record: R): void {
    const held = this.#records.get(key);
    if (this.#isRedirection(record)) this.#redirected.add(key);
    if (this.#isDelegation(record) && key !== this.apex) this.#delegated.add(key);
    if (held !== undefined) {
      held.push(record);
      return;
    }
    this.#tree.add(key);
    this.#records.set(key, [record]);
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
      this.#tree.remove(key);
    }
    return removed;
  }
}

const none: readonly never[] = [];
