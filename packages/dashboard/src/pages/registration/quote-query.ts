/** The price of one registration; reloaded whenever the page is opened. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type Offer = DashboardOutput<'quoteRegistration'>;

export function quoteQuery(workspaceId: string, domain: string) {
  return queryOptions({
    queryKey: [workspaceId, 'quote', domain],
    queryFn: ({ signal }): Promise<Offer> =>
      workspaceClient(workspaceId).quoteRegistration({ domain }, { signal }),
    staleTime: 0,
  });
}
