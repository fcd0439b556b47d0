/**
 * Long work in short slices: `step()` after each item hands the event loop to other requests once a
 * slice is used up. An item is small; the work is of any size.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A request needs several turns of the event loop and may meet a slice in each of them. */
const sliceMs = 0.5;

export class Pace {
  readonly #now: () => number;
  #sliceEndsAt: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#sliceEndsAt = now() + sliceMs;
  }

  /** Undefined while the slice lasts, so that most items cost no turn. */
  step(): Promise<void> | undefined {
    return this.#now() < this.#sliceEndsAt ? undefined : this.#yield();
  }

  async #yield(): Promise<void> {
    await nextTurn();
    this.#sliceEndsAt = this.#now() + sliceMs;
  }
}
