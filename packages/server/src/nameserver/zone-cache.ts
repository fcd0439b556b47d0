/**
 * Caches queried zones in memory, up to a bound that does not depend on the number of zones.
 * Changes by this process are visible at once. Changes by other processes are visible within half a
 * second: before a cached zone is used, the list of changed zones is read if the last one is older.
 */
import type { Name } from '@hostmaster/dns';
import { LRUCache } from 'lru-cache';
import type { MachineClock } from '../base/clock.ts';
import { LongWork } from '../base/fairness/long-work.ts';
import { Pace } from '../base/fairness/pace.ts';
import { suffixesOf } from '../domains/domain-name.ts';
import { suffixesWithin } from '../storage/queries/prices/prices.ts';
import { findServedZones, findZone } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader, HostmasterSnapshots } from '../storage/schema.ts';
import { ZoneContent } from '../zones/zone-content.ts';
import type { SourceState } from './answer-cache.ts';
import { LargeZone } from './large-zone.ts';
import { OutdatedReads } from './outdated-reads.ts';
import { readDifference, readZoneVersion, type SoaDefaults } from './read-zone.ts';
import { ZoneChanges } from './zone-changes.ts';
import { type Entry, largeShare, ZoneEntries } from './zone-entries.ts';

export interface ZoneCacheOptions extends SoaDefaults {
  readonly database: HostmasterSnapshots;
  readonly clock: MachineClock;
  /** Default 64 MiB. Of a zone that takes more than a quarter of it only the names are held. */
  readonly bytesMax?: number;
  /** Called when answers from a zone are no longer valid; with null for those from every zone. */
  readonly onStale?: (zone: string | null) => void;
}

/** The zone an answer was made from, and its version at that moment. */
export interface ZoneSource {
  readonly zone: string;
  readonly content: ZoneContent;
  readonly version: number;
}

/** A zone from which questions are answered. */
export type ServedZone = ZoneContent | LargeZone;

const bytesMaxDefault = 64 * 2 ** 20;
const freshMs = 500;
/** Each serial is read again after this time, in case the clock of the database was set back. */
const rereadMs = 30_000;
const absentMax = 10_000;
/** With more suffixes inside a zone, every name in it may be a zone. */
const suffixesMax = 100;
const largeNamesMax = 10_000;
/** The number of labels of a registrable name: one label and a public suffix. */
const labelsMin = 2;
const labelsMax = 7;

export class ZoneCache {
  readonly #options: ZoneCacheOptions;
  readonly #entries: ZoneEntries;
  /** More than this is too large for one zone. */
  readonly #zoneBytesMax: number;
  readonly #loading = new Map<string, Promise<ServedZone | null>>();
  /** Names that are not zones, and when that was read. */
  readonly #absent = new LRUCache<string, number>({ max: absentMax });
  /** Zones inside others that have been noted there since they were last absent. */
  readonly #noted = new LRUCache<string, true>({ max: absentMax });
  /** Zones that turned out to be large: they are not begun to be read whole again. */
  readonly #large = new LRUCache<string, true>({ max: largeNamesMax });
  /** Large zones are read one after the other, so that the places of others stay free. */
  readonly #largeReads = new LongWork({ placesMax: 1, waitingMax: 1 });
  /** Suffixes of the zones that were opened inside each zone while it is being read. */
  readonly #opened = new Map<string, Set<string>>();
  readonly #reads = new OutdatedReads();
  readonly #changes: ZoneChanges;
  /** When the changes of other processes were read. */
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;

  constructor(options: ZoneCacheOptions) {
    this.#options = options;
    const bytesMax = options.bytesMax ?? bytesMaxDefault;
    this.#entries = new ZoneEntries(bytesMax);
    this.#zoneBytesMax = largeShare(bytesMax);
    this.#changes = new ZoneChanges(options.database);
  }

