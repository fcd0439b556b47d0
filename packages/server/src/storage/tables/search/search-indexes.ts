/** How far the search index of a workspace has come. */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

export const searchIndexes = table('search_indexes', {
  workspaceId: text(),
  /** The number of the last event whose changes are in the index. */
  seq: integer(),
  /** How far the pass over what was there before has come; null once it is over. */
  place: nullable(text()),
  /** While all is indexed again: segments with smaller ids are replaced at the end of the pass. */
  rebuiltFrom: nullable(text()),
  /** Raised whenever segments become live or are replaced. */
  version: integer(),
  /** The process that writes the index. */
  holder: text(),
  /** Machine time. */
  heldUntil: integer(),
});

export type SearchIndex = EntityOf<typeof searchIndexes>;
