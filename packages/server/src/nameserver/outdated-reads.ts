/** Reads under way, and the zones that changed since each began: what it returns of them may be old. */
export class OutdatedReads {
  readonly #reads = new Set<{ readonly changed: Set<string>; hasAllChanged: boolean }>();

  /** `use` gets the result and which zones changed meanwhile. */
  async run<T, R>(
    read: () => Promise<T>,
    use: (result: T, isOutdated: (zone: string) => boolean) => R,
  ): Promise<R> {
    const state = { changed: new Set<string>(), hasAllChanged: false };
    this.#reads.add(state);
    try {
      const result = await read();
      return use(result, (zone) => state.hasAllChanged || state.changed.has(zone));
    } finally {
      this.#reads.delete(state);
    }
  }

  mark(zone: string): void {
    for (const { changed } of this.#reads) changed.add(zone);
  }

  markAll(): void {
    for (const state of this.#reads) state.hasAllChanged = true;
  }
}
