/**
 * The bytes of answers, or of request bodies, in flight, bounded for each owner and in all. One that
 * does not fit waits for others to end, and is refused after a short time.
 */
import { Refusal } from '../base/errors.ts';

export interface AnswerLimits {
  readonly bytesPerOwner: number;
  readonly bytesInAll: number;
  readonly waitMs: number;
  /** Further ones of an owner are refused at once. */
  readonly waitingPerOwner: number;
  /** The message of the refusal. */
  readonly refusal: string;
}

interface Waiting {
  readonly owner: string;
  readonly bytes: number;
  begin(): void;
}

export class AnswerBudget {
  readonly #limits: AnswerLimits;
  readonly #bytesOf = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #bytes = 0;

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Refuses while so many answers of the owner wait that another one could not: before it is read. */
  requirePlace(owner: string): void {
    if (this.#isLineFull(owner)) throw this.#tooMany();
  }

  /** Returns what to call at the end of the answer. */
  async reserve(owner: string, bytes: number): Promise<() => void> {
    const isFirst = ![...this.#waiting].some((each) => each.owner === owner);
    if (!isFirst || !this.#fits(owner, bytes)) await this.#wait(owner, bytes);
    else this.#add(owner, bytes);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#add(owner, -bytes);
      this.#beginWaiting();
    };
  }

  #wait(owner: string, bytes: number): Promise<void> {
    const { waitMs } = this.#limits;
    if (this.#isLineFull(owner)) return Promise.reject(this.#tooMany());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(this.#tooMany());
      }, waitMs);
      const waiting = {
        owner,
        bytes,
        begin: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          this.#add(owner, bytes);
          resolve();
        },
      };
      this.#waiting.add(waiting);
    });
  }

  #isLineFull(owner: string): boolean {
    const ahead = [...this.#waiting].filter((each) => each.owner === owner).length;
    return ahead >= this.#limits.waitingPerOwner;
  }

  #beginWaiting(): void {
    for (const waiting of this.#waiting) {
      if (this.#fits(waiting.owner, waiting.bytes)) waiting.begin();
    }
  }

  #fits(owner: string, bytes: number): boolean {
    const { bytesPerOwner, bytesInAll } = this.#limits;
    const own = this.#bytesOf.get(owner) ?? 0;
    return own + bytes <= bytesPerOwner && this.#bytes + bytes <= bytesInAll;
  }

  #add(owner: string, bytes: number): void {
    const own = (this.#bytesOf.get(owner) ?? 0) + bytes;
    if (own === 0) this.#bytesOf.delete(owner);
    else this.#bytesOf.set(owner, own);
    this.#bytes += bytes;
  }

  #tooMany(): Refusal {
    return new Refusal('rate_limited', this.#limits.refusal, { retryAfterSeconds: 5 });
  }
}
