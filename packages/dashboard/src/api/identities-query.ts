/** The sign-ins at identity providers that are linked to the account. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from './client.ts';

export type LinkedSignIn = DashboardOutput<'listIdentities'>['identities'][number];

export const identitiesKey = ['identities'] as const;

export const identitiesQuery = queryOptions({
  queryKey: identitiesKey,
  queryFn: async ({ signal }): Promise<readonly LinkedSignIn[]> => {
    const { identities } = await dashboard.listIdentities({}, { signal });
    return identities;
  },
});
