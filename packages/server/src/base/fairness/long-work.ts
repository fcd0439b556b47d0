/**
 * Work that takes long, of all customers. Each owner has one piece under way and a short line behind
 * it; what comes then is refused. Owners take turns for the places of the process.
 */
import { Refusal } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';

export interface LongWorkOptions {
  /** Pieces of one owner that wait while another one is carried out. */
  readonly waitingMax: number;
  /** Pieces under way in this process. */
  readonly placesMax: number;
}

interface Piece {
  readonly owner: string;
  readonly begin: () => void;
}

export class LongWork {
  readonly #options: LongWorkOptions;
  /** The next piece of each owner that has none under way; the others wait in the line of their owner. */
  readonly #ready = new FairQueue<Piece>();
  readonly #lines = new Map<string, Piece[]>();
  #placesTaken = 0;

  constructor(options: LongWorkOptions) {
    this.#options = options;
  }

  /** Whether owners wait that have no piece under way. */
  get hasWaitingOwners(): boolean {
    return this.#ready.keyCount > 0;
  }

  /** `signal` ends the wait of a client that has gone; the work itself has to look at it too. */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(owner, signal);
    try {
      return await work();
    } finally {
      this.#leave(owner);
    }
  }

  #enter(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const line = this.#lines.get(owner);
    if ((line?.length ?? 0) >= this.#options.waitingMax) throw tooMuchWork();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      // No client reads this answer.
      if (this.#withdraw(piece)) reject(tooMuchWork());
    };
    const begin = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const piece = { owner, begin };
    signal?.addEventListener('abort', leave, { once: true });
    if (line !== undefined) line.push(piece);
    else {
      this.#lines.set(owner, []);
      this.#ready.add(owner, piece);
    }
    if (signal?.aborted === true) leave();
    this.#fill();
    return promise;
  }

  #leave(owner: string): void {
    this.#placesTaken -= 1;
    this.#advance(owner);
    this.#fill();
  }

  /** The owner has no piece under way: its next one waits for a place. */
  #advance(owner: string): void {
    const next = this.#lines.get(owner)?.shift();
    if (next === undefined) this.#lines.delete(owner);
    else this.#ready.add(owner, next);
  }

  #fill(): void {
    while (this.#placesTaken < this.#options.placesMax) {
      const piece = this.#ready.take();
      if (piece === undefined) return;
      this.#placesTaken += 1;
      piece.begin();
    }
  }

  /** False when it has begun. */
  #withdraw(piece: Piece): boolean {
    const { owner } = piece;
    const line = this.#lines.get(owner) ?? [];
    const index = line.indexOf(piece);
    if (index !== -1) {
      line.splice(index, 1);
      return true;
    }
    if (!this.#ready.remove(owner, piece)) return false;
    this.#advance(owner);
    return true;
  }
}

function tooMuchWork(): Refusal {
  return new Refusal('rate_limited', 'Too many requests at the same time. Try again.', {
    retryAfterSeconds: 2,
  });
}
