/** Makes a segment of documents: its rows, in portions that are small enough for one commit each. */

import type { Pace } from '../base/fairness/pace.ts';
import { newId } from '../base/ids.ts';
import { insert, type RowWrite } from '../storage/row-write.ts';
import { searchBlocks } from '../storage/tables/search/search-blocks.ts';
import { searchKeys } from '../storage/tables/search/search-keys.ts';
import { type SearchSegment, searchSegments } from '../storage/tables/search/search-segments.ts';
import { type SearchDocument, textsOf } from './documents.ts';
import { documentsMax, encodeBlock, postingBytes } from './posting-block.ts';
import { addTerms, domainTerm } from './search-terms.ts';

/** Others wait for some milliseconds. */
const portionBytes = 256 * 1024;
const blockBytes = 4 * 1024;
const blocksMax = 4_096;
export const keysPerPage = 32;
/** About what a key takes in its row. */
const keyBytes = 33;

/** Documents of one segment. Their terms are held in memory while it is made. */
export const segmentSize = { documents: documentsMax, characters: 4 * 1024 * 1024 };

export interface BuiltSegment {
  readonly segment: SearchSegment;
  /** The first has the row of the segment, which is live where there is no other portion. */
  readonly portions: readonly (readonly RowWrite[])[];
}

export function charactersOf(document: SearchDocument): number {
  return textsOf(document).reduce((sum, text) => sum + text.length, 0);
}

/** Each key once. */
export async function buildSegment(
  workspaceId: string,
  documents: readonly SearchDocument[],
  pace: Pace,
): Promise<BuiltSegment> {
  const sorted = documents.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const postings = new Map<number, number[]>();
  let characters = 0;
  for (const [number, document] of sorted.entries()) {
    await pace.step();
    const terms = new Set([domainTerm(document.domainId)]);
    for (const text of textsOf(document)) addTerms(terms, text);
    for (const term of terms) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [number]);
      else list.push(number);
    }
    characters += charactersOf(document);
  }
  const id = newId('seg');
  const blocks = blocksFor(postings);
  const sized: (readonly [RowWrite, number])[] = [];
  for await (const [block, postingLists] of blocksOf(postings, blocks, pace)) {
    const bytes = encodeBlock(postingLists);
    const row = insert(searchBlocks, { segmentId: id, block: String(block), postings: bytes });
    sized.push([row, bytes.length]);
  }
  for (let from = 0; from < sorted.length; from += keysPerPage) {
    await pace.step();
    const keys = sorted.slice(from, from + keysPerPage).map(({ key }) => key);
    const [firstKey = ''] = keys;
    const page = String(from / keysPerPage);
    sized.push([
      insert(searchKeys, { segmentId: id, page, firstKey, keys }),
      keyBytes * keys.length,
    ]);
  }
  const portions = portionsOf(sized);
  const segment = {
    id,
    workspaceId,
    isLive: portions.length === 1,
    documents: sorted.length,
    characters,
    blocks,
  };
  const [first = [], ...others] = portions;
  return { segment, portions: [[insert(searchSegments, segment), ...first], ...others] };
}

/** The number of blocks for lists of this size: a power of two. */
function blocksFor(postings: ReadonlyMap<number, readonly number[]>): number {
  let bytes = 0;
  for (const list of postings.values()) bytes += postingBytes(list.length);
  let blocks = 1;
  while (blocks < blocksMax && blocks * blockBytes < bytes) blocks *= 2;
  return blocks;
}

/** The block of a term. */
export function blockOf(term: number, blocks: number): number {
  return term & (blocks - 1);
}

async function* blocksOf(
  postings: ReadonlyMap<number, readonly number[]>,
  blocks: number,
  pace: Pace,
): AsyncGenerator<readonly [number, readonly (readonly [number, readonly number[]])[]]> {
  const lists: (readonly [number, readonly number[]])[][] = Array.from(
    { length: blocks },
    () => [],
  );
  for (const entry of postings) {
    await pace.step();
    lists[blockOf(entry[0], blocks)]?.push(entry);
  }
  for (const [block, some] of lists.entries()) {
    await pace.step();
    if (some.length > 0) yield [block, some];
  }
}

function portionsOf(sized: readonly (readonly [RowWrite, number])[]): RowWrite[][] {
  const portions: RowWrite[][] = [];
  let left = 0;
  for (const [row, bytes] of sized) {
    if (bytes > left) {
      portions.push([]);
      left = portionBytes;
    }
    portions.at(-1)?.push(row);
    left -= bytes;
  }
  return portions;
}
