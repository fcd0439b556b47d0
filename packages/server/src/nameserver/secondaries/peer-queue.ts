/**
 * What one peer is to be sent, by zone. Per zone one message is in flight; a task put meanwhile waits
 * for its end. While the peer does not answer, only one zone tries, after a quiet time; with the first
 * answer all that waits follows.
 */
import type { MachineClock } from '../../base/clock.ts';

export interface PeerQueueOptions<T> {
  readonly clock: MachineClock;
  readonly inFlightMax: number;
  /** Tasks beyond this are dropped: reminders make up for them. */
  readonly waitingMax: number;
  /** Must not reject. */
  readonly send: (zone: string, task: T) => Promise<void>;
}

interface Waiting<T> {
  readonly task: T;
  /** Machine time before which it must not be sent. */
  readonly notBefore: number;
}

export class PeerQueue<T> {
  readonly #options: PeerQueueOptions<T>;
  readonly #waiting = new Map<string, Waiting<T>>();
  readonly #inFlight = new Map<string, Promise<void>>();
  #isSilent = false;
  #quietUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: PeerQueueOptions<T>) {
    this.#options = options;
  }

  /** The peer did not answer a moment ago. */
  get isQuiet(): boolean {
    return this.#quietUntil > this.#options.clock.now();
  }

  /** The task that waits for a zone, not the one in flight. */
  find(zone: string): Waiting<T> | undefined {
    return this.#waiting.get(zone);
  }

  /** Replaces the zone's waiting task, if there is one. */
  put(zone: string, task: T, notBefore = 0): void {
    const hasRoom = this.#waiting.has(zone) || this.#waiting.size < this.#options.waitingMax;
    if (hasRoom) this.#waiting.set(zone, { task, notBefore });
    this.#work();
  }

  /** Removes the waiting tasks that fit, and returns them. */
  remove(fits: (task: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [zone, { task }] of this.#waiting) {
      if (!fits(task)) continue;
      this.#waiting.delete(zone);
      removed.push(task);
    }
    return removed;
  }

  noteAnswer(): void {
    this.#isSilent = false;
    this.#quietUntil = 0;
  }

  noteSilence(quietMs: number): void {
    this.#isSilent = true;
    this.#quietUntil = this.#options.clock.now() + quietMs;
  }

  /** What waits is not sent any more. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Until nothing is in flight. */
  async drain(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  /** Sends what is due, and comes back when the next is. */
  #work(): void {
    if (this.#isStopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const now = this.#options.clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [zone, { task, notBefore }] of this.#waiting) {
      if (this.#inFlight.size >= (this.#isSilent ? 1 : this.#options.inFlightMax)) return;
      if (this.#inFlight.has(zone)) continue;
      const dueAt = Math.max(notBefore, this.#quietUntil);
      if (dueAt <= now) this.#send(zone, task);
      else next = Math.min(next, dueAt);
    }
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#work(), Math.max(1, next - now));
    this.#timer.unref();
  }

  #send(zone: string, task: T): void {
    this.#waiting.delete(zone);
    const sending = this.#options.send(zone, task).finally(() => {
      this.#inFlight.delete(zone);
      this.#work();
    });
    this.#inFlight.set(zone, sending);
  }
}
