/**
 * Bounds the work for requests in each turn of the event loop. Without it a busy process begins all
 * requests that have arrived, and its turns get long: secondaries, whose transfers need
 * several turns, then wait for seconds. Requests above the bound take turns by their key.
 */
import type { FastifyInstance } from 'fastify';
import { FairQueue } from '../base/fair-queue.ts';

/** No further requests begin in this turn after this time. */
const turnMs = 10;
/** Of the requests that wait, so many begin in each turn. */
const waitingPerTurn = 8;

export class RequestTurns {
  readonly #now: () => number;
  readonly #waiting = new FairQueue<() => void>();
  /** When the first request of this turn began; null before. */
  #startedAt: number | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Calls `begin` at once, or in a later turn. */
  enter(key: string, begin: () => void): void {
    const now = this.#now();
    if (this.#startedAt === null) {
      this.#startedAt = now;
      setImmediate(() => this.#endTurn());
    }
    if (this.#waiting.keyCount === 0 && now - this.#startedAt < turnMs) begin();
    else this.#waiting.add(key, begin);
  }

  #endTurn(): void {
    this.#startedAt = null;
    for (let count = 0; count < waitingPerTurn; count += 1) this.#waiting.take()?.();
    if (this.#waiting.keyCount === 0) return;
    // The next turn reads from all sockets first, those of secondaries too.
    this.#startedAt = this.#now();
    setImmediate(() => this.#endTurn());
  }
}

export function takeTurns(app: FastifyInstance): void {
  const turns = new RequestTurns();
  app.addHook('onRequest', (request, _, done) => {
    const { 'x-api-key': key } = request.headers;
    turns.enter(typeof key === 'string' ? key : request.ip, done);
  });
}
