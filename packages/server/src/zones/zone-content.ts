/** A zone in memory: sets by owner name, and which names exist only because others lie below them. */
import { type Name, type ResourceRecord, recordKey, rrTypes, soaSerial } from '@hostmaster/dns';
import type { Difference } from './zone-record.ts';

/** What an object, its map entries and its strings take besides the octets they carry; measured. */
const recordOverheadBytes = 400;

export class ZoneContent {
  readonly origin: Name;
  #soa: ResourceRecord;
  readonly #records = new Map<string, ResourceRecord[]>();
  /** How many owner names lie below a name. */
  readonly #below = new Map<string, number>();
  #bytes = 2 * recordOverheadBytes;

  constructor(soa: ResourceRecord, records: Iterable<ResourceRecord>) {
    this.origin = soa.name;
    this.#soa = soa;
    for (const record of records) this.add(record);
  }

  get soa(): ResourceRecord {
    return this.#soa;
  }

  get serial(): number {
    return soaSerial(this.#soa.rdata);
  }

  /** Roughly what it takes in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The records of one owner name; the SOA is apart. Empty when it has none. */
  at(name: Name): readonly ResourceRecord[] {
    return this.#records.get(name.key) ?? none;
  }

  /** Also names without records of their own, above others (RFC 4592, section 2.2.2). */
  exists(name: Name): boolean {
    return this.#records.has(name.key) || this.#below.has(name.key) || name.equals(this.origin);
  }

  /** The delegation that a name is at or below: the one closest to the apex. */
  delegationAbove(name: Name): Name | null {
    let found: Name | null = null;
    for (const each of this.#upToOrigin(name)) {
      if (this.at(each).some(({ type }) => type === rrTypes.NS)) found = each;
    }
    return found;
  }

  add(record: ResourceRecord): void {
    const { key } = record.name;
    const set = this.#records.get(key);
    this.#bytes += sizeOf(record);
    if (set !== undefined) {
      set.push(record);
      return;
    }
    this.#records.set(key, [record]);
    for (const above of this.#above(record.name)) {
      this.#below.set(above.key, (this.#below.get(above.key) ?? 0) + 1);
    }
  }

  /** The next version. A record to remove that is not there is no fault: it is gone already. */
  apply(difference: Difference, soa: ResourceRecord): void {
    for (const record of difference.removed) this.#remove(record);
    for (const record of difference.added) this.add(record);
    this.#soa = soa;
  }

  #remove(record: ResourceRecord): void {
    const { key } = record.name;
    const set = this.#records.get(key);
    if (set === undefined) return;
    const wanted = recordKey(record);
    const index = set.findIndex((held) => recordKey(held) === wanted);
    if (index === -1) return;
    set.splice(index, 1);
    this.#bytes -= sizeOf(record);
    if (set.length > 0) return;
    this.#records.delete(key);
    for (const above of this.#above(record.name)) {
      const count = (this.#below.get(above.key) ?? 0) - 1;
      if (count > 0) this.#below.set(above.key, count);
      else this.#below.delete(above.key);
    }
  }

  /** The names between this one and the apex, both left out. */
  *#above(name: Name): Generator<Name> {
    const parent = name.parent();
    if (parent !== null && !name.equals(this.origin)) yield* this.#upToOrigin(parent);
  }

  /** The name and those above it, the apex left out. */
  *#upToOrigin(name: Name): Generator<Name> {
    let at: Name | null = name;
    while (at !== null && at.wire.length > this.origin.wire.length) {
      yield at;
      at = at.parent();
    }
  }
}

const none: readonly ResourceRecord[] = [];

function sizeOf({ name, rdata }: ResourceRecord): number {
  return recordOverheadBytes + name.wire.length * 3 + rdata.length;
}
