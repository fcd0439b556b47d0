/** The account's second factors. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from './client.ts';

export type SecondFactors = DashboardOutput<'listSecondFactors'>;

export const secondFactorsKey = ['second-factors'] as const;

export const secondFactorsQuery = queryOptions({
  queryKey: secondFactorsKey,
  queryFn: ({ signal }): Promise<SecondFactors> => dashboard.listSecondFactors({}, { signal }),
});
