/**
 * Requests that wait for the next event of a workspace, or for a zone on its secondaries. A commit of this process, or the message of
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
  /** By workspace. */
  readonly #places = new Map<string, Set<WaitingPlace>>();
  /** Those of them that wait for a zone, by its name. */
  readonly #zonePlaces = new Map<string, Set<WaitingPlace>>();
  readonly #perWorkspaceMax: number;
  #isOver = false;

  constructor(events: EventBus, perWorkspaceMax: number) {
    this.#perWorkspaceMax = perWorkspaceMax;
    const wakeZone = ({ zone }: { readonly zone: string }) => wakeAll(this.#zonePlaces, zone);
    events.subscribe('events-added', ({ workspaceId }) => wakeAll(this.#places, workspaceId));
    events.subscribe('zone-changed', wakeZone);
    events.subscribe('zone-confirmed', wakeZone);
  }

  /**
   * From now on no event of the workspace is missed and, with a zone, no change or confirmation of it.
   * Refused when too many wait already.
   */
  enter(workspaceId: string, zone: string | null = null): WaitingPlace {
    if ((this.#places.get(workspaceId)?.size ?? 0) >= this.#perWorkspaceMax) {
      throw tooManyWaiting(this.#perWorkspaceMax);
    }
    const place = new WaitingPlace(() => {
      leave(this.#places, workspaceId, place);
      if (zone !== null) leave(this.#zonePlaces, zone, place);
    });
    if (this.#isOver) place.end();
    join(this.#places, workspaceId, place);
    if (zone !== null) join(this.#zonePlaces, zone, place);
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

  /** Resolves when there may be something new; at once when it has since the last call. */
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

type Places = Map<string, Set<WaitingPlace>>;

function wakeAll(places: Places, key: string): void {
  for (const place of places.get(key) ?? []) place.wake();
}

function join(places: Places, key: string, place: WaitingPlace): void {
  const joined = places.get(key) ?? new Set();
  joined.add(place);
  places.set(key, joined);
}

function leave(places: Places, key: string, place: WaitingPlace): void {
  const joined = places.get(key);
  joined?.delete(place);
  if (joined?.size === 0) places.delete(key);
}

function tooManyWaiting(max: number): Refusal {
  return new Refusal(
    'too_many_waiting',
    `${max} requests of this workspace are waiting already. Use one and share what it returns.`,
    { retryAfterSeconds },
  );
}
