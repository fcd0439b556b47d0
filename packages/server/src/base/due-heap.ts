/** Items by the time they are due, the earliest first; equal times in the order they were added. */
export class DueHeap<T> {
  readonly #items: { readonly dueAt: number; readonly order: number; readonly item: T }[] = [];
  #added = 0;

  /** The earliest item and its time. */
  get first(): { readonly dueAt: number; readonly item: T } | undefined {
    return this.#items[0];
  }

  add(item: T, dueAt: number): void {
    this.#items.push({ dueAt, order: this.#added, item });
    this.#added += 1;
    for (let at = this.#items.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  removeFirst(): void {
    const last = this.#items.pop();
    if (last === undefined || this.#items.length === 0) return;
    this.#items[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const child = this.#isBefore(left + 1, left) ? left + 1 : left;
      if (!this.#isBefore(child, at)) return;
      this.#swap(child, at);
      at = child;
    }
  }

  #isBefore(at: number, other: number): boolean {
    const a = this.#items[at];
    const b = this.#items[other];
    if (a === undefined || b === undefined) return false;
    return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order);
  }

  #swap(at: number, other: number): void {
    const a = this.#items[at];
    const b = this.#items[other];
    if (a === undefined || b === undefined) return;
    this.#items[at] = b;
    this.#items[other] = a;
  }
}
