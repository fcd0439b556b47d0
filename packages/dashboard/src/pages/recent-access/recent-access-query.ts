/** What was given access to the account's workspaces in the last 30 days. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';

export type RecentEntry = DashboardOutput<'listRecentAccess'>['entries'][number];

export const recentAccessKey = ['recent-access'] as const;

export const recentAccessQuery = queryOptions({
  queryKey: recentAccessKey,
  queryFn: async ({ signal }) => (await dashboard.listRecentAccess({}, { signal })).entries,
});
