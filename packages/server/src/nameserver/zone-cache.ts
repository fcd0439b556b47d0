/**
 * Caches queried zones in memory, up to a bound that does not depend on the number of zones.
 * Changes by this process are visible at once; changes by other processes within a second, because
 * the serial is read again after that time.
 */
import type { Name } from '@hostmaster/dns';
import type { MachineClock } from '../base/clock.ts';
import { findServedZones } from '../storage/queries/zones.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { ZoneContent } from '../zones/zone-content.ts';
import { readDifference, readZoneVersion } from './read-zone.ts';

interface Entry {
  readonly content: ZoneContent;
  bytes: number;
  checkedAt: number;
}

export interface ZoneCacheOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  /** Default 64 MiB. A single larger zone is still cached, alone. */
  readonly bytesMax?: number;
}

const bytesMaxDefault = 64 * 2 ** 20;
const freshMs = 500;
const absentMax = 10_000;
/** The number of labels of a registrable name: one label and a public suffix. */
const labelsMin = 2;
const labelsMax = 7;

export class ZoneCache {
  readonly #options: Required<ZoneCacheOptions>;
  /** In order of use, the least recent first. */
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<ZoneContent | null>>();
  /** Names that are not zones, and when that was read; oldest first. */
  readonly #absent = new Map<string, number>();
  #bytes = 0;

  constructor(options: ZoneCacheOptions) {
    this.#options = { bytesMax: bytesMaxDefault, ...options };
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The zone that contains a name; null when no served zone does. */
  async find(name: Name): Promise<ZoneContent | null> {
    const candidates = enclosingNames(name);
    for (const zone of candidates) {
      const entry = this.#entries.get(zone);
      if (entry !== undefined && this.#isFresh(entry)) return this.#use(zone, entry);
    }
    if (candidates.every((zone) => this.#isAbsent(zone))) return null;
    const at = this.#options.clock.now();
    const served = await this.#options.database.all(findServedZones, { names: candidates });
    const found = candidates
      .map((zone) => served.find((row) => row.name === zone))
      .find((row) => row !== undefined);
    for (const zone of candidates) if (zone !== found?.name) this.#drop(zone);
    if (found === undefined) {
      for (const zone of candidates) this.#noteAbsent(zone, at);
      return null;
    }
    const entry = this.#entries.get(found.name);
    if (entry !== undefined && entry.content.serial === found.serial) {
      entry.checkedAt = at;
      return this.#use(found.name, entry);
    }
    return this.#load(found.name, found.serial);
  }

  /** The content of a zone, if it can be answered from without reading the database. */
  fresh(zone: string): ZoneContent | null {
    const entry = this.#entries.get(zone);
    return entry !== undefined && this.#isFresh(entry) ? this.#use(zone, entry) : null;
  }

  /** The zone was opened or changed: the next query reads its serial again. */
  markStale(zone: string): void {
    this.#absent.delete(zone);
    const entry = this.#entries.get(zone);
    if (entry !== undefined) entry.checkedAt = Number.NEGATIVE_INFINITY;
  }

  #isFresh(entry: Entry): boolean {
    return this.#options.clock.now() - entry.checkedAt < freshMs;
  }

  #use(zone: string, entry: Entry): ZoneContent {
    this.#entries.delete(zone);
    this.#entries.set(zone, entry);
    return entry.content;
  }

  #isAbsent(zone: string): boolean {
    const seenAt = this.#absent.get(zone);
    return seenAt !== undefined && this.#options.clock.now() - seenAt < freshMs;
  }

  /** Negative caching, so that queries for other names do not each cause a database query. */
  #noteAbsent(zone: string, at: number): void {
    this.#absent.delete(zone);
    this.#absent.set(zone, at);
    const [oldest] = this.#absent.keys();
    if (this.#absent.size > absentMax && oldest !== undefined) this.#absent.delete(oldest);
  }

  async #load(zone: string, serialMin: number): Promise<ZoneContent | null> {
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
  async #read(zone: string): Promise<ZoneContent | null> {
    const { database, clock } = this.#options;
    const checkedAt = clock.now();
    const held = this.#entries.get(zone);
    const content = await database.snapshot(async (reader) => {
      const version = await readZoneVersion(reader, zone);
      if (version === null) return null;
      const change =
        held === undefined ? null : await readDifference(reader, version, held.content.serial);
      if (held !== undefined && change !== null) {
        held.content.apply(change.difference, version.soa);
        return held.content;
      }
      const fresh = new ZoneContent(version.soa, []);
      for await (const page of version.pages()) for (const record of page) fresh.add(record);
      return fresh;
    });
    this.#drop(zone);
    if (content !== null) this.#keep(zone, { content, bytes: content.bytes, checkedAt });
    return content;
  }

  #keep(zone: string, entry: Entry): void {
    this.#entries.set(zone, entry);
    this.#bytes += entry.bytes;
    for (const other of this.#entries.keys()) {
      if (this.#bytes <= this.#options.bytesMax || other === zone) break;
      this.#drop(other);
    }
  }

  #drop(zone: string): void {
    const entry = this.#entries.get(zone);
    if (entry === undefined) return;
    this.#entries.delete(zone);
    this.#bytes -= entry.bytes;
  }
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
