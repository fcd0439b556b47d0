/** Reads what a workspace has, domain by domain, as documents of one segment. */
import type { Pace } from '../base/fairness/pace.ts';
import { pageRecords } from '../storage/queries/records/records.ts';
import { pageDocumentDomains } from '../storage/queries/search/search-index.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { charactersOf, segmentSize } from './build-segment.ts';
import type { SearchDocument } from './documents.ts';

const domainsPerPage = 500;
const recordsPerPage = 500;
const pageBytes = 128 * 1024;

export interface StoredDocuments {
  readonly documents: readonly SearchDocument[];
  /** Where the next segment starts: a domain, and its record where it is not at its beginning. */
  readonly next: string | null;
}

export async function readStored(
  reader: HostmasterReader,
  {
    workspaceId,
    place,
    pace,
  }: { readonly workspaceId: string; readonly place: string; readonly pace: Pace },
): Promise<StoredDocuments> {
  const documents: SearchDocument[] = [];
  let characters = 0;
  const add = (document: SearchDocument) => {
    documents.push(document);
    characters += charactersOf(document);
  };
  const isFull = () =>
    documents.length + recordsPerPage >= segmentSize.documents ||
    characters + pageBytes >= segmentSize.characters;
  let [from = '', after = ''] = place.split(' ');
  for (;;) {
    const domains = await reader.all(pageDocumentDomains, {
      workspaceId,
      from,
      limit: domainsPerPage,
    });
    for (const { id, name } of domains) {
      const domain = { domainId: id, domain: name, isVisible: true };
      const isBegun = id === from && after !== '';
      if (id === from && after === end) continue;
      if (!isBegun) add({ key: id, ...domain, record: null });
      for (let last = isBegun ? after : ''; ; ) {
        const page = await reader.all(pageRecords, {
          domainId: id,
          after: last,
          limit: recordsPerPage,
          bytes: pageBytes,
        });
        for (const { size: _, ...record } of page) add({ key: record.id, ...domain, record });
        await pace.step();
        const lastRecord = page.at(-1);
        if (lastRecord === undefined) break;
        last = lastRecord.id;
        if (isFull()) return { documents, next: `${id} ${last}` };
      }
      if (isFull()) return { documents, next: `${id} ${end}` };
      [from, after] = [id, end];
    }
    if (domains.length < domainsPerPage) return { documents, next: null };
  }
}

/** Sorts behind every id: the domain is read to its end. */
const end = '~';
