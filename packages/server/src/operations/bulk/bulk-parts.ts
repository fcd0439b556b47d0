/** The names of a bulk operation are stored and planned in parts, so that no commit writes 10,000 rows. */
import { insert, type RowWrite } from '../../storage/row-write.ts';
import { bulkParts } from '../../storage/tables/bulk/bulk-parts.ts';

/** Names that are planned in one slice. */
export const partSize = 50;

export function newParts(
  { id: bulkId }: { readonly id: string },
  names: readonly string[],
): readonly RowWrite[] {
  return inParts(names).map((ofPart, part) => insert(bulkParts, { bulkId, part, names: ofPart }));
}

export function inParts<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / partSize) }, (_, part) =>
    list.slice(part * partSize, (part + 1) * partSize),
  );
}

/** The part that has the name at a position, and the index of the name in it. */
export function placeOf(position: number): { readonly part: number; readonly index: number } {
  return { part: Math.floor(position / partSize), index: position % partSize };
}
