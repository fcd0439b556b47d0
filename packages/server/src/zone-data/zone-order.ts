/** The orders in which the records of a zone are read, page by page. */
import { isLastPage } from '../base/sized-page.ts';
import {
  listOwnerRecords,
  namesBetween,
  pageRecords,
  pageRecordsByName,
} from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';

/** Keys after one and up to another; null is the end. */
export interface KeyRange {
  readonly after: string;
  readonly upTo: string | null;
}

export interface ZoneOrder {
  keyOf(record: StoredRecord): string;
  /** All records of the next keys after one. */
  page(
    reader: HostmasterReader,
    place: { readonly domainId: string; readonly after: string },
  ): Promise<{ readonly records: readonly StoredRecord[]; readonly isLast: boolean }>;
  /** Which of these keys are in a range, in this order. */
  within(
    reader: HostmasterReader,
    keys: ReadonlySet<string>,
    range: KeyRange,
  ): Promise<readonly string[]>;
}

/** A page has at most this many records, and ends with the one that reaches this size. */
const rowsMax = 250;
const bytesMax = 64 * 1024;

/** In creation order. Ids have one length and plain letters, so every collation orders them alike. */
export const byId: ZoneOrder = {
  keyOf: ({ id }) => id,
  async page(reader, place) {
    const records = await reader.all(pageRecords, { ...place, limit: rowsMax, bytes: bytesMax });
    return { records, isLast: isLastPage(records, { limit: rowsMax, bytes: bytesMax }) };
  },
  async within(_, keys, { after, upTo }) {
    return [...keys].filter((key) => key > after && (upTo === null || key <= upTo)).sort();
  },
};

/** By owner name, as the store orders names. */
export const byName: ZoneOrder = {
  keyOf: ({ name }) => name,
  async page(reader, place) {
    for (let factor = 1; ; factor *= 2) {
      const size = { limit: rowsMax * factor, bytes: bytesMax * factor };
      const records = await reader.all(pageRecordsByName, { ...place, ...size });
      if (isLastPage(records, size)) return { records, isLast: true };
      // The page may hold only some records of the last name: the next page starts with it.
      const last = records.at(-1)?.name;
      const whole = records.filter(({ name }) => name !== last);
      if (whole.length > 0) return { records: whole, isLast: false };
    }
  },
  async within(reader, keys, range) {
    if (keys.size === 0) return [];
    const rows = await reader.all(namesBetween, { names: [...keys], ...range });
    return rows.map(({ name }) => name);
  },
};

/** The records at one name only. */
export function atName(owner: string): ZoneOrder {
  return {
    keyOf: ({ name }) => name,
    async page(reader, { domainId }) {
      const records = await reader.all(listOwnerRecords, { domainId, name: owner });
      return { records, isLast: true };
    },
    async within(_, keys) {
      return keys.has(owner) ? [owner] : [];
    },
  };
}
