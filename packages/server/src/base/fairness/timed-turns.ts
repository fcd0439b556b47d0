/**
 * Bounds the work that begins in each turn of the event loop. Without it a busy process begins all that
 * has arrived, and its turns get long; sockets are read between turns only.
 */

/** What waits for a later turn, in its order. */
export interface WaitingPieces {
  size(): number;
  take(): (() => void) | undefined;
}

export interface TurnOptions {
  /** No further piece begins after this time: of those that arrive in a turn, and of those that wait. */
  readonly turnMs: number;
  /** Waiting pieces that begin in one turn at most. */
  readonly startsPerTurn: number;
  /** Called at the end of each turn. */
  readonly onEnd?: () => void;
  readonly now?: () => number;
}

export class TimedTurns {
  readonly #waiting: WaitingPieces;
  readonly #options: TurnOptions;
  readonly #now: () => number;
  /** When the first piece of this turn began; null before. */
  #startedAt: number | null = null;

  constructor(waiting: WaitingPieces, options: TurnOptions) {
    this.#waiting = waiting;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether a piece that arrives now may begin at once. What waits begins in the next turns. */
  hasTime(): boolean {
    const now = this.#now();
    if (this.#startedAt === null) {
      this.#startedAt = now;
      setImmediate(this.#endTurn);
    }
    return now - this.#startedAt < this.#options.turnMs;
  }

  /** The next turn reads from all sockets first; then those that wait begin. */
  readonly #endTurn = () => {
    this.#options.onEnd?.();
    const count = this.#waiting.size();
    if (count === 0) {
      this.#startedAt = null;
      return;
    }
    this.#startedAt = this.#now();
    setImmediate(this.#startClock);
    // One by one: what a piece does at once is done before the time is compared again.
    const starts = Math.min(count, this.#options.startsPerTurn);
    for (let left = starts; left > 0; left -= 1) setImmediate(this.#beginNext);
    setImmediate(this.#endTurn);
  };

  readonly #startClock = () => {
    this.#startedAt = this.#now();
  };

  readonly #beginNext = () => {
    if (this.hasTime()) this.#waiting.take()?.();
  };
}
