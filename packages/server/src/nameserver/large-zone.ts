/**
 * A zone that is too large for the cache. Only which names exist is held, as counts by a hash of the
 * name; the records of a name are read when they are asked for. A question about a name that does not
 * exist reads no record.
 */
import { type Name, type ResourceRecord, soaSerial } from '@hostmaster/dns';
import { Pace } from '../base/fairness/pace.ts';
import { findZone } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { readPublishedNames } from '../zone-data/published-names.ts';
import { type Links, readKeyRecords, readLinks } from '../zone-data/read-chain.ts';
import { answerQuestion, type ZoneAnswer } from '../zones/answer-question.ts';
import { nameserverRecords } from '../zones/apex.ts';
import { type LookupZone, nameOfKey, parentKey } from '../zones/lookup.ts';
import type { RecordDifference } from '../zones/record-difference.ts';
import { type SignedAnswerZone, signAnswer } from '../zones/sign-answer.ts';
import { relativeName } from '../zones/wire-record.ts';
import { publishedKinds, sizeOf, type ZoneContent } from '../zones/zone-content.ts';
import { ZoneNames } from '../zones/zone-names.ts';

/** Measured memory of a number in the map. */
const countBytes = 48;
/** A chain of CNAMEs has five links at most, and the last one's hosts are read after it. */
const roundsMax = 20;

export interface DnsQuestion {
  readonly name: Name;
  readonly type: number;
  /** Whether the client wants signatures. */
  readonly dnssecOk: boolean;
}

export class LargeZone {
  readonly origin: Name;
  /** By the hash of a name: how many records are at or below it. */
  readonly #counts = new Map<number, number>();
  #soa: ResourceRecord;
  #contentBytes = 0;

  private constructor({ origin, soa }: ZoneContent) {
    this.origin = origin;
    this.#soa = soa;
  }

  /** A large zone with what has been read so far. */
  static async of(content: ZoneContent): Promise<LargeZone> {
    const large = new LargeZone(content);
    const pace = new Pace();
    for (const record of content.names.records()) {
      large.add(record);
      await pace.step();
    }
    return large;
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
    question: DnsQuestion,
    anySerial: boolean,
  ): Promise<ZoneAnswer | null> {
    const zone = this.origin.toHostname();
    const { serial } = this;
    const served = await reader.first(findZone, { name: zone });
    if (served === undefined || served.domainId === null) return null;
    if (served.serial !== serial && !anySerial) return null;
    const { domainId } = served;
    const { nameservers } = served.zone;
    const isSigned = served.zone.signing === 'signed';
    const partial = new PartialZone(this.#soa, (key) => this.#counts.has(hashOf(key)));
    partial.load([], nameserverRecords(zone, nameservers));
    if (isSigned) partial.load([], await readKeyRecords(reader, { zone, domainId }));
    for (let round = 0; round < roundsMax; round += 1) {
      const plain = answerQuestion(partial, question);
      const isWhole = !partial.isMissing && question.dnssecOk && isSigned;
      const answer = isWhole ? signAnswer(partial, question, plain) : plain;
      const { names: missing, places } = partial.takeMissing();
      if (missing.size === 0 && places.size === 0) {
        if (anySerial) return answer;
        // Serials only rise, so what was read in between is of this version.
        return (await reader.first(findZone, { name: zone }))?.serial === serial ? answer : null;
      }
      const names = [...missing].flatMap((key) => relativeName(zone, nameOfKey(key)) ?? []);
      partial.load(missing, await readPublishedNames(reader, { zone, domainId }, names));
      if (isSigned) {
        const found = await readLinks(reader, { zone, domainId }, { names: missing, places });
        partial.link(found);
      }
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
class PartialZone implements SignedAnswerZone {
  readonly origin: Name;
  readonly soa: ResourceRecord;
  readonly names: LookupZone<ResourceRecord>;
  readonly #records: ZoneNames<ResourceRecord>;
  readonly #loaded = new Set<string>();
  #missing = new Set<string>();
  /** Names of which it is not known which NSEC record covers them. */
  #uncovered = new Set<string>();
  readonly #linked = new Set<string>();
  readonly #covering = new Map<string, ResourceRecord | null>();

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

  get isMissing(): boolean {
    return this.#missing.size > 0;
  }

  covering(name: Name): ResourceRecord | null {
    const known = this.#covering.get(name.key);
    if (known === undefined) this.#uncovered.add(name.key);
    return known ?? null;
  }

  /** A name is linked once, also when it is found again beside others. */
  link({ records, covering }: Links): void {
    for (const [key, held] of Map.groupBy(records, ({ name }) => name.key)) {
      if (!this.#linked.has(key)) this.load([], held);
      this.#linked.add(key);
    }
    for (const [key, record] of covering) this.#covering.set(key, record);
  }

  takeMissing(): { readonly names: ReadonlySet<string>; readonly places: ReadonlySet<string> } {
    const taken = { names: this.#missing, places: this.#uncovered };
    this.#missing = new Set();
    this.#uncovered = new Set();
    return taken;
  }
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
