/** What changed in a range of revisions, oldest first, in pieces of bounded size. */
import { Refusal } from '../base/errors.ts';
import { Pace } from '../base/fairness/pace.ts';
import {
  pageAlterations,
  pageRevisionParts,
  readAlterations,
} from '../storage/queries/zones/zone-revisions.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { RecordAlteration } from '../storage/tables/zones/zone-revisions.ts';

export interface RevisionRange {
  readonly domainId: string;
  /** The revision before the first one. */
  readonly after: number;
  readonly upTo: number;
}

type Piece = readonly RecordAlteration[];

/** A row has at most 32 KB of records, and so has a part. */
const revisionsPerPage = 16;
const partsPerPage = 8;

/** Throws when revisions of the range are no longer kept. */
export async function* alterationsIn(
  reader: HostmasterReader,
  range: RevisionRange,
  clientGone?: AbortSignal,
): AsyncGenerator<Piece> {
  const { domainId, upTo } = range;
  const pace = new Pace();
  for (let { after } = range; after < upTo; ) {
    clientGone?.throwIfAborted();
    await pace.step();
    const rows = await reader.all(pageAlterations, {
      domainId,
      after,
      upTo,
      limit: revisionsPerPage,
    });
    if (rows.at(-1)?.revision !== after + rows.length || rows.length === 0) throw noLongerKept();
    let small: RecordAlteration[] = [];
    for (const { revision, changes, ...counts } of rows) {
      const isWhole = changes !== null && changes.length === countOf(counts);
      if (isWhole) small.push(...changes);
      else {
        yield small;
        small = [];
        yield* largeRevision(reader, { domainId, revision, isInRow: changes === null });
      }
      after = revision;
    }
    yield small;
  }
}

async function* largeRevision(
  reader: HostmasterReader,
  {
    isInRow,
    ...place
  }: { readonly domainId: string; readonly revision: number; readonly isInRow: boolean },
): AsyncGenerator<Piece> {
  if (isInRow) {
    yield (await reader.first(readAlterations, place))?.changes ?? [];
    return;
  }
  const pace = new Pace();
  for (let from = 0; ; from += partsPerPage) {
    const parts = await reader.all(pageRevisionParts, { ...place, from, limit: partsPerPage });
    yield parts.flatMap(({ changes }) => changes);
    if (parts.length < partsPerPage) return;
    await pace.step();
  }
}

function countOf({
  added,
  changed,
  removed,
}: {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}): number {
  return added + changed + removed;
}

function noLongerKept(): Refusal {
  return new Refusal('revision_not_found', 'A revision that is needed for this is no longer kept.');
}
