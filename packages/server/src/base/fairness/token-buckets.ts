/**
 * Token buckets, one per key: a burst, then a steady rate. Kept in memory and bounded: the key that
 * was used least recently is forgotten first and starts again with a full bucket.
 */
import { LRUCache } from 'lru-cache';
import type { MachineClock } from '../clock.ts';

export interface BucketLimit {
  readonly burst: number;
  /** How long until one more token is there. */
  readonly everyMs: number;
  readonly keysMax: number;
}

export interface Take {
  readonly isTaken: boolean;
  /** Tokens left, with fractions. */
  readonly left: number;
  /** How many takes in a row were refused, this one included. */
  readonly refusals: number;
}

interface Bucket {
  tokens: number;
  at: number;
  refusals: number;
}

export class TokenBuckets {
  readonly #limit: BucketLimit;
  readonly #clock: MachineClock;
  readonly #buckets: LRUCache<string, Bucket>;

  constructor(limit: BucketLimit, clock: MachineClock) {
    this.#limit = limit;
    this.#clock = clock;
    // `max` would allocate places for all keys at the start, 17 ms for 100,000.
    this.#buckets = new LRUCache({ maxSize: limit.keysMax, sizeCalculation: () => 1 });
  }

  /** Takes a token if there is one. */
  take(key: string): Take {
    const bucket = this.#refill(key);
    const isTaken = bucket.tokens >= 1;
    if (isTaken) bucket.tokens -= 1;
    bucket.refusals = isTaken ? 0 : bucket.refusals + 1;
    return { isTaken, left: bucket.tokens, refusals: bucket.refusals };
  }

  /** Milliseconds until a token is there; 0 when one is. Takes nothing. */
  waitMs(key: string): number {
    const bucket = this.#buckets.peek(key);
    const tokens = bucket === undefined ? this.#limit.burst : this.#tokensIn(bucket);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) * this.#limit.everyMs);
  }

  /** Undoes a take. */
  giveBack(key: string): void {
    const bucket = this.#buckets.peek(key);
    if (bucket !== undefined) bucket.tokens = Math.min(this.#limit.burst, bucket.tokens + 1);
  }

  /** The key has a full bucket again. */
  forget(key: string): void {
    this.#buckets.delete(key);
  }

  /** The bucket as it is now, as the most recently used one. */
  #refill(key: string): Bucket {
    const now = this.#clock.now();
    const known = this.#buckets.get(key);
    const bucket = known ?? { tokens: this.#limit.burst, at: now, refusals: 0 };
    bucket.tokens = this.#tokensIn(bucket);
    bucket.at = now;
    if (known === undefined) this.#buckets.set(key, bucket);
    return bucket;
  }

  #tokensIn({ tokens, at }: Bucket): number {
    const earned = Math.max(0, this.#clock.now() - at) / this.#limit.everyMs;
    return Math.min(this.#limit.burst, tokens + earned);
  }
}
