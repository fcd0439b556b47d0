/** How many jobs of a worker run at once. A job that rests gives its place to another one. */

/** More would keep too many leases in memory; they are postponed instead. */
const restingMax = 1_000;

export class Places {
  readonly #max: number;
  readonly #onFree: () => void;
  #taken = 0;
  /** Those that have rested and wait for a place. */
  readonly #returning: (() => void)[] = [];
  /** Each ends a rest early. */
  readonly #resting = new Set<() => void>();
  #isClosed = false;

  constructor(options: { readonly max: number; readonly onFree: () => void }) {
    this.#max = options.max;
    this.#onFree = options.onFree;
  }

  get free(): number {
    return this.#max - this.#taken;
  }

  take(): void {
    this.#taken += 1;
  }

  leave(): void {
    const next = this.#returning.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#taken -= 1;
    if (this.free > 0) this.#onFree();
  }

  /** False when no rest was possible, or not to its end. The job has a place afterwards. */
  async rest(ms: number): Promise<boolean> {
    if (this.#isClosed || this.#resting.size >= restingMax) return false;
    this.leave();
    const rested = Promise.withResolvers<void>();
    this.#resting.add(rested.resolve);
    const timer = setTimeout(rested.resolve, ms);
    await rested.promise;
    clearTimeout(timer);
    this.#resting.delete(rested.resolve);
    if (this.free > 0) this.take();
    else await new Promise<void>((resolve) => this.#returning.push(resolve));
    return !this.#isClosed;
  }

  /** Ends every rest. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#resting) end();
  }
}
