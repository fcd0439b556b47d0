/**
 * Work that a service repeats in the background: one run at a time, and a rest after each. `wake`
 * ends the rest early; a wake during a run leads to one more run. An error ends only its own run.
 */
export interface LoopOptions {
  readonly run: () => Promise<unknown>;
  /** How long to rest after a run, unless woken. */
  readonly restMs: number | (() => number);
  /** Rest before the first run, too. */
  readonly restsFirst?: boolean;
  readonly onError: (error: unknown) => void;
}

export class Loop {
  readonly #options: LoopOptions;
  #running: Promise<void> | null = null;
  #isStopping = false;
  /** When the next run is due, by `performance.now()`. */
  #nextAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #endRest: (() => void) | null = null;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** Long runs check it and end early. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  start(): void {
    this.#running ??= this.#repeat();
  }

  /** The next run comes `afterMs` from now or earlier: wakes within that time share one run. */
  wake(afterMs = 0): void {
    const at = performance.now() + afterMs;
    if (at >= this.#nextAt) return;
    this.#nextAt = at;
    if (this.#endRest !== null) this.#schedule(afterMs);
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#endRest?.();
    await this.#running;
  }

  /** Stops, and then runs a last time. */
  async finish(): Promise<void> {
    await this.stop();
    await this.#attempt();
  }

  async #repeat(): Promise<void> {
    if (this.#options.restsFirst === true) await this.#rest();
    while (!this.#isStopping) {
      this.#nextAt = Number.POSITIVE_INFINITY;
      await this.#attempt();
      await this.#rest();
    }
  }

  async #attempt(): Promise<void> {
    try {
      await this.#options.run();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  async #rest(): Promise<void> {
    if (this.#isStopping) return;
    const { restMs } = this.#options;
    const now = performance.now();
    this.#nextAt = Math.min(this.#nextAt, now + (typeof restMs === 'number' ? restMs : restMs()));
    if (this.#nextAt <= now) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endRest = resolve;
    this.#schedule(this.#nextAt - now);
    await promise;
    this.#endRest = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(afterMs: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (afterMs <= 0) this.#endRest?.();
    else this.#timer = setTimeout(() => this.#endRest?.(), afterMs);
  }
}
