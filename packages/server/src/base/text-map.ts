/**
 * A map from text, for walks through data of any size. V8 keeps every text that was a key of a Map or a
 * Set in a table until it collects all of its memory. A walk with a Map for each page makes the table
 * grow, and each time it does the process stands still: 55 ms at a quarter of a million names.
 */
export class TextMap<T> {
  readonly #buckets = new Map<number, [key: string, value: T][]>();

  /** As Map.groupBy. */
  static groupBy<Item>(
    items: Iterable<Item>,
    keyOf: (item: Item) => string,
  ): TextMap<readonly Item[]> {
    const groups = new TextMap<Item[]>();
    for (const item of items) {
      const key = keyOf(item);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
    return groups;
  }

  get(key: string): T | undefined {
    return this.#bucket(key)?.find((entry) => entry[0] === key)?.[1];
  }

  set(key: string, value: T): void {
    const bucket = this.#bucket(key);
    if (bucket === undefined) {
      this.#buckets.set(hashOf(key), [[key, value]]);
      return;
    }
    const entry = bucket.find((each) => each[0] === key);
    if (entry === undefined) bucket.push([key, value]);
    else entry[1] = value;
  }

  delete(key: string): void {
    const others = this.#bucket(key)?.filter((entry) => entry[0] !== key) ?? [];
    if (others.length === 0) this.#buckets.delete(hashOf(key));
    else this.#buckets.set(hashOf(key), others);
  }

  clear(): void {
    this.#buckets.clear();
  }

  *[Symbol.iterator](): IterableIterator<readonly [key: string, value: T]> {
    for (const bucket of this.#buckets.values()) yield* bucket;
  }

  #bucket(key: string): [key: string, value: T][] | undefined {
    return this.#buckets.get(hashOf(key));
  }
}

/** FNV-1a, 32 bits. Keys with one hash are compared one by one. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return hash;
}
