/** Filters of the list of domains that a member keeps. */
import { readFilters, removeFilter, saveFilter } from '../operations/domains/saved-filters.ts';
import type { Handlers } from './dashboard-handler.ts';

export const savedFilterHandlers = {
  async listSavedFilters({ services, call }) {
    return { filters: await readFilters(services.database, call) };
  },

  async saveFilter({ persist, call }, { label, search }) {
    return { filter: await persist(saveFilter(call, { label: label.trim(), search })) };
  },

  async deleteSavedFilter({ persist, call }, { filterId }) {
    await persist(removeFilter(call, filterId));
    return { success: true as const };
  },
} satisfies Partial<Handlers>;
