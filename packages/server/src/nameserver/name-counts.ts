/**
 * Which names exist in a zone, as counts by a hash of the name. Names with many labels have many above
 * them, so when the counts take too much memory, those of the names with the most labels are given up.
 */

/** Measured memory of a number in a map. */
const countBytes = 48;

export class NameCounts {
  readonly #apex: string;
  readonly #bytesMax: number;
  /** By the number of labels below the apex, less one: how many records are at or below each name. */
  readonly #levels: Map<number, number>[] = [];
  /** Names with more labels below the apex are not counted. */
  #labelsMax = Number.POSITIVE_INFINITY;
  #size = 0;

  constructor(apex: string, bytesMax: number) {
    this.#apex = apex;
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#size * countBytes;
  }

  /** A record counts at its name and at those between it and the apex. */
  count(key: string, change: 1 | -1): void {
    const hashes = hashesOf(key, this.#apex);
    const levels = Math.min(hashes.length, this.#labelsMax);
    for (let level = 0; level < levels; level += 1) {
      const counts = this.#levels[level] ?? new Map<number, number>();
      this.#levels[level] = counts;
      const hash = hashes[level] ?? 0;
      const count = (counts.get(hash) ?? 0) + change;
      const before = counts.size;
      if (count > 0) counts.set(hash, count);
      else counts.delete(hash);
      this.#size += counts.size - before;
    }
    while (this.bytes > this.#bytesMax) {
      this.#size -= this.#levels.pop()?.size ?? 0;
      this.#labelsMax = this.#levels.length;
    }
  }

  /** Null for a name below one that exists, with too many labels to be known. */
  exists(key: string): boolean | null {
    const hashes = hashesOf(key, this.#apex);
    const level = Math.min(hashes.length, this.#labelsMax) - 1;
    const isListed = level < 0 || this.#levels[level]?.has(hashes[level] ?? 0) === true;
    return isListed && hashes.length > this.#labelsMax ? null : isListed;
  }
}

/**
 * The hashes of each name from the one directly below the apex down to this one. 53 bits: two names of a
 * zone with a million of them are equal once in ten thousand zones.
 */
function hashesOf(key: string, apex: string): readonly number[] {
  const end = key.length - apex.length;
  const labels: number[] = [];
  for (let at = 0; at < end; at += key.charCodeAt(at) + 1) labels.push(at);
  const hashes: number[] = [];
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let label = labels.length - 1; label >= 0; label -= 1) {
    const labelEnd = labels[label + 1] ?? end;
    for (let at = labels[label] ?? 0; at < labelEnd; at += 1) {
      const octet = key.charCodeAt(at);
      high = Math.imul(high ^ octet, 2_654_435_761);
      low = Math.imul(low ^ octet, 1_597_334_677);
    }
    hashes.push(mixed(high, low));
  }
  return hashes;
}

function mixed(high: number, low: number): number {
  const top =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  const bottom =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(top ^ (top >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & bottom) + (top >>> 0);
}
