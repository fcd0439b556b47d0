/** One version of a zone in memory, as the nameserver answers from it. */
import { type Name, type ResourceRecord, recordKey, rrTypes, soaSerial } from '@hostmaster/dns';
import { ChainIndex } from './chain-index.ts';
import { type RecordKinds, ZoneNames } from './names/zone-names.ts';
import type { RecordDifference } from './record-difference.ts';

/** Measured memory of a record's object, map entries and strings, besides its octets. */
const recordOverheadBytes = 400;

/** In a published zone every NS below the apex delegates. */
export const publishedKinds: RecordKinds<ResourceRecord> = {
  isDelegation: ({ type }) => type === rrTypes.NS,
  isRedirection: ({ type }) => type === rrTypes.DNAME,
};

export class ZoneContent {
  readonly origin: Name;
  /** Every record but the SOA. */
  readonly names: ZoneNames<ResourceRecord>;
  readonly #chain: ChainIndex;
  #soa: ResourceRecord;
  #bytes = 2 * recordOverheadBytes;
  #version = 0;

  constructor(soa: ResourceRecord, records: Iterable<ResourceRecord>) {
    this.origin = soa.name;
    this.names = new ZoneNames(soa.name.key, publishedKinds);
    this.#chain = new ChainIndex(soa.name);
    this.#soa = soa;
    for (const record of records) this.add(record);
  }

  get soa(): ResourceRecord {
    return this.#soa;
  }

  get serial(): number {
    return soaSerial(this.#soa.rdata);
  }

  /** Changes with each change of the content, and when answers from it are no longer valid. */
  get version(): number {
    return this.#version;
  }

  outdateAnswers(): void {
    this.#version += 1;
  }

  get isSigned(): boolean {
    return this.#chain.size > 0;
  }

  covering(name: Name): ResourceRecord | null {
    const owner = this.#chain.covering(name);
    return this.names.at(owner?.key ?? '').find(isNsec) ?? null;
  }

  /** Estimated size in memory. */
  get bytes(): number {
    return this.#bytes + this.names.treeBytes;
  }

  add(record: ResourceRecord): void {
    this.#version += 1;
    this.#bytes += sizeOf(record);
    this.names.add(record.name.key, record);
    if (isNsec(record)) this.#chain.add(record.name);
  }

  /** The next version. A removed record that is not in the zone is ignored. */
  apply(difference: RecordDifference, soa: ResourceRecord): void {
    this.#version += 1;
    for (const record of difference.removed) this.#remove(record);
    for (const record of difference.added) this.add(record);
    this.#soa = soa;
  }

  #remove(record: ResourceRecord): void {
    const wanted = recordKey(record);
    const removed = this.names.remove(record.name.key, (held) => recordKey(held) === wanted);
    if (removed === undefined) return;
    this.#bytes -= sizeOf(removed);
    if (isNsec(removed)) this.#chain.remove(removed.name);
  }
}

function isNsec({ type }: ResourceRecord): boolean {
  return type === rrTypes.NSEC;
}

/** What a record takes in memory, estimated. */
export function sizeOf({ name, rdata }: ResourceRecord): number {
  return recordOverheadBytes + name.wire.length * 3 + rdata.length;
}
