/** Filters of the list of domains that members keep. */
import { type EntityOf, table, text } from '@hostmaster/storage';

export const savedFilters = table('saved_filters', {
  id: text(),
  workspaceId: text(),
  userId: text(),
  label: text(),
  /** The query of the address of the list. */
  search: text(),
});

export type SavedFilter = EntityOf<typeof savedFilters>;
