/**
 * The computing of calls to `/mcp`: a call parses and makes messages of up to 256 KB in one piece, which
 * all other requests wait for. One call computes at a time in a process, then a rest; workspaces
 * take turns. While the API answers it, a call holds no place.
 */
import { Refusal } from '../base/errors.ts';
import { RestingWork } from '../base/fairness/resting-work.ts';

/** Calls of a workspace under way. */
const callsMax = 64;

export class McpPlaces {
  /** The calls are counted: one that the API has answered is never refused. */
  readonly #work = new RestingWork({ waitingMax: callsMax });
  readonly #callsOf = new Map<string, number>();

  async run<T>(owner: string, call: (place: McpPlace) => Promise<T>): Promise<T> {
    const calls = this.#callsOf.get(owner) ?? 0;
    if (calls === callsMax) throw tooManyCalls();
    this.#callsOf.set(owner, calls + 1);
    const place = new McpPlace(this.#work, owner);
    try {
      await place.enter();
      return await call(place);
    } finally {
      place.leave();
      this.#end(owner);
    }
  }

  #end(owner: string): void {
    const calls = (this.#callsOf.get(owner) ?? 0) - 1;
    if (calls > 0) this.#callsOf.set(owner, calls);
    else this.#callsOf.delete(owner);
  }
}

/** The place of one call. */
export class McpPlace {
  readonly #work: RestingWork;
  readonly #owner: string;
  /** From the moment when it is asked for. */
  #held: { readonly entered: Promise<void>; leave(): void } | null = null;

  constructor(work: RestingWork, owner: string) {
    this.#work = work;
    this.#owner = owner;
  }

  /** A call that asks the API twice at the same time has one place all the same. */
  enter(): Promise<void> {
    if (this.#held === null) {
      const { promise: entered, resolve, reject } = Promise.withResolvers<void>();
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      const work = () => {
        resolve();
        return left;
      };
      this.#work.run(this.#owner, work).catch(reject);
      this.#held = { entered, leave };
    }
    return this.#held.entered;
  }

  /** Without a place it does nothing. */
  leave(): void {
    this.#held?.leave();
    this.#held = null;
  }
}

function tooManyCalls(): Refusal {
  return new Refusal('rate_limited', 'Too many calls at the same time. Try again.', {
    retryAfterSeconds: 2,
  });
}
