/**
 * Sends a change on condition that nothing has changed since the person saw it (If-Match). When
 * something has, the current state is loaded: a change of something else is no obstacle, and the
 * request is repeated for the new version.
 */
import { HostmasterError } from '@hostmaster/sdk';

export interface ConditionalChange<State extends Versioned, R> {
  /** What the person saw. */
  readonly version: string;
  /** `now` is null at first, and what was loaded since at later attempts. */
  readonly send: (ifMatch: string, now: State | null) => Promise<R>;
  readonly load: () => Promise<State>;
  /** Whether the change can still be made without overwriting one of another person. */
  readonly isUnaffected: (now: State) => boolean;
}

export interface Versioned {
  readonly version: string;
}

export type ConditionalOutcome<State, R> =
  | { readonly kind: 'done'; readonly result: R }
  | { readonly kind: 'conflict'; readonly now: State };

/** Only a zone that changes all the time needs more than two. */
const attemptsMax = 8;

export async function changeConditionally<State extends Versioned, R>(
  change: ConditionalChange<State, R>,
): Promise<ConditionalOutcome<State, R>> {
  let now: State | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result: R = await change.send(now?.version ?? change.version, now);
      return { kind: 'done', result };
    } catch (error) {
      if (!isOutdated(error) || attempt === attemptsMax) throw error;
    }
    now = await change.load();
    if (!change.isUnaffected(now)) return { kind: 'conflict', now };
  }
}

function isOutdated(error: unknown): boolean {
  return error instanceof HostmasterError && error.code === 'precondition_failed';
}
