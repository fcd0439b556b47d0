/** The machine clock as a dependency, so that tests decide when time passes. */

export interface Timers {
  nowMs(): number;
  /** Calls back once after the delay; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Above this setTimeout fires at once; callers that wait longer check the clock when called. */
const delayMsMax = 2 ** 31 - 1;

export const systemTimers: Timers = {
  // Monotonic: a corrected wall clock must not end sessions or skip a backoff.
  nowMs: () => performance.now(),
  after(delayMs, callback) {
    const handle = setTimeout(callback, Math.min(delayMs, delayMsMax));
    return () => clearTimeout(handle);
  },
};
