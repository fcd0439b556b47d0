/**
 * Response rate limiting over UDP, where source addresses can be forged. A network above its rate
 * gets no answer, except for a share of truncated ones that make real clients retry over TCP.
 */
import type { MachineClock } from '../base/clock.ts';
import { networkOf } from '../base/network-of.ts';
import type { Rate } from '../base/setting-values.ts';
import { TokenBuckets } from '../base/token-buckets.ts';

export type ResponseDecision = 'answer' | 'truncate' | 'silence';

/** One in this many suppressed answers is sent truncated. */
const slip = 2;
const networksMax = 20_000;
/** The usual size of one customer's network. */
const networkBits = { v4: 24, v6: 56 };

export class ResponseRate {
  /** Null without a limit. */
  readonly #buckets: TokenBuckets | null;

  constructor(rate: Rate | null, clock: MachineClock) {
    this.#buckets =
      rate === null
        ? null
        : new TokenBuckets(
            { burst: rate.burst, everyMs: 1_000 / rate.perSecond, keysMax: networksMax },
            clock,
          );
  }

  decide(address: string): ResponseDecision {
    if (this.#buckets === null) return 'answer';
    // Loopback addresses cannot be forged from outside.
    if (address === '::1' || address.startsWith('127.')) return 'answer';
    const { isTaken, refusals } = this.#buckets.take(networkOf(address, networkBits));
    if (isTaken) return 'answer';
    return refusals % slip === 0 ? 'truncate' : 'silence';
  }
}
