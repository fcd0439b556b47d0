/**
 * Long work in short slices with rests: `step()` after each item hands the event loop to other
 * requests once a slice is used up. An item is small; the work is of any size. Without rests the
 * process would never sleep, and on a busy machine the scheduler would make it wait for others.
 */
import { setTimeout as rest } from 'node:timers/promises';

/** A request needs several turns of the event loop and may meet a slice in each of them. */
const sliceMs = 0.5;
const restMs = 1;

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
    await rest(restMs);
    this.#sliceEndsAt = this.#now() + sliceMs;
  }
}
