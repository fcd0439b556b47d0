/**
 * What the zone cache holds: whole zones, and beside them the names of zones that are too large to be
 * held. Each kind has a bound of its own, so that large zones never displace the others.
 */
import { LRUCache } from 'lru-cache';
import { ZoneContent } from '../zones/zone-content.ts';
import type { LargeZone } from './large-zone.ts';

export interface Entry {
  readonly content: ZoneContent | LargeZone;
  /** When its serial was read. */
  readAt: number;
  /** It has changed since. */
  isStale: boolean;
  /** Zones inside it are directly below one of these suffixes; null until they are read again. */
  suffixes: Set<string> | 'any' | null;
}

export class ZoneEntries {
  readonly #whole: LRUCache<string, Entry>;
  readonly #large: LRUCache<string, Entry>;

  constructor(bytesMax: number) {
    this.#whole = lruOf(bytesMax - largeShare(bytesMax));
    this.#large = lruOf(largeShare(bytesMax));
  }

  get bytes(): number {
    return this.#whole.calculatedSize + this.#large.calculatedSize;
  }

  get size(): number {
    return this.#whole.size + this.#large.size;
  }

  get(zone: string): Entry | undefined {
    return this.#whole.get(zone) ?? this.#large.get(zone);
  }

  /** As `get`, without counting as a use. */
  peek(zone: string): Entry | undefined {
    return this.#whole.peek(zone) ?? this.#large.peek(zone);
  }

  set(zone: string, entry: Entry): void {
    this.delete(zone);
    (entry.content instanceof ZoneContent ? this.#whole : this.#large).set(zone, entry);
  }

  delete(zone: string): void {
    this.#whole.delete(zone);
    this.#large.delete(zone);
  }

  *values(): Generator<Entry> {
    yield* this.#whole.values();
    yield* this.#large.values();
  }
}

/** A zone that takes more than this is a large one; all large ones together take as much. */
export function largeShare(bytesMax: number): number {
  return Math.floor(bytesMax / 4);
}

function lruOf(maxSize: number): LRUCache<string, Entry> {
  return new LRUCache({
    maxSize,
    sizeCalculation: ({ content }) => content.bytes,
  });
}
