/** Which segments of an index are written again as one, so that a search reads few of them. */
import type { SearchSegment } from '../storage/tables/search/search-segments.ts';
import { segmentSize } from './build-segment.ts';

const smallMax = 8;
/** A segment with more than this share of what it may have is left as it is. */
const smallShare = 1 / 4;

export function segmentsToMerge(segments: readonly SearchSegment[]): readonly SearchSegment[] {
  const small = segments.filter(
    ({ documents, characters }) =>
      documents < segmentSize.documents * smallShare &&
      characters < segmentSize.characters * smallShare,
  );
  return small.length > smallMax ? fittingInOne(small) : [];
}

/** More than half of what they have is gone, or is in a later segment too. */
export function areWorn(segments: readonly SearchSegment[], storedMax: number): boolean {
  const indexed = segments.reduce((sum, { documents }) => sum + documents, 0);
  return indexed > 2 * storedMax + segmentSize.documents;
}

/** The smallest first. Two small ones always fit. */
function fittingInOne(small: readonly SearchSegment[]): readonly SearchSegment[] {
  const chosen: SearchSegment[] = [];
  let [documents, characters] = [0, 0];
  for (const segment of small.toSorted((a, b) => a.documents - b.documents)) {
    documents += segment.documents;
    characters += segment.characters;
    if (documents > segmentSize.documents || characters > segmentSize.characters) break;
    chosen.push(segment);
  }
  return chosen;
}
