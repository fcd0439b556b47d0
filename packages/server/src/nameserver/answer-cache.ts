/**
 * Ready answers to UDP queries, by the octets of the query without its id. An answer is used only
 * while the zone it was made from is known to be unchanged, so it is never older than what the zone
 * cache itself would answer.
 */
import { LRUCache } from 'lru-cache';

export interface CachedAnswer {
  readonly reply: Uint8Array;
  readonly rcode: number;
}

interface Entry<Source> extends CachedAnswer {
  readonly source: Source;
}

/** `unknown` where the zone has to be read again before that can be said. */
export type SourceState = 'current' | 'outdated' | 'unknown';

export interface AnswerCacheOptions<Source> {
  /** Whether the zone that an answer was made from is as it was then. */
  readonly stateOf: (source: Source) => SourceState;
  /** Default 16 MiB. */
  readonly bytesMax?: number;
}

const bytesMaxDefault = 16 * 2 ** 20;
/** Measured memory of an entry besides its octets. */
const overheadBytes = 300;
/** The longest name with room for type, class and OPT without options. */
const queryBytesMax = 300;

export class AnswerCache<Source> {
  readonly #stateOf: AnswerCacheOptions<Source>['stateOf'];
  readonly #entries: LRUCache<string, Entry<Source>>;

  constructor(options: AnswerCacheOptions<Source>) {
    this.#stateOf = options.stateOf;
    this.#entries = new LRUCache({
      maxSize: options.bytesMax ?? bytesMaxDefault,
      sizeCalculation: ({ reply }, key) => overheadBytes + key.length + reply.length,
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** The answer with the id of this query; null when it must be computed. */
  find(packet: Uint8Array): CachedAnswer | null {
    if (packet.length > queryBytesMax) return null;
    const key = keyOf(packet);
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    const state = this.#stateOf(entry.source);
    if (state === 'outdated') this.#entries.delete(key);
    if (state !== 'current') return null;
    const reply = entry.reply.slice();
    reply[0] = packet[0] ?? 0;
    reply[1] = packet[1] ?? 0;
    return { reply, rcode: entry.rcode };
  }

  keep(packet: Uint8Array, answer: CachedAnswer, source: Source): void {
    if (packet.length > queryBytesMax) return;
    this.#entries.set(keyOf(packet), { ...answer, reply: answer.reply.slice(), source });
  }
}

function keyOf(packet: Uint8Array): string {
  return Buffer.from(packet.buffer, packet.byteOffset + 2, packet.length - 2).toString('latin1');
}
