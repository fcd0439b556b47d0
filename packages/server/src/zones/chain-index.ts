/** The names of a signed zone that have an NSEC record, in the order of the chain. */
import type { Name } from '@hostmaster/dns';
import { sortKeyOf } from './sort-key.ts';

export class ChainIndex {
  readonly #zone: Name;
  readonly #sortKeys: string[] = [];
  readonly #names: Name[] = [];

  constructor(zone: Name) {
    this.#zone = zone;
  }

  get size(): number {
    return this.#names.length;
  }

  add(name: Name): void {
    const sortKey = sortKeyOf(this.#zone, name);
    // A zone is read in this order.
    const at = sortKey > (this.#sortKeys.at(-1) ?? '') ? this.#names.length : this.#after(sortKey);
    if (this.#sortKeys[at - 1] === sortKey) return;
    this.#sortKeys.splice(at, 0, sortKey);
    this.#names.splice(at, 0, name);
  }

  remove(name: Name): void {
    const sortKey = sortKeyOf(this.#zone, name);
    const at = this.#after(sortKey) - 1;
    if (this.#sortKeys[at] !== sortKey) return;
    this.#sortKeys.splice(at, 1);
    this.#names.splice(at, 1);
  }

  /** The name whose NSEC says what is at this name, in any case of letters; null without a chain. */
  covering(name: Name): Name | null {
    return this.#names[this.#after(sortKeyOf(this.#zone, name.toLowerCase())) - 1] ?? null;
  }

  /** How many names of the chain are not after this one. */
  #after(sortKey: string): number {
    let low = 0;
    let high = this.#sortKeys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sortKeys[middle] ?? '') <= sortKey) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
