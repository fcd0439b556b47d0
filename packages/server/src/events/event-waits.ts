/**
 * Requests that wait for the next event of a workspace. A commit of this process, or the message of
 * another one, wakes them; since messages can be lost, they also look again from time to time. The
 * number of waiting requests of one workspace is bounded.
 */
import { secondMs } from '@hostmaster/contract/durations';
import { Refusal } from '../base/errors.ts';
import type { EventBus } from '../base/events.ts';

/** How long a lost message delays an event. */
const lookAgainMs = 5 * secondMs;
const retryAfterSeconds = 5;

export class EventWaits {
  readonly #places = new Map<string, Set<WaitingPlace>>();
  readonly #perWorkspaceMax: number;
  #isOver = false;

  constructor(events: EventBus, perWorkspaceMax: number) {
    this.#perWorkspaceMax = perWorkspaceMax;
    events.subscribe('events-added', ({ workspaceId }) => {
      for (const place of this.#places.get(workspaceId) ?? []) place.wake();
    });
  }

  /** From now on no event is missed. Refused when too many wait already. */
  enter(workspaceId: string): WaitingPlace {
    const places = this.#places.get(workspaceId) ?? new Set();
    if (places.size >= this.#perWorkspaceMax) throw tooManyWaiting(this.#perWorkspaceMax);
    const place = new WaitingPlace(() => {
      places.delete(place);
      if (places.size === 0) this.#places.delete(workspaceId);
    });
    if (this.#isOver) place.end();
    places.add(place);
    this.#places.set(workspaceId, places);
    return place;
  }

  /** The service stops: all requests are answered with what there is. */
  end(): void {
    this.#isOver = true;
    for (const places of this.#places.values()) for (const place of places) place.end();
  }
}

export class WaitingPlace {
  readonly leave: () => void;
  #isWoken = false;
  #isOver = false;
  #resume: (() => void) | null = null;

  constructor(leave: () => void) {
    this.leave = leave;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  wake(): void {
    this.#isWoken = true;
    this.#resume?.();
  }

  end(): void {
    this.#isOver = true;
    this.#resume?.();
  }

  /** Resolves when the stream may have grown; at once when it has since the last call. */
  async next(msMax: number, signal?: AbortSignal): Promise<void> {
    if (!this.#isWoken && !this.#isOver && signal?.aborted !== true) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.min(msMax, lookAgainMs));
      this.#resume = resolve;
      signal?.addEventListener('abort', () => resolve(), { once: true });
      await promise;
      this.#resume = null;
      clearTimeout(timer);
    }
    this.#isWoken = false;
  }
}

function tooManyWaiting(max: number): Refusal {
  return new Refusal(
    'too_many_waiting',
    `${max} requests of this workspace are waiting already. Use one and share what it returns.`,
    { retryAfterSeconds },
  );
}
