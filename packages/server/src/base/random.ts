/**
 * Randomness that behaviour depends on (jitter, ids of DNS messages, prefixes of request ids) comes
 * from the service's source. Secrets, tokens and row ids use node:crypto where they are made: they
 * must be unpredictable in every service, so there is nothing to choose or to pass down.
 */
import { randomInt } from 'node:crypto';

export interface RandomSource {
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number;
}

export const systemRandom: RandomSource = { below: (limit) => randomInt(limit) };
