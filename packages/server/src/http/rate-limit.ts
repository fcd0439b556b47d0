/** The rate limit of the API and the dashboard: a steady rate per key, with room for a burst. */
import type { FastifyReply } from 'fastify';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import { TokenBuckets } from '../base/fairness/token-buckets.ts';

export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateDecision {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Until the next request is allowed, or until the bucket is full again. */
  readonly resetSeconds: number;
}

const keysMax = 100_000;

export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #buckets: TokenBuckets;

  constructor(limit: RateLimit, clock: MachineClock) {
    this.#limit = limit;
    this.#buckets = new TokenBuckets(
      { burst: limit.burst, everyMs: 1_000 / limit.perSecond, keysMax },
      clock,
    );
  }

  /** The burst, and the seconds in which it is refilled. */
  get policy(): string {
    const { perSecond, burst } = this.#limit;
    return `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  }

  take(key: string): RateDecision {
    const { perSecond, burst } = this.#limit;
    const { isTaken, left } = this.#buckets.take(key);
    return {
      isAllowed: isTaken,
      remaining: Math.floor(left),
      resetSeconds: Math.ceil((isTaken ? burst - left : 1 - left) / perSecond),
    };
  }
}

/** Sets the RateLimit headers, and refuses when the bucket is empty. */
export function limitRate(limiter: RateLimiter, key: string, reply: FastifyReply): void {
  const decision = limiter.take(key);
  reply.header('ratelimit-policy', limiter.policy);
  reply.header('ratelimit', `"default";r=${decision.remaining};t=${decision.resetSeconds}`);
  if (decision.isAllowed) return;
  reply.header('retry-after', String(decision.resetSeconds));
  throw new Refusal('rate_limited', 'Too many requests. Slow down and try again.');
}
