/**
 * How long a session may be silent before a hello. A server that closes silent sessions earlier than
 * expected shows its limit by that, and the interval becomes shorter.
 */

/** A close after a shorter silence has other causes, such as a restart of the server. */
const silenceMsMin = 10_000;
const safetyFactor = 0.75;

export class KeepAlive {
  #intervalMs: number;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** The server closed a session on which nothing was in flight. Returns whether the interval fell. */
  learn(silentMs: number): boolean {
    if (silentMs < silenceMsMin) return false;
    const intervalMs = Math.round(silentMs * safetyFactor);
    if (intervalMs >= this.#intervalMs) return false;
    this.#intervalMs = intervalMs;
    return true;
  }
}
