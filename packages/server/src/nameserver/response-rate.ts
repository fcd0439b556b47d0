/**
 * Response rate limiting over UDP, where source addresses can be forged. A network above its rate
 * gets no answer, except for a share of truncated ones that make real clients retry over TCP.
 */
import type { MachineClock } from '../base/clock.ts';
import { networkOf } from '../base/network-of.ts';
import { TokenBuckets } from '../base/token-buckets.ts';

export type ResponseDecision = 'answer' | 'truncate' | 'silence';

export interface ResponseRateOptions {
  readonly perSecond: number;
  readonly burst: number;
  /** One in this many suppressed answers is sent truncated. */
  readonly slip: number;
  readonly networksMax: number;
}

export const responseRateDefault: ResponseRateOptions = {
  perSecond: 200,
  burst: 400,
  slip: 2,
  networksMax: 20_000,
};

/** The usual size of one customer's network. */
const networkBits = { v4: 24, v6: 56 };

export class ResponseRate {
  readonly #slip: number;
  readonly #buckets: TokenBuckets;

  constructor(options: ResponseRateOptions, clock: MachineClock) {
    const { perSecond, burst, networksMax } = options;
    this.#slip = options.slip;
    this.#buckets = new TokenBuckets(
      { burst, everyMs: 1_000 / perSecond, keysMax: networksMax },
      clock,
    );
  }

  decide(address: string): ResponseDecision {
    // Loopback addresses cannot be forged from outside.
    if (address === '::1' || address.startsWith('127.')) return 'answer';
    const { isTaken, refusals } = this.#buckets.take(networkOf(address, networkBits));
    if (isTaken) return 'answer';
    return refusals % this.#slip === 0 ? 'truncate' : 'silence';
  }
}
