/**
 * Response rate limiting over UDP, where source addresses can be forged. A network above its rate
 * gets no answer, except for a share of truncated ones that make real clients retry over TCP. The
 * counts are in memory that threads share, so that a rate holds over all of them. A network has one
 * word there: when its next answer would be due at a steady pace (GCRA), which a full burst may be
 * ahead of.
 */
import { randomBytes } from 'node:crypto';
import { networkOf } from '../base/addresses/network-of.ts';
import type { MachineClock } from '../base/clock.ts';
import type { Rate } from '../base/setting-values.ts';

export type ResponseDecision = 'answer' | 'truncate' | 'silence';

/** What threads share; it can be sent to a worker. */
export interface RateMemory {
  readonly words: SharedArrayBuffer;
  /** Random, so that clients cannot choose networks that share a word. */
  readonly seed: number;
}

/** One in this many suppressed answers is sent truncated. */
const slip = 2;
/** The usual size of one customer's network. */
const networkBits = { v4: 24, v6: 56 };
/** 65,536 networks; where all words of a set are taken, the least busy network is forgotten. */
const sets = 2 ** 14;
const wordsPerSet = 4;
const dueBits = 48n;
const dueMask = 2n ** dueBits - 1n;
/** Another thread changed the word in between; one that loses this often answers. */
const attemptsMax = 8;

export function createRateMemory(): RateMemory {
  return {
    words: new SharedArrayBuffer(sets * wordsPerSet * BigUint64Array.BYTES_PER_ELEMENT),
    seed: randomBytes(4).readUInt32LE(),
  };
}

export class ResponseRate {
  /** Null without a limit. */
  readonly #pace: { readonly everyUs: number; readonly burstUs: number } | null;
  readonly #clock: MachineClock;
  readonly #words: BigUint64Array;
  readonly #seed: number;
  #suppressed = 0;

  constructor(rate: Rate | null, clock: MachineClock, memory: RateMemory = createRateMemory()) {
    const everyUs = rate === null ? 0 : Math.max(1, Math.round(1_000_000 / rate.perSecond));
    this.#pace = rate === null ? null : { everyUs, burstUs: rate.burst * everyUs };
    this.#clock = clock;
    this.#words = new BigUint64Array(memory.words);
    this.#seed = memory.seed;
  }

  decide(address: string): ResponseDecision {
    if (this.#pace === null) return 'answer';
    // Loopback addresses cannot be forged from outside.
    if (address === '::1' || address.startsWith('127.')) return 'answer';
    if (this.#take(networkOf(address, networkBits), this.#pace)) return 'answer';
    this.#suppressed += 1;
    return this.#suppressed % slip === 0 ? 'truncate' : 'silence';
  }

  #take(
    network: string,
    { everyUs, burstUs }: { readonly everyUs: number; readonly burstUs: number },
  ): boolean {
    const hash = hashOf(network, this.#seed);
    const tag = BigInt(hash & 0xffff || 1);
    const first = (hash >>> 18) * wordsPerSet;
    // Forty-eight bits of microseconds are almost nine years.
    const now = (this.#clock.now() * 1_000) % Number(dueMask);
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const { at, word } = this.#find(first, tag);
      const known = word >> dueBits === tag ? Number(word & dueMask) : 0;
      // A clock that was set back must not leave a network without answers.
      const due = known > now + burstUs ? now : Math.max(known, now);
      const next = due + everyUs;
      if (next - burstUs > now) return false;
      const changed = (tag << dueBits) | BigInt(Math.round(next));
      if (Atomics.compareExchange(this.#words, at, word, changed) === word) return true;
    }
    return true;
  }

  /** The word of the network, or the one that is free or due first. */
  #find(first: number, tag: bigint): { readonly at: number; readonly word: bigint } {
    let found = { at: first, word: Atomics.load(this.#words, first) };
    for (let at = first; at < first + wordsPerSet; at += 1) {
      const word = Atomics.load(this.#words, at);
      if (word >> dueBits === tag) return { at, word };
      if ((word & dueMask) < (found.word & dueMask)) found = { at, word };
    }
    return found;
  }
}

/** FNV-1a with a seed, its bits mixed. */
function hashOf(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
