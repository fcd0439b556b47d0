/** A queue whose keys take turns: a key with many items waits for itself, not the others for it. */
export class FairQueue<T> {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, T[]>();

  get keyCount(): number {
    return this.#waiting.size;
  }

  countOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  add(key: string, item: T): void {
    const items = this.#waiting.get(key);
    if (items === undefined) this.#waiting.set(key, [item]);
    else items.push(item);
  }

  /** False when it is not in the queue. */
  remove(key: string, item: T): boolean {
    const items = this.#waiting.get(key) ?? [];
    const index = items.indexOf(item);
    if (index === -1) return false;
    items.splice(index, 1);
    if (items.length === 0) this.#waiting.delete(key);
    return true;
  }

  /** The first item of the key whose turn it is; that key then goes to the end of the line. */
  take(): T | undefined {
    const [key, items = []] = this.#waiting.entries().next().value ?? [];
    if (key === undefined) return undefined;
    const item = items.shift();
    // The only key keeps its place.
    if (items.length === 0) this.#waiting.delete(key);
    else if (this.#waiting.size > 1) {
      this.#waiting.delete(key);
      this.#waiting.set(key, items);
    }
    return item;
  }
}
