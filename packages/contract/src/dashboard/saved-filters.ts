/** Filters of the list of domains that a member keeps, each in one workspace. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { dashboardPaths } from './paths.ts';
import { type DashboardEndpoint, done, label, text } from './schemas.ts';

const savedFilter = Type.Object({
  id: text,
  label: text,
  search: Type.String({ description: 'The query of the address of the list.' }),
});

export const savedFilterEndpoints = {
  listSavedFilters: {
    ...dashboardPaths.listSavedFilters,
    summary: 'The filters that the member has saved, by label',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    response: Type.Object({ filters: Type.Array(savedFilter) }),
    errors: [],
  },
  saveFilter: {
    ...dashboardPaths.saveFilter,
    summary: 'Save a filter of the list of domains; one of the same label is replaced',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    body: Type.Object({ label, search: Type.String({ format: 'line', maxLength: 1_000 }) }),
    response: Type.Object({ filter: savedFilter }),
    errors: [...bodyErrors, 'quota_exceeded'],
  },
  deleteSavedFilter: {
    ...dashboardPaths.deleteSavedFilter,
    summary: 'Delete a saved filter',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    response: done,
    errors: [],
  },
} as const satisfies Record<string, DashboardEndpoint>;
