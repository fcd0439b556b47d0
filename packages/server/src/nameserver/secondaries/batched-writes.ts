/**
 * Collects what is to be stored about secondaries and writes it in batches: soon when little
 * happens, once a second when much does, because each commit waits for the disk.
 */
export interface BatchedWritesOptions<T> {
  /** Stores one batch, and handles its own errors. */
  readonly write: (batch: readonly T[]) => Promise<void>;
  /** How long the first value waits for others. */
  readonly waitMs: number;
}

const betweenMs = 1_000;
const batchMax = 500;

export class BatchedWrites<T> {
  readonly #options: BatchedWritesOptions<T>;
  readonly #waiting = new Map<string, T>();
  #timer: NodeJS.Timeout | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(options: BatchedWritesOptions<T>) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  find(key: string): T | undefined {
    return this.#waiting.get(key);
  }

  /** Replaces an earlier value with this key. */
  put(key: string, value: T): void {
    this.#waiting.set(key, value);
    if (this.#timer !== null) return;
    const restMs = this.#writtenAt + betweenMs - performance.now();
    this.#timer = setTimeout(() => void this.flush(), Math.max(this.#options.waitMs, restMs));
  }

  /** Writes what is waiting now: what arrives meanwhile waits for the next time. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writtenAt = performance.now();
    const values = [...this.#waiting.values()];
    this.#waiting.clear();
    for (let from = 0; from < values.length; from += batchMax) {
      await this.#options.write(values.slice(from, from + batchMax));
    }
  }
}
