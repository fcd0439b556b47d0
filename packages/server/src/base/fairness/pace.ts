/**
 * Long work in short slices: `step()` after each item hands the event loop to other requests once a
 * slice is used up. An item is small; the work is of any size. When others were served in that turn it
 * also rests. Alone it rests now and then: a process that never sleeps is made to wait by the scheduler
 * of a busy machine.
 */
import { setTimeout as pause, setImmediate as takeTurn } from 'node:timers/promises';

/** A request needs several turns of the event loop and may meet a slice in each of them. */
const sliceMs = 0.5;
const restMs = 1;
/** A turn in which nothing else is done takes less. */
const emptyTurnMs = 0.1;
const slicesPerRest = 5;

export class Pace {
  readonly #now: () => number;
  readonly #rest: () => Promise<unknown>;
  #sliceEndsAt: number;
  #slices = 0;

  constructor({
    now = () => performance.now(),
    rest = () => pause(restMs),
  }: { readonly now?: () => number; readonly rest?: () => Promise<unknown> } = {}) {
    this.#now = now;
    this.#rest = rest;
    this.#sliceEndsAt = now() + sliceMs;
  }

  /** Undefined while the slice lasts, so that most items cost no turn. */
  step(): Promise<void> | undefined {
    return this.#now() < this.#sliceEndsAt ? undefined : this.#yield();
  }

  async #yield(): Promise<void> {
    const endedAt = this.#now();
    this.#slices += 1;
    await takeTurn();
    if (this.#slices === slicesPerRest || this.#now() - endedAt > emptyTurnMs) {
      await this.#rest();
      this.#slices = 0;
    }
    this.#sliceEndsAt = this.#now() + sliceMs;
  }
}
