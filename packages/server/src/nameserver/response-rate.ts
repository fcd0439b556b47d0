/**
 * Response rate limiting over UDP, where source addresses can be forged. A network above its rate
 * gets no answer, except for a share of truncated ones that make real clients retry over TCP. The
 * table is bounded; the least recently seen network is evicted first.
 */
import { isIPv6 } from 'node:net';

export type Verdict = 'answer' | 'truncate' | 'silence';

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

interface Bucket {
  tokens: number;
  at: number;
  suppressed: number;
}

export class ResponseRate {
  readonly #options: ResponseRateOptions;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: ResponseRateOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  judge(address: string): Verdict {
    // Loopback addresses cannot be forged from outside.
    if (address === '::1' || address.startsWith('127.')) return 'answer';
    const { perSecond, burst, slip, networksMax } = this.#options;
    const network = networkOf(address);
    const now = this.#now();
    const bucket = this.#buckets.get(network) ?? { tokens: burst, at: now, suppressed: 0 };
    this.#buckets.delete(network);
    this.#buckets.set(network, bucket);
    if (this.#buckets.size > networksMax) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    const earned = (Math.max(0, now - bucket.at) / 1_000) * perSecond;
    bucket.tokens = Math.min(burst, bucket.tokens + earned);
    bucket.at = now;
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      bucket.suppressed = 0;
      return 'answer';
    }
    bucket.suppressed += 1;
    return bucket.suppressed % slip === 0 ? 'truncate' : 'silence';
  }
}

/** Networks are /24 and /56: the usual size of one customer's network. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address.split('.').slice(0, 3).join('.');
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = address.includes('::') ? [...front, ...zeros, ...back] : front;
  const fourth = Number.parseInt(groups[3] ?? '0', 16) & 0xff00;
  return [...groups.slice(0, 3).map((group) => Number.parseInt(group, 16)), fourth].join(':');
}
