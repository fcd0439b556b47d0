/** The session where everything finds it, and the ways it changes. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryClient } from './query-client.ts';

export type Session = DashboardOutput<'getSession'>;
export type Account = NonNullable<Session['account']>;

export const sessionKey = ['session'] as const;

/** Goes with every request: proof that this page has sent it. */
export function csrfToken(): string {
  return queryClient.getQueryData<Session>(sessionKey)?.csrfToken ?? '';
}

/** Somebody came or left: what the one before has seen is forgotten. */
export function enterSession(session: Session): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queryClient.setQueryData(sessionKey, session);
}

/** The same person, with something changed. */
export function updateSession(change: (session: Session) => Session): void {
  queryClient.setQueryData<Session>(sessionKey, (session) =>
    session === undefined ? session : change(session),
  );
}
