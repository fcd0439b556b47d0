/**
 * Pages of lists. A cursor is an opaque text for the place where the next page starts; `before`, the
 * last item of a page, is how earlier versions named that place.
 */
import { invalidRequest, type Refusal } from '../base/errors.ts';

/** Where a page starts; null for the first one. */
export function pageStart(input: {
  readonly cursor?: string;
  readonly before?: string | number;
}): string | null {
  const { cursor, before } = input;
  if (cursor === undefined) return before === undefined ? null : String(before);
  if (before !== undefined) {
    throw invalidRequest({ path: 'cursor', message: 'cannot be combined with before' });
  }
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (/^[\w.-]+$/.test(place) && cursorOf(place) === cursor) return place;
  throw foreignCursor();
}

/** A cursor of another list is none of this one. */
export function foreignCursor(): Refusal {
  const message = 'must be the cursor of an answer of this list';
  return invalidRequest({ path: 'cursor', message });
}

/** The cursor after a page; null when it was the last one. */
export function nextCursor<Item>(
  page: readonly Item[],
  limit: number,
  placeOf: (item: Item) => string | number,
): string | null {
  const last = page.at(-1);
  return last === undefined || page.length < limit ? null : cursorOf(String(placeOf(last)));
}

/** The cursor of a place; null when there is no next page. */
export function cursorAt(place: string | null): string | null {
  return place === null ? null : cursorOf(place);
}

function cursorOf(place: string): string {
  return Buffer.from(place).toString('base64url');
}
