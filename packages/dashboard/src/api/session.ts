/** Who is signed in: asked for once, and replaced by the answer of whatever changes it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { dashboard } from './client.ts';
import { queryClient } from './query-client.ts';
import {
  type Account,
  afterEnd,
  type KnownSession,
  type Session,
  sessionKey,
} from './session-store.ts';

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<KnownSession> => {
    const now = await dashboard.getSession({}, { signal });
    return afterEnd(queryClient.getQueryData<KnownSession>(sessionKey), now);
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});

/** For the router: known, or asked for now. */
export function loadSession(): Promise<Session> {
  return queryClient.ensureQueryData(sessionQuery);
}

/** Inside the shell, where somebody is signed in. */
export function useSession(): KnownSession & { readonly account: Account } {
  const { data } = useQuery(sessionQuery);
  if (data?.account === undefined || data.account === null) {
    throw new Error('A page of the shell was shown to nobody.');
  }
  return { ...data, account: data.account };
}

/** On pages for visitors: what the service offers. The router has loaded it before. */
export function useServiceInfo(): Session['service'] {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('A page was shown before the session was known.');
  return data.service;
}
