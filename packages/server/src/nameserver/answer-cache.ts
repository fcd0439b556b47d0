/**
 * Ready answers to UDP queries, by the octets of the query without its id. An answer is used only
 * while the zone it was made from is fresh in the zone cache and has not changed, so it is never
 * older than what the zone cache itself would answer.
 */
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
  readonly bytes: number;
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
  readonly #bytesMax: number;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(options: AnswerCacheOptions) {
    this.#zones = options.zones;
    this.#bytesMax = options.bytesMax ?? bytesMaxDefault;
  }

  get bytes(): number {
    return this.#bytes;
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
      if (fresh !== null) this.#drop(key, entry);
      return null;
    }
    const reply = entry.reply.slice();
    reply[0] = packet[0] ?? 0;
    reply[1] = packet[1] ?? 0;
    return { reply, rcode: entry.rcode };
  }

  keep(packet: Uint8Array, answer: CachedAnswer, source: AnswerSource): void {
    if (packet.length > queryBytesMax) return;
    const key = keyOf(packet);
    const held = this.#entries.get(key);
    if (held !== undefined) this.#drop(key, held);
    const bytes = overheadBytes + key.length + answer.reply.length;
    const zone = source.content.origin.toHostname();
    this.#entries.set(key, { ...answer, reply: answer.reply.slice(), source, zone, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest, entry);
    }
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

function keyOf(packet: Uint8Array): string {
  return Buffer.from(packet.buffer, packet.byteOffset + 2, packet.length - 2).toString('latin1');
}
