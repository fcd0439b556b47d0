/**
 * How often something may be tried that could be guessed, or that sends mail. Kept in memory and
 * bounded: the least recently used entry makes room. Tries come back with time.
 */
import type { MachineClock } from '../base/clock.ts';

export interface AttemptLimit {
  readonly burst: number;
  /** How long until one more try is free. */
  readonly everyMs: number;
}

const entriesMax = 20_000;

export class Attempts {
  readonly #limit: AttemptLimit;
  readonly #clock: MachineClock;
  readonly #entries = new Map<string, { left: number; at: number }>();

  constructor(limit: AttemptLimit, clock: MachineClock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Milliseconds until a try is free; 0 when one is. */
  waitMs(key: string): number {
    const left = this.#left(key);
    return left >= 1 ? 0 : Math.ceil((1 - left) * this.#limit.everyMs);
  }

  /** One try fewer. */
  spend(key: string): void {
    const left = Math.max(0, this.#left(key) - 1);
    this.#entries.delete(key);
    this.#entries.set(key, { left, at: this.#clock.now() });
    if (this.#entries.size <= entriesMax) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  /** A try that turned out to be right costs nothing. */
  giveBack(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.left = Math.min(this.#limit.burst, entry.left + 1);
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  #left(key: string): number {
    const entry = this.#entries.get(key);
    if (entry === undefined) return this.#limit.burst;
    const regained = Math.max(0, this.#clock.now() - entry.at) / this.#limit.everyMs;
    return Math.min(this.#limit.burst, entry.left + regained);
  }
}
