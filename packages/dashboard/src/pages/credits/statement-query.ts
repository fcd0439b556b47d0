/** The transactions, newest first, page by page. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';
import type { StatementFilter } from './credits-search.ts';

export type StatementPage = DashboardOutput<'listStatement'>;
export type StatementEntry = StatementPage['entries'][number];

export function statementQuery(workspaceId: string, filter: StatementFilter) {
  return infiniteQueryOptions({
    queryKey: [workspaceId, 'statement', filter],
    queryFn: ({ signal, pageParam }): Promise<StatementPage> =>
      workspaceClient(workspaceId).listStatement(
        { ...filter, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
}