  get bytes(): number {
    return this.#entries.bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The innermost zone that contains a name; null when no served zone does. */
  async find(name: Name): Promise<ServedZone | null> {
    if (!this.#isChecked()) await this.#check();
    const candidates = enclosingNames(name);
    const held = this.#findHeld(candidates);
    return held === undefined ? this.#findServed(this.#possible(candidates)) : held;
  }

  /** Undefined where only the database knows it. */
  #findHeld(candidates: readonly string[]): ServedZone | null | undefined {
    let outer: Entry | null = null;
    let isKnown = true;
    for (const zone of candidates) {
      const entry = this.#entries.get(zone);
      if (entry === undefined || !this.#isFresh(entry)) {
        isKnown &&= (entry === undefined && isOutside(zone, outer)) || this.#isAbsent(zone);
        continue;
      }
      if (entry.suffixes instanceof Set && entry.suffixes.size === 0) return entry.content;
      outer = entry;
      // What encloses it does not count.
      isKnown = true;
    }
    return isKnown ? (outer?.content ?? null) : undefined;
  }

  /** Without those that cannot be zones because of the zone that they are in. */
  #possible(candidates: readonly string[]): readonly string[] {
    let outer: Entry | null = null;
    return candidates.filter((zone) => {
      const entry = this.#entries.peek(zone);
      const isPossible = entry !== undefined || !isOutside(zone, outer);
      if (entry !== undefined && this.#isFresh(entry)) outer = entry;
      return isPossible;
    });
  }

  /** The content of a zone, if it can be answered from without reading the database. */
  fresh(zone: string): ZoneContent | null {
    const entry = this.#entries.get(zone);
    const isFresh = entry !== undefined && this.#isChecked() && this.#isFresh(entry);
    return isFresh && entry.content instanceof ZoneContent ? entry.content : null;
  }

  /** Whether the zone is as it was when an answer was made from it. */
  stateOf({ zone, content, version }: ZoneSource): SourceState {
    const fresh = this.fresh(zone);
    if (fresh === content && content.version === version) return 'current';
    return fresh === null ? 'unknown' : 'outdated';
  }

  /** Reads the changes of other processes. What is unchanged after it was unchanged when it began. */
  check(): Promise<void> {
    return this.#check();
  }

  /** The zone was opened or changed: the next query reads its serial again. */
  markStale(zone: string): void {
    this.#options.onStale?.(zone);
    this.expire(zone);
    this.#noteInside(zone);
  }

  /** The next query reads the serial of the zone again, if the name is one. */
  expire(zone: string): void {
    this.#reads.mark(zone);
    this.#absent.delete(zone);
    const entry = this.#entries.peek(zone);
    if (entry !== undefined) entry.isStale = true;
  }

  /** Answers that zones around this one gave for names in it are no longer valid. */
  #noteInside(zone: string): void {
    const isNoted = this.#noted.get(zone) === true;
    const suffix = suffixOf(zone);
    for (const name of suffixesOf(zone)) {
      this.#opened.get(name)?.add(suffix);
      const outer = this.#entries.peek(name);
      if (outer === undefined) continue;
      if (outer.suffixes instanceof Set) outer.suffixes.add(suffix);
      if (isNoted) continue;
      this.#noted.set(zone, true);
      if (outer.content instanceof ZoneContent) outer.content.outdateAnswers();
      this.#options.onStale?.(name);
    }
  }

