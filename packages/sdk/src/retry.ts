/**
 * Repeats a request that was not carried out, or that is harmless to repeat. The waits double from half a
 * second to eight, each shortened by chance so that clients which failed together do not return together;
 * a `Retry-After` of the service counts instead.
 */
import { ConnectionError, HostmasterError } from './errors.ts';

const firstWaitMs = 500;
const waitMsMax = 8_000;
/** A service that asks for more is not waited for. */
const retryAfterMsMax = 60_000;

export interface RetryPolicy {
  /** How often a failed request is sent again. */
  readonly retries: number;
  /** Whether it may be sent again although the first one may have been carried out. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

export async function withRetries<T>(send: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const waitMs = attempt < policy.retries ? waitBefore(attempt, error, policy) : null;
      if (waitMs === null) throw error;
      await pause(waitMs, policy.signal);
    }
  }
}

/** Null when the request is not sent again. */
function waitBefore(attempt: number, error: unknown, policy: RetryPolicy): number | null {
  const doubledMs = Math.min(firstWaitMs * 2 ** attempt, waitMsMax);
  const waitMs = doubledMs * (0.5 + Math.random() / 2);
  if (error instanceof ConnectionError) return policy.isRepeatable ? waitMs : null;
  // Both say that nothing was carried out.
  if (!(error instanceof HostmasterError) || (error.status !== 429 && error.status !== 503)) {
    return null;
  }
  if (error.retryAfterSeconds === null) return waitMs;
  const askedMs = error.retryAfterSeconds * 1_000;
  return askedMs > retryAfterMsMax ? null : Math.max(askedMs, waitMs);
}

/** Rejects with the signal's reason when it is aborted. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
