/** Some documents of a search index. A segment is never changed, only replaced. */
import { type EntityOf, flag, integer, table, text } from '@hostmaster/storage';

export const searchSegments = table('search_segments', {
  id: text(),
  workspaceId: text(),
  /** False while it is written, and once it is replaced. */
  isLive: flag(),
  documents: integer(),
  /** The length of all texts. */
  characters: integer(),
  /** A power of two. */
  blocks: integer(),
});

export type SearchSegment = EntityOf<typeof searchSegments>;
