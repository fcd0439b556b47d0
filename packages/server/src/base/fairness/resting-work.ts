/**
 * Pieces of work that hold up the event loop for some milliseconds each: one at a time in a process, then
 * a rest. Owners take turns; the rest is short while another one waits.
 */
import { LongWork } from './long-work.ts';
import { restAfter } from './with-rest.ts';

export class RestingWork {
  readonly #work: LongWork;

  /** `waitingMax`: pieces of one owner that wait; more are refused. */
  constructor({ waitingMax }: { readonly waitingMax: number }) {
    this.#work = new LongWork({ placesMax: 1, waitingMax });
  }

  /** The result does not wait for the rest. */
  run<T>(owner: string, work: () => T | Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#work
      .run(owner, async () => {
        const startedAt = performance.now();
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        }
        const isAwaited = () => this.#work.hasWaitingOwners;
        await restAfter(performance.now() - startedAt, { isAwaited });
      })
      .catch(reject);
    return promise;
  }
}
