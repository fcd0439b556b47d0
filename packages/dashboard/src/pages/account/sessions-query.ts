/** The account's sessions. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';

export type Sessions = DashboardOutput<'listSessions'>;
export type SessionRow = Sessions['sessions'][number];

export const sessionsKey = ['sessions'] as const;

export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }): Promise<Sessions> => dashboard.listSessions({}, { signal }),
});
