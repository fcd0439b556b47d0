/** Who is signed in: loaded once, and replaced by the answer of each request that changes it. */
import { minuteMs } from '@hostmaster/contract/durations';
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
  staleTime: minuteMs,
  gcTime: Number.POSITIVE_INFINITY,
});

/** For the router: the cached session, or a request for it. */
export function loadSession(): Promise<Session> {
  return queryClient.ensureQueryData(sessionQuery);
}

/** Inside the shell, where an account is signed in. */
export function useSession(): KnownSession & { readonly account: Account } {
  const { data } = useQuery(sessionQuery);
  if (data?.account === undefined || data.account === null) {
    throw new Error('A page of the shell was rendered without a session.');
  }
  return { ...data, account: data.account };
}

/** On signed-out pages: what the service offers. The router loads it first. */
export function useServiceInfo(): Session['service'] {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('A page was rendered before the session was loaded.');
  return data.service;
}
