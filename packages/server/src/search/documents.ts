/** What is found by a search: a domain by its name, a record by its name or value. */
import {
  listDomainDocuments,
  listRecordDocuments,
} from '../storage/queries/search/search-index.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { folded } from './search-terms.ts';

export interface SearchDocument {
  /** The id of the domain or of the record. Domains sort before records. */
  readonly key: string;
  readonly domainId: string;
  readonly domain: string;
  /** False while it is being transferred in, and once it is gone. */
  readonly isVisible: boolean;
  /** Null for the domain itself. */
  readonly record: StoredRecord | null;
}

/** The texts of which any part is found, folded. */
export function textsOf({ domain, record }: SearchDocument): readonly string[] {
  if (record === null) return [folded(domain)];
  return record.name === '@' ? [folded(record.value)] : [folded(record.name), folded(record.value)];
}

/** A question is folded. A record is found by its full name, too, from the beginning. */
export function isMatch(document: SearchDocument, question: string): boolean {
  if (textsOf(document).some((text) => text.includes(question))) return true;
  const { domain, record } = document;
  if (record === null || record.name === '@') return false;
  return `${folded(record.name)}.${domain}`.startsWith(question);
}

/** As they are now, in the order of their keys. What is gone is left out. */
export async function readDocuments(
  reader: HostmasterReader,
  workspaceId: string,
  keys: readonly string[],
): Promise<SearchDocument[]> {
  const isDomain = (key: string) => key.startsWith('dom_');
  const [records, domains] = await Promise.all([
    readSome(
      keys.filter((key) => !isDomain(key)),
      (ids) => reader.all(listRecordDocuments, { workspaceId, ids }),
    ),
    readSome(keys.filter(isDomain), (ids) => reader.all(listDomainDocuments, { workspaceId, ids })),
  ]);
  return [
    ...domains.map(({ domainId, domain, isVisible }) => ({
      key: domainId,
      domainId,
      domain,
      isVisible: isVisible === 1,
      record: null,
    })),
    ...records.map(({ domainId, domain, isVisible, ...record }) => ({
      key: record.id,
      domainId,
      domain,
      isVisible: isVisible === 1,
      record,
    })),
  ].sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function readSome<Row>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  return ids.length === 0 ? [] : read(ids);
}
