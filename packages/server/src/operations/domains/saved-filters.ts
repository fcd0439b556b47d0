/**
 * Filters of the list of domains that a member keeps. They are the member's own, like a setting of the
 * browser: no other member sees them, and the activity has no entry for them.
 */
import { quotaExceeded } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import { listSavedFilters } from '../../storage/queries/domains/saved-filters.ts';
import { insert, removeAll, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type SavedFilter, savedFilters } from '../../storage/tables/domains/saved-filters.ts';
import type { Call, ReadCall } from '../operation.ts';

type FilterView = Pick<SavedFilter, 'id' | 'label' | 'search'>;

export async function readFilters(
  reader: HostmasterReader,
  { actor: { workspaceId, id: userId } }: ReadCall,
): Promise<FilterView[]> {
  const filters = await reader.all(listSavedFilters, { workspaceId, userId });
  return filters
    .map(({ id, label, search }) => ({ id, label, search }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** One of the same label is replaced. */
export function saveFilter(call: Call, { label, search }: Pick<SavedFilter, 'label' | 'search'>) {
  const { workspaceId, id: userId } = call.actor;
  return changeWork({
    ...ofWorkspace(workspaceId),
    load: (reader) => reader.all(listSavedFilters, { workspaceId, userId }),
    decide(stored) {
      const same = stored.find((each) => each.label === label);
      const { savedFiltersPerMember } = call.services.rules.limits;
      if (same === undefined && stored.length >= savedFiltersPerMember) {
        const advice = 'Delete those that are no longer used.';
        throw quotaExceeded(`${savedFiltersPerMember} saved filters of a member`, advice);
      }
      const filter = { id: same?.id ?? newId('flt'), workspaceId, userId, label, search };
      const row =
        same === undefined
          ? insert(savedFilters, filter)
          : update(savedFilters, { id: same.id }, { search });
      return { answer: { id: filter.id, label, search }, change: { rows: [row] } };
    },
  });
}

export function removeFilter(call: Call, id: string) {
  const { workspaceId, id: userId } = call.actor;
  return changeWork({
    ...ofWorkspace(workspaceId),
    load: async () => undefined,
    decide: () => ({
      answer: undefined,
      change: { rows: [removeAll(savedFilters, { id, workspaceId, userId })] },
    }),
  });
}
