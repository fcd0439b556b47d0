/**
 * What a change of records changes in the published sets of one owner name, without publishing the
 * whole sets before and after. Equal to the difference of two `publishOwner`; the test compares them.
 */
import { classes, type Name, type ResourceRecord } from '@hostmaster/dns';
import type { TypedRdata } from '@hostmaster/dns/records';
import type { KeptRecord } from '../storage/queries/records/records.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { bytesOf, setBytesMax } from './fitting-sets.ts';
import { octetText } from './octet-text.ts';
import { publishedRdata } from './publish-owner.ts';
import type { RecordDifference } from './record-difference.ts';
import { isRedirection } from './record-target.ts';
import { ownerName } from './zone-record.ts';

export interface OwnerEdit {
  /** The zone's name without trailing dot. */
  readonly zone: string;
  /** Relative, `@` for the apex. */
  readonly owner: string;
  /** The CNAME and ALIAS records and those of the touched types that stay as they are. */
  readonly kept: readonly KeptRecord[];
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
}

/**
 * Null when other records of the name decide: with a CNAME or ALIAS, in a set that is too large to
 * be published whole, or when the TTL of a set changes.
 */
export function setDifference(edit: OwnerEdit): RecordDifference | null {
  const { kept, removed, added } = edit;
  if (kept.some(isRedirection) || removed.some(isRedirection) || added.some(isRedirection)) {
    return null;
  }
  const before = new Version(edit, removed);
  const after = new Version(edit, added);
  const lengths = new Set<number>();
  for (const { rdata } of before.touched.values()) lengths.add(rdata.length);
  for (const { rdata } of after.touched.values()) lengths.add(rdata.length);
  const stays = new Set<string>();
  for (const record of kept) {
    const published = publishedRdata(edit, record);
    if (published === null) continue;
    before.count(published, record.ttlSeconds);
    after.count(published, record.ttlSeconds);
    if (lengths.has(published.rdata.length)) stays.add(keyOf(published));
  }
  if (before.bytes > setBytesMax || after.bytes > setBytesMax) return null;
  for (const [type, ttlSeconds] of before.ttlByType) {
    if ((after.ttlByType.get(type) ?? ttlSeconds) !== ttlSeconds) return null;
  }
  return {
    removed: before.touchedWithout(stays, after),
    added: after.touchedWithout(stays, before),
  };
}

/** The touched sets before or after the change. */
class Version {
  /** What the touched records publish, by type and data. */
  readonly touched = new Map<string, TypedRdata>();
  /** Smallest TTL of all records of a type. */
  readonly ttlByType = new Map<number, number>();
  bytes = 0;
  readonly #edit: OwnerEdit;

  constructor(edit: OwnerEdit, records: readonly StoredRecord[]) {
    this.#edit = edit;
    for (const record of records) {
      const published = publishedRdata(edit, record);
      if (published === null) continue;
      this.touched.set(keyOf(published), published);
      this.count(published, record.ttlSeconds);
    }
  }

  count(published: TypedRdata, ttlSeconds: number): void {
    const lowest = this.ttlByType.get(published.typeCode);
    if (lowest === undefined || ttlSeconds < lowest) {
      this.ttlByType.set(published.typeCode, ttlSeconds);
    }
    this.bytes += bytesOf(published);
  }

  touchedWithout(stays: ReadonlySet<string>, other: Version): ResourceRecord[] {
    const records: ResourceRecord[] = [];
    let name: Name | null = null;
    for (const [key, { typeCode: type, rdata }] of this.touched) {
      if (stays.has(key) || other.touched.has(key)) continue;
      name ??= ownerName(this.#edit.zone, this.#edit.owner);
      const ttlSeconds = this.ttlByType.get(type) ?? 0;
      records.push({ name, type, class: classes.IN, ttlSeconds, rdata });
    }
    return records;
  }
}

function keyOf({ typeCode, rdata }: TypedRdata): string {
  return `${typeCode} ${octetText(rdata)}`;
}
