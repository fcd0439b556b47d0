/** Filters of the list of domains that members keep. */
import { fixedLimits } from '../../../base/limits.ts';
import { query } from '../../schema.ts';
import { savedFilters } from '../../tables/domains/saved-filters.ts';

export const listSavedFilters = query<{ workspaceId: string; userId: string }>({
  atMost: fixedLimits.savedFiltersPerMember,
  because: 'the fixed limit of saved filters of a member',
})(({ db, p }) =>
  db
    .selectFrom('saved_filters')
    .select(savedFilters.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('user_id', '=', p.userId),
);