  #isChecked(): boolean {
    return this.#options.clock.now() - this.#checkedAt < freshMs;
  }

  /** Queries that arrive during a check wait for it. */
  #check(): Promise<void> {
    this.#checking ??= this.#markChanged().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #markChanged(): Promise<void> {
    const at = this.#options.clock.now();
    const changes = await this.#changes.read();
    if (changes === null) this.#markAllStale();
    for (const { zone, serial } of changes ?? []) {
      // Some changes are listed more than once.
      if (this.#entries.peek(zone)?.content.serial !== serial) this.markStale(zone);
    }
    this.#checkedAt = at;
  }

  #markAllStale(): void {
    this.#options.onStale?.(null);
    this.#reads.markAll();
    this.#absent.clear();
    for (const entry of this.#entries.values()) {
      entry.isStale = true;
      entry.suffixes = null;
    }
  }

  async #findServed(candidates: readonly string[]): Promise<ServedZone | null> {
    const at = this.#options.clock.now();
    const found = await this.#reads.run(
      () => this.#options.database.all(findServedZones, { names: candidates }),
      (served, isOutdated) => {
        const zone = candidates
          .map((candidate) => served.find((row) => row.name === candidate))
          .findLast((row) => row !== undefined);
        for (const other of candidates) {
          if (served.some((row) => row.name === other)) continue;
          this.#entries.delete(other);
          this.#noted.delete(other);
          // Negative caching, so that queries for other names do not each cause a database query.
          if (!isOutdated(other)) this.#absent.set(other, at);
        }
        const entry = this.#entries.get(zone?.name ?? '');
        if (zone === undefined || entry?.content.serial !== zone.serial) return zone;
        if (entry.suffixes === null) return zone;
        entry.readAt = at;
        entry.isStale = isOutdated(zone.name);
        return entry.content;
      },
    );
    if (found === undefined) return null;
    return 'name' in found ? this.#load(found.name, found.serial) : found;
  }

  #isFresh(entry: Entry): boolean {
    return !entry.isStale && this.#options.clock.now() - entry.readAt < rereadMs;
  }

  #isAbsent(zone: string): boolean {
    const seenAt = this.#absent.get(zone);
    return seenAt !== undefined && this.#options.clock.now() - seenAt < rereadMs;
  }

  async #load(zone: string, serialMin: number): Promise<ServedZone | null> {
    const running = this.#loading.get(zone);
    if (running !== undefined) {
      const content = await running;
      if (content !== null && content.serial >= serialMin) return content;
      // That load started before this version was committed.
      return this.#load(zone, serialMin);
    }
    const loading = this.#read(zone).finally(() => this.#loading.delete(zone));
    this.#loading.set(zone, loading);
    return loading;
  }

  /**
   * Applies the journal to the cached version if it reaches back that far, else reads the whole
   * zone.
   */
  async #read(zone: string): Promise<ServedZone | null> {
    const { clock } = this.#options;
    const readAt = clock.now();
    const known = this.#entries.peek(zone)?.suffixes ?? null;
    const opened = new Set<string>();
    this.#opened.set(zone, opened);
    return this.#reads
      .run(
        () => Promise.all([this.#readContent(zone), known ?? this.#readSuffixes(zone)]),
        ([content, suffixes], isOutdated) => {
          // A serial that was read again after a while can be another one without a noted change.
          this.#options.onStale?.(zone);
          if (content === null) {
            this.#entries.delete(zone);
            return null;
          }
          if (suffixes instanceof Set) for (const suffix of opened) suffixes.add(suffix);
          const isStale = isOutdated(zone);
          this.#entries.set(zone, {
            content,
            readAt,
            isStale,
            suffixes: isStale ? null : suffixes,
          });
          this.#noteInside(zone);
          return content;
        },
      )
      .finally(() => this.#opened.delete(zone));
  }

  async #readSuffixes(zone: string): Promise<Set<string> | 'any'> {
    const limit = suffixesMax + 1;
    const found = await this.#options.database.all(suffixesWithin, { name: zone, limit });
    return found.length > suffixesMax ? 'any' : new Set(found.map(({ tld }) => tld));
  }

  async #readContent(zone: string): Promise<ServedZone | null> {
    const read = await this.#options.database.snapshot((reader) => this.#readWhole(reader, zone));
    if (read instanceof ZoneContent) this.#large.delete(zone);
    if (read !== 'large') return read;
    this.#large.set(zone, true);
    const large = await this.#largeReads.run(zone, () => this.#readLarge(zone));
    if (large === null || this.#isSmall(large)) this.#large.delete(zone);
    return large;
  }

  async #readWhole(reader: HostmasterReader, zone: string): Promise<ServedZone | 'large' | null> {
    const version = await readZoneVersion(reader, zone, this.#options);
    if (version === null) return null;
    const held = this.#entries.peek(zone)?.content;
    const change = held === undefined ? null : await readDifference(reader, version, held.serial);
    if (held !== undefined && change !== null) {
      held.apply(change.difference, version.soa);
      const fitting = await this.#fitting(held);
      if (fitting !== null) return fitting;
    }
    const isLarge = held instanceof LargeZone ? !this.#isSmall(held) : this.#large.has(zone);
    if (isLarge) return 'large';
    const content = new ZoneContent(version.soa, version.apex);
    const pace = new Pace();
    for await (const page of version.pages()) {
      for (const record of page) {
        content.add(record);
        const turn = pace.step();
        if (turn !== undefined) await turn;
      }
      if (content.bytes > this.#zoneBytesMax) return 'large';
    }
    return content;
  }

  /** Without a snapshot, unless the zone changes meanwhile. */
  async #readLarge(zone: string): Promise<LargeZone | null> {
    const { database } = this.#options;
    const large = await this.#readNames(database, zone);
    const now = await database.first(findZone, { name: zone });
    if (large === null || now?.serial === large.serial) return large;
    return database.snapshot((reader) => this.#readNames(reader, zone));
  }

  async #readNames(reader: HostmasterReader, zone: string): Promise<LargeZone | null> {
    const version = await readZoneVersion(reader, zone, this.#options);
    if (version === null) return null;
    const large = new LargeZone(version.soa, { bytesMax: this.#zoneBytesMax });
    for (const record of version.apex) large.add(record);
    const pace = new Pace();
    for await (const page of version.pages()) {
      for (const record of page) {
        large.add(record);
        const turn = pace.step();
        if (turn !== undefined) await turn;
      }
    }
    return large;
  }

  /** Null for a large zone that has become small enough to be read whole. */
  async #fitting(zone: ServedZone): Promise<ServedZone | null> {
    if (zone instanceof LargeZone) return this.#isSmall(zone) ? null : zone;
    const bytesMax = this.#zoneBytesMax;
    return zone.bytes > bytesMax ? LargeZone.of(zone, { bytesMax }) : zone;
  }

  #isSmall(zone: LargeZone): boolean {
    return zone.contentBytes < this.#zoneBytesMax / 2;
  }
}

/** What a zone is registered under. */
function suffixOf(zone: string): string {
  return zone.slice(zone.indexOf('.') + 1);
}

/** Whether a name in this zone is no zone of its own, because it could not be registered. */
function isOutside(name: string, outer: Entry | null): boolean {
  return outer?.suffixes instanceof Set && !outer.suffixes.has(suffixOf(name));
}

/** The names that may be the zone of this name, shortest first. */
function enclosingNames(name: Name): string[] {
  const labels = name.toHostname().split('.');
  const names: string[] = [];
  for (let count = labelsMin; count <= Math.min(labels.length, labelsMax); count += 1) {
    names.push(labels.slice(-count).join('.'));
  }
  return names;
}
