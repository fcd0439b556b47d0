/**
 * Short pieces of work of which many arrive at once: in each turn of the event loop they begin for some
 * milliseconds, in order; the others follow in the next turns.
 */

/** No further piece begins after this time in a turn. */
const turnMs = 3;
const piecesPerTurn = 64;

export class TimedTurns {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #startedAt: number | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(begin: () => void): void {
    this.#waiting.push(begin);
    if (this.#startedAt === null) this.#beginTurn();
  }

  /** One by one: what a piece does at once is done before the time is compared again. */
  #beginTurn(): void {
    this.#startedAt = this.#now();
    const count = Math.min(this.#waiting.length, piecesPerTurn);
    setImmediate(this.#startClock);
    for (let left = count; left > 0; left -= 1) setImmediate(this.#beginNext);
    setImmediate(this.#endTurn);
  }

  readonly #startClock = () => {
    this.#startedAt = this.#now();
  };

  readonly #beginNext = () => {
    if (this.#startedAt === null || this.#now() - this.#startedAt >= turnMs) return;
    this.#waiting.shift()?.();
  };

  readonly #endTurn = () => {
    if (this.#waiting.length > 0) this.#beginTurn();
    else this.#startedAt = null;
  };
}
