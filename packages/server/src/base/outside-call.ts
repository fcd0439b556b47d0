/**
 * One call to a peer outside the service. It settles within its limit whatever the peer does, also
 * when the promise of a library never settles. What the call has opened is destroyed with its end,
 * and a result that comes later is dropped. Adapters take a `CallScope`, so they run only in here.
 */
export interface CallLimit {
  /** Whom the call is to, as in "the mail server". */
  readonly peer: string;
  readonly totalMs: number;
  /** Ends the call early, because the service stops. */
  readonly stopping: AbortSignal;
}

interface Destroyable {
  destroy(): unknown;
  on?(event: 'error', listener: () => void): unknown;
}

export class OutsideCallError extends Error {
  override readonly name = 'OutsideCallError';
  readonly reason: 'timeout' | 'stopped';

  constructor(reason: 'timeout' | 'stopped', { peer, totalMs }: CallLimit) {
    super(
      reason === 'timeout'
        ? `No answer from ${peer} within ${totalMs / 1_000} seconds.`
        : `The call to ${peer} was cut off, because the service stops.`,
    );
    this.reason = reason;
  }
}

/** The resources of a call that is under way. */
export class CallScope {
  readonly #ended = new AbortController();
  readonly #owned = new Set<Destroyable>();

  /** Aborted at the end of the call, for libraries that take a signal. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Destroyed at the end of the call. */
  own<T extends Destroyable>(resource: T): T {
    // An error after the end has no other listener and would stop the process.
    resource.on?.('error', () => {});
    if (this.signal.aborted) resource.destroy();
    else this.#owned.add(resource);
    return resource;
  }

  end(): void {
    this.#ended.abort();
    for (const resource of this.#owned) resource.destroy();
    this.#owned.clear();
  }
}

/** Rejects with OutsideCallError at the limit and when the service stops. */
export async function outsideCall<T>(
  limit: CallLimit,
  call: (scope: CallScope) => Promise<T>,
): Promise<T> {
  const { stopping, totalMs } = limit;
  if (stopping.aborted) throw new OutsideCallError('stopped', limit);
  const { promise: cut, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new OutsideCallError('stopped', limit));
  const timer = setTimeout(() => reject(new OutsideCallError('timeout', limit)), totalMs);
  stopping.addEventListener('abort', stop, { once: true });
  const scope = new CallScope();
  try {
    return await Promise.race([call(scope), cut]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
    scope.end();
  }
}
