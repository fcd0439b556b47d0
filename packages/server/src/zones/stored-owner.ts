/**
 * The stored view of one owner name: what the customer saved, in wire form. Secondaries and
 * resolvers get the published view instead. Here a target that is published flattened is an ALIAS
 * and never its addresses, so that a tool reads back what it wrote.
 */
import { classes, compareBytes, type ResourceRecord } from '@hostmaster/dns';
import { aliasTypeCode } from '@hostmaster/dns/records';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { bytesOf, setBytesMax } from './fitting-sets.ts';
import { type OwnerInput, publishedRdata, publishOwner } from './publish-owner.ts';
import { isRedirection, recordTarget } from './record-target.ts';
import { type WireForm, wireForm, wireFormOf } from './wire-record.ts';
import { ownerName } from './zone-record.ts';

export interface ShownRecord {
  readonly stored: StoredRecord;
  readonly form: WireForm;
}

export interface StoredOwner {
  readonly shown: readonly ShownRecord[];
  /** Records that have no place in a zone, such as TLS text that is not TLSA. */
  readonly hidden: readonly StoredRecord[];
}

export function storedOwner(input: Omit<OwnerInput, 'addresses'>): StoredOwner {
  return plainOwner(input) ?? publishedOwner(input);
}

/** A name where nothing is flattened and every set fits, which nearly all are; null for any other. */
function plainOwner(input: Omit<OwnerInput, 'addresses'>): StoredOwner | null {
  const shown: ShownRecord[] = [];
  const hidden: StoredRecord[] = [];
  let bytes = 0;
  for (const stored of input.records) {
    if (isRedirection(stored)) return null;
    const published = publishedRdata(input, stored);
    if (published === null) hidden.push(stored);
    else {
      shown.push({ stored, form: wireForm(published.typeCode, published.rdata) });
      bytes += bytesOf(published);
    }
  }
  return bytes <= setBytesMax ? { shown, hidden } : null;
}

function publishedOwner(input: Omit<OwnerInput, 'addresses'>): StoredOwner {
  const { zone } = input;
  const { records } = publishOwner({ ...input, addresses: new Map() });
  const published = new Set(records.map(({ type, rdata }) => wireForm(type, rdata).key));
  const shown: ShownRecord[] = [];
  const hidden: StoredRecord[] = [];
  for (const stored of input.records) {
    const form = wireFormOf(zone, stored);
    const target = recordTarget(zone, stored);
    if (form !== null && published.has(form.key)) shown.push({ stored, form });
    else if (target !== null) {
      shown.push({ stored, form: wireForm(aliasTypeCode, target.wire) });
    } else hidden.push(stored);
  }
  return { shown, hidden };
}

/** The sets of an owner name: one TTL each, no duplicates. */
export function shownRecords(
  { zone, owner }: Pick<OwnerInput, 'zone' | 'owner'>,
  shown: readonly ShownRecord[],
): ResourceRecord[] {
  const name = ownerName(zone, owner);
  return [...Map.groupBy(shown, ({ form }) => form.typeCode)]
    .sort(([a], [b]) => a - b)
    .flatMap(([type, members]) => {
      const ttlSeconds = setTtl(members);
      const rdatas = new Map(members.map(({ form }) => [form.key, form.rdata]));
      return [...rdatas.values()]
        .sort(compareBytes)
        .map((rdata) => ({ name, type, class: classes.IN, ttlSeconds, rdata }));
    });
}

/** All records of a set have the smallest TTL (RFC 2181, section 5.2). */
export function setTtl(members: readonly ShownRecord[]): number {
  return Math.min(...members.map(({ stored }) => stored.ttlSeconds));
}
