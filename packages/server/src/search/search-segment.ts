/** The documents of one segment that have all terms of a question, in the order of their keys. */
import { findKeyPage, listBlocks, listKeyPages } from '../storage/queries/search/search-index.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { SearchSegment } from '../storage/tables/search/search-segments.ts';
import { blockOf, keysPerPage } from './build-segment.ts';
import { intersect } from './intersect.ts';
import { decodeBlock, emptyBitmap, isBitmap, type PostingList, setBit } from './posting-block.ts';

export interface SegmentQuestion {
  readonly terms: readonly number[];
  /** The terms of the domains that the document may belong to; null for all. */
  readonly domainTerms: readonly number[] | null;
  /** Only documents after this key. */
  readonly after: string;
  readonly limit: number;
}

export interface SegmentAnswer {
  readonly keys: readonly string[];
  /** Up to here the segment is searched; null when it is searched to the end. */
  readonly upTo: string | null;
}

const none: SegmentAnswer = { keys: [], upTo: null };

export async function searchSegment(
  reader: HostmasterReader,
  segment: SearchSegment,
  { terms, domainTerms, after, limit }: SegmentQuestion,
): Promise<SegmentAnswer> {
  const [lists, from] = await Promise.all([
    readLists(reader, segment, [...terms, ...(domainTerms ?? [])]),
    firstNumber(reader, segment, after),
  ]);
  const asked = terms.map((term) => lists.get(term));
  if (asked.includes(undefined)) return none;
  const all = asked.filter((list) => list !== undefined);
  if (domainTerms !== null) all.push(joined(domainTerms.flatMap((term) => lists.get(term) ?? [])));
  // The first page may have documents before the start.
  const most = limit + 1 + keysPerPage;
  const numbers = intersect(all, { from, limit: most });
  const keys = await readKeys(reader, segment, numbers);
  return {
    keys: keys.filter((key) => key > after),
    upTo: numbers.length < most ? null : (keys.at(-1) ?? null),
  };
}

async function readLists(
  reader: HostmasterReader,
  { id: segmentId, blocks: count }: SearchSegment,
  terms: readonly number[],
): Promise<ReadonlyMap<number, PostingList>> {
  const wanted = new Set(terms);
  const blocks = [...new Set(terms.map((term) => String(blockOf(term, count))))];
  const found = new Map<number, PostingList>();
  for (const { postings } of await reader.all(listBlocks, { segmentId, blocks })) {
    decodeBlock(postings, wanted, found);
  }
  return found;
}

async function firstNumber(
  reader: HostmasterReader,
  { id: segmentId }: SearchSegment,
  after: string,
): Promise<number> {
  if (after === '') return 0;
  const page = await reader.first(findKeyPage, { segmentId, key: after });
  return page === undefined ? 0 : Number(page.page) * keysPerPage;
}

async function readKeys(
  reader: HostmasterReader,
  { id: segmentId }: SearchSegment,
  numbers: readonly number[],
): Promise<readonly string[]> {
  if (numbers.length === 0) return [];
  const pageOf = (number: number) => String(Math.floor(number / keysPerPage));
  const pages = [...new Set(numbers.map(pageOf))];
  const found = await reader.all(listKeyPages, { segmentId, pages });
  const byPage = new Map(found.map(({ page, keys }) => [page, keys]));
  return numbers.flatMap((number) => byPage.get(pageOf(number))?.[number % keysPerPage] ?? []);
}

/** The documents that are on one of the lists. */
function joined(lists: readonly PostingList[]): Uint8Array {
  const bitmap = emptyBitmap();
  for (const list of lists) {
    if (isBitmap(list))
      for (const [index, byte] of list.entries()) bitmap[index] = (bitmap[index] ?? 0) | byte;
    else for (const number of list) setBit(bitmap, number);
  }
  return bitmap;
}
