/** A token bucket per key: a steady rate with room for a burst. Buckets of idle keys are dropped. */
import type { FastifyReply } from 'fastify';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';

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

export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #clock: MachineClock;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();
  #sweepAt = 0;

  constructor(limit: RateLimit, clock: MachineClock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  take(key: string): RateDecision {
    const now = this.#clock.now();
    const { perSecond, burst } = this.#limit;
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now };
    const refill = (Math.max(0, now - bucket.at) / 1_000) * perSecond;
    const tokens = Math.min(burst, bucket.tokens + refill);
    const isAllowed = tokens >= 1;
    const left = isAllowed ? tokens - 1 : tokens;
    this.#buckets.set(key, { tokens: left, at: now });
    if (this.#buckets.size > 10_000 && now >= this.#sweepAt) this.#sweep(now);
    return {
      isAllowed,
      remaining: Math.floor(left),
      resetSeconds: Math.ceil((isAllowed ? burst - left : 1 - left) / perSecond),
    };
  }

  #sweep(now: number): void {
    const fullAfterMs = (this.#limit.burst / this.#limit.perSecond) * 1_000;
    this.#sweepAt = now + fullAfterMs;
    for (const [key, bucket] of this.#buckets) {
      if (now - bucket.at > fullAfterMs) this.#buckets.delete(key);
    }
  }
}

/** Sets the RateLimit header, and refuses when the bucket is empty. */
export function limitRate(limiter: RateLimiter, key: string, reply: FastifyReply): void {
  const decision = limiter.take(key);
  reply.header('ratelimit', `"default";r=${decision.remaining};t=${decision.resetSeconds}`);
  if (decision.isAllowed) return;
  reply.header('retry-after', String(decision.resetSeconds));
  throw new Refusal('rate_limited', 'Too many requests for this key. Slow down and try again.');
}
