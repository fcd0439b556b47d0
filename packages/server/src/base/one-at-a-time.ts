/** Runs expensive work of one owner one after another, so that it takes one share of the process. */
import { Refusal } from './errors.ts';

export class OneAtATime {
  readonly #waitingMax: number;
  /** The works of an owner that run or wait, and the end of the last one. */
  readonly #queues = new Map<string, { count: number; last: Promise<unknown> }>();

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(owner) ?? { count: 0, last: Promise.resolve() };
    if (queue.count > this.#waitingMax) {
      throw new Refusal('rate_limited', 'Too many requests at the same time. Try again.', {
        retryAfterSeconds: 2,
      });
    }
    this.#queues.set(owner, queue);
    queue.count += 1;
    const result = queue.last.then(work);
    // The next one runs whether or not this one succeeds.
    queue.last = result.catch(() => {});
    try {
      return await result;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.#queues.delete(owner);
    }
  }
}
