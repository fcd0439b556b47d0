/**
 * A zone that is too large for the cache. Only which names exist is held, as far as that fits; the
 * records of a name are read when they are asked for. A question about a name that is known not to exist
 * reads no record.
 */
import { type Name, nsecCodec, type ResourceRecord, rcodes, soaSerial } from '@hostmaster/dns';
import { Pace } from '../base/fairness/pace.ts';
import { findZone } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { readPublishedNames } from '../zone-data/published-names.ts';
import { type Links, readKeyRecords, readLinks } from '../zone-data/read-chain.ts';
import { answerQuestion, type ZoneAnswer } from '../zones/answer-question.ts';
import { nameserverRecords } from '../zones/apex.ts';
import { type LookupZone, nameOfKey, parentKey } from '../zones/lookup.ts';
import { ZoneNames } from '../zones/names/zone-names.ts';
import type { RecordDifference } from '../zones/record-difference.ts';
import { type SignedAnswerZone, signAnswer } from '../zones/sign-answer.ts';
import { relativeName } from '../zones/wire-record.ts';
import { publishedKinds, sizeOf, type ZoneContent } from '../zones/zone-content.ts';
import { NameCounts } from './name-counts.ts';

/** Measured memory of a zone without names. */
const zoneBytes = 1_000;
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
  readonly #counts: NameCounts;
  #soa: ResourceRecord;
  #contentBytes = 0;

  /** It takes at most `bytesMax` with its names. */
  constructor(soa: ResourceRecord, { bytesMax }: { readonly bytesMax: number }) {
    this.origin = soa.name;
    this.#soa = soa;
    this.#counts = new NameCounts(this.origin.key, bytesMax - zoneBytes);
  }

  /** As a zone that is held whole has become too large. */
  static async of(content: ZoneContent, limits: { readonly bytesMax: number }): Promise<LargeZone> {
    const large = new LargeZone(content.soa, limits);
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
    return zoneBytes + this.#counts.bytes;
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
    const partial = new PartialZone(this.#soa, { counts: this.#counts, isSigned });
    partial.load([], nameserverRecords(zone, nameservers));
    if (isSigned) partial.load([], await readKeyRecords(reader, { zone, domainId }));
    for (let round = 0; round < roundsMax; round += 1) {
      const plain = withoutGuess(answerQuestion(partial, question), partial.takeGuess());
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

  #count(record: ResourceRecord, change: 1 | -1): void {
    this.#contentBytes += change * sizeOf(record);
    this.#counts.count(record.name.key, change);
  }
}

/** A name that may exist only above others is not denied: resolvers would deny those below it too. */
function withoutGuess(answer: ZoneAnswer, isGuess: boolean): ZoneAnswer {
  return isGuess && answer.rcode === rcodes.NXDOMAIN
    ? { ...answer, rcode: rcodes.NOERROR }
    : answer;
}

/** The names of a zone that one answer needs; those that it turns out to need are noted as missing. */
class PartialZone implements SignedAnswerZone {
  readonly origin: Name;
  readonly soa: ResourceRecord;
  readonly names: LookupZone<ResourceRecord>;
  readonly #records: ZoneNames<ResourceRecord>;
  readonly #counts: NameCounts;
  readonly #isSigned: boolean;
  #isGuess = false;
  readonly #loaded = new Set<string>();
  #missing = new Set<string>();
  /** Names of which it is not known which NSEC record covers them. */
  #uncovered = new Set<string>();
  readonly #linked = new Set<string>();
  readonly #covering = new Map<string, ResourceRecord | null>();

  constructor(
    soa: ResourceRecord,
    { counts, isSigned }: { readonly counts: NameCounts; readonly isSigned: boolean },
  ) {
    this.soa = soa;
    this.origin = soa.name;
    this.#counts = counts;
    this.#isSigned = isSigned;
    const apex = soa.name.key;
    const records = new ZoneNames<ResourceRecord>(apex, publishedKinds);
    this.#records = records;
    this.names = {
      apex,
      at: (key) => {
        this.#need(key);
        return records.at(key);
      },
      exists: (key) => this.#exists(key),
      closestEncloser: (key) => {
        let at = parentKey(key);
        while (!this.#exists(at)) at = parentKey(at);
        return at;
      },
      isDelegated: (key) => {
        this.#need(key);
        return records.isDelegated(key);
      },
      isRedirected: (key) => {
        this.#need(key);
        return records.isRedirected(key);
      },
    };
  }

  #need(key: string): void {
    const isAbsent = key !== this.names.apex && this.#counts.exists(key) === false;
    if (!isAbsent && !this.#loaded.has(key)) this.#missing.add(key);
  }

  #exists(key: string): boolean {
    if (key === this.names.apex) return true;
    const isListed = this.#counts.exists(key);
    if (isListed !== null) return isListed;
    this.#need(key);
    if (this.#records.at(key).length > 0) return true;
    if (this.#isSigned) return this.#isAboveOthers(nameOfKey(key));
    this.#isGuess = true;
    return false;
  }

  /** The NSEC record before a name without records leads to one below it. */
  #isAboveOthers(name: Name): boolean {
    const link = this.covering(name);
    return link !== null && nsecCodec.decode(link.rdata).next.isAtOrBelow(name);
  }

  /** Whether some name without records was taken not to exist. */
  takeGuess(): boolean {
    const isGuess = this.#isGuess;
    this.#isGuess = false;
    return isGuess;
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
