/**
 * The queue of messages to one peer, by zone. Per zone one message is in flight; a task added in the
 * meantime waits for its end. While the peer does not answer, messages are sent for one zone only, at
 * intervals; after the first answer all waiting tasks are sent.
 */
import type { MachineClock } from '../../base/clock.ts';
import { DueHeap } from '../../base/due-heap.ts';

export interface PeerQueueOptions<T> {
  readonly clock: MachineClock;
  readonly inFlightMax: number;
  /** Tasks beyond this are dropped; the reminders send them later. */
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
  /** The waiting tasks by time, and tasks that were replaced or removed since. */
  readonly #due = new DueHeap<{ readonly zone: string; readonly waiting: Waiting<T> }>();
  readonly #inFlight = new Map<string, Promise<void>>();
  #isSilent = false;
  #quietUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: PeerQueueOptions<T>) {
    this.#options = options;
  }

  /** The peer did not answer the last message. */
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
    if (hasRoom) this.#wait(zone, { task, notBefore });
    this.#work();
  }

  /** Sends the waiting tasks that match at this time, if they are not due earlier. */
  hasten(fits: (task: T) => boolean, notBefore: number): void {
    for (const [zone, waiting] of this.#waiting) {
      if (waiting.notBefore > notBefore && fits(waiting.task)) {
        this.#wait(zone, { ...waiting, notBefore });
      }
    }
    this.#work();
  }

  /** Removes and returns the waiting tasks that match. */
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

  /** Drops the waiting tasks. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Resolves when nothing is in flight. */
  async drain(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  /** Sends the tasks that are due and schedules the next run. */
  #work(): void {
    if (this.#isStopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const now = this.#options.clock.now();
    for (let first = this.#due.first; first !== undefined; first = this.#due.first) {
      if (this.#inFlight.size >= (this.#isSilent ? 1 : this.#options.inFlightMax)) return;
      const { zone, waiting } = first.item;
      const dueAt = Math.max(first.dueAt, this.#quietUntil);
      const isCurrent = this.#waiting.get(zone) === waiting;
      if (isCurrent && dueAt > now) {
        this.#timer = setTimeout(() => this.#work(), dueAt - now);
        this.#timer.unref();
        return;
      }
      this.#due.removeFirst();
      // A task for a zone in flight is due again when that ends.
      if (isCurrent && !this.#inFlight.has(zone)) this.#send(zone, waiting.task);
    }
  }

  #wait(zone: string, waiting: Waiting<T>): void {
    this.#waiting.set(zone, waiting);
    this.#due.add({ zone, waiting }, waiting.notBefore);
  }

  #send(zone: string, task: T): void {
    this.#waiting.delete(zone);
    const sending = this.#options.send(zone, task).finally(() => {
      this.#inFlight.delete(zone);
      const next = this.#waiting.get(zone);
      if (next !== undefined) this.#due.add({ zone, waiting: next }, next.notBefore);
      this.#work();
    });
    this.#inFlight.set(zone, sending);
  }
}
