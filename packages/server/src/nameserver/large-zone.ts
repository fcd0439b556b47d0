/**
 * A zone that is too large for the cache. Only which names exist is held, as counts by a hash of the
 * name; the records of a name are read when they are asked for. A question about a name that does not
 * exist reads no record.
 */
import { Name, type ResourceRecord, soaSerial } from '@hostmaster/dns';
import { findZone } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { readPublishedNames } from '../zone-data/published-names.ts';
import { type AnswerZone, answerQuestion, type ZoneAnswer } from '../zones/answer-question.ts';
import { nameserverRecords } from '../zones/apex.ts';
import { type LookupZone, parentKey } from '../zones/lookup.ts';
import type { RecordDifference } from '../zones/record-difference.ts';
import { relativeName } from '../zones/wire-record.ts';
import { publishedKinds, sizeOf, type ZoneContent } from '../zones/zone-content.ts';
import { ZoneNames } from '../zones/zone-names.ts';

/** Measured memory of a number in the map. */
const countBytes = 48;
/** A chain of CNAMEs has five links at most, and the last one's hosts are read after it. */
const roundsMax = 20;

export class LargeZone {
  readonly origin: Name;
  /** By the hash of a name: how many records are at or below it. */
  readonly #counts = new Map<number, number>();
  #soa: ResourceRecord;
  #contentBytes = 0;

  constructor({ origin, soa, names }: ZoneContent) {
    this.origin = origin;
    this.#soa = soa;
    for (const record of names.records()) this.add(record);
  }

  get serial(): number {
    return soaSerial(this.#soa.rdata);
  }

  get bytes(): number {
    return this.#counts.size * countBytes;
  }

  /** What its content would take in memory. */
  get contentBytes(): number {
    return this.#contentBytes;
  }

  add(record: ResourceRecord): void {
    this.#count(record, 1);
  }

  /** The next version. */
  apply(difference: RecordDifference, soa: ResourceRecord): void {
    for (const record of difference.removed) this.#count(record, -1);
    for (const record of difference.added) this.#count(record, 1);
    this.#soa = soa;
  }

  /**
   * Null when the zone has another serial than this one by now. `anySerial` answers all the same: a zone
   * that changes all the time has answers too.
   */
  async answer(
    reader: HostmasterReader,
    question: { readonly name: Name; readonly type: number },
    anySerial: boolean,
  ): Promise<ZoneAnswer | null> {
    const zone = this.origin.toHostname();
    const { serial } = this;
    const served = await reader.first(findZone, { name: zone });
    if (served === undefined || served.domainId === null) return null;
    if (served.serial !== serial && !anySerial) return null;
    const { domainId, nameservers } = served;
    const partial = new PartialZone(this.#soa, (key) => this.#counts.has(hashOf(key)));
    partial.load([], nameserverRecords(zone, nameservers));
    for (let round = 0; round < roundsMax; round += 1) {
      const answer = answerQuestion(partial, question);
      const missing = partial.takeMissing();
      if (missing.size === 0) {
        if (anySerial) return answer;
        // Serials only rise, so what was read in between is of this version.
        return (await reader.first(findZone, { name: zone }))?.serial === serial ? answer : null;
      }
      const names = [...missing].flatMap((key) => relativeName(zone, nameOf(key)) ?? []);
      partial.load(missing, await readPublishedNames(reader, { zone, domainId }, names));
    }
    throw new Error(`The answer from ${zone} needs too many names.`);
  }

  /** Each record counts at its name and at those between it and the apex. */
  #count(record: ResourceRecord, change: 1 | -1): void {
    this.#contentBytes += change * sizeOf(record);
    const apex = this.origin.key.length;
    for (let key = record.name.key; key.length > apex; key = parentKey(key)) {
      const hash = hashOf(key);
      const count = (this.#counts.get(hash) ?? 0) + change;
      if (count > 0) this.#counts.set(hash, count);
      else this.#counts.delete(hash);
    }
  }
}

/** The names of a zone that one answer needs; those that it turns out to need are noted as missing. */
class PartialZone implements AnswerZone {
  readonly origin: Name;
  readonly soa: ResourceRecord;
  readonly names: LookupZone<ResourceRecord>;
  readonly #records: ZoneNames<ResourceRecord>;
  readonly #loaded = new Set<string>();
  #missing = new Set<string>();

  constructor(soa: ResourceRecord, exists: (key: string) => boolean) {
    this.soa = soa;
    this.origin = soa.name;
    const apex = soa.name.key;
    const records = new ZoneNames<ResourceRecord>(apex, publishedKinds);
    this.#records = records;
    const need = (key: string) => {
      const isKnown = this.#loaded.has(key) || (key !== apex && !exists(key));
      if (!isKnown) this.#missing.add(key);
    };
    this.names = {
      apex,
      at: (key) => {
        need(key);
        return records.at(key);
      },
      exists: (key) => key === apex || exists(key),
      isDelegated: (key) => {
        need(key);
        return records.isDelegated(key);
      },
      isRedirected: (key) => {
        need(key);
        return records.isRedirected(key);
      },
    };
  }

  load(keys: Iterable<string>, records: readonly ResourceRecord[]): void {
    for (const key of keys) this.#loaded.add(key);
    for (const record of records) this.#records.add(record.name.key, record);
  }

  takeMissing(): ReadonlySet<string> {
    const missing = this.#missing;
    this.#missing = new Set();
    return missing;
  }
}

function nameOf(key: string): Name {
  return Name.fromTrustedWire(Uint8Array.from(key, (octet) => octet.charCodeAt(0)));
}

/** 53 bits: two names of a zone with a million of them are equal once in ten thousand zones. */
function hashOf(key: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < key.length; at += 1) {
    const octet = key.charCodeAt(at);
    high = Math.imul(high ^ octet, 2_654_435_761);
    low = Math.imul(low ^ octet, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
