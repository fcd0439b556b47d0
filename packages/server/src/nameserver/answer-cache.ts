/**
 * Ready answers to UDP queries, by the octets of the query without its id. An answer is used only
 * while the zone it was made from is fresh in the zone cache and has not changed, so it is never
 * older than what the zone cache itself would answer.
 */
import { LRUCache } from 'lru-cache';
import type { ZoneContent } from '../zones/zone-content.ts';

/** The zone an answer was made from, and its version at that moment. */
export interface AnswerSource {
  readonly content: ZoneContent;
  readonly version: number;
}

export interface CachedAnswer {
  readonly reply: Uint8Array;
  readonly rcode: number;
}

interface Entry extends CachedAnswer {
  readonly source: AnswerSource;
  readonly zone: string;
}

export interface AnswerCacheOptions {
  /** The content of a zone that can be answered from without reading the database. */
  readonly zones: { fresh(zone: string): ZoneContent | null };
  /** Default 16 MiB. */
  readonly bytesMax?: number;
}

const bytesMaxDefault = 16 * 2 ** 20;
/** Measured memory of an entry besides its octets. */
const overheadBytes = 300;
/** The longest name with room for type, class and OPT without options. */
const queryBytesMax = 300;

export class AnswerCache {
  readonly #zones: AnswerCacheOptions['zones'];
  readonly #entries: LRUCache<string, Entry>;

  constructor(options: AnswerCacheOptions) {
    this.#zones = options.zones;
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
    const { content, version } = entry.source;
    const fresh = this.#zones.fresh(entry.zone);
    if (fresh !== content || content.version !== version) {
      // The zone may only have to be read again, so only an answer of another version is dropped.
      if (fresh !== null) this.#entries.delete(key);
      return null;
    }
    const reply = entry.reply.slice();
    reply[0] = packet[0] ?? 0;
    reply[1] = packet[1] ?? 0;
    return { reply, rcode: entry.rcode };
  }

  keep(packet: Uint8Array, answer: CachedAnswer, source: AnswerSource): void {
    if (packet.length > queryBytesMax) return;
    const zone = source.content.origin.toHostname();
    this.#entries.set(keyOf(packet), { ...answer, reply: answer.reply.slice(), source, zone });
  }
}

function keyOf(packet: Uint8Array): string {
  return Buffer.from(packet.buffer, packet.byteOffset + 2, packet.length - 2).toString('latin1');
}
