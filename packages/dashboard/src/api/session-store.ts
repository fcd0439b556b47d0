/** The cached session and the ways it changes. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryClient } from './query-client.ts';

export type Session = DashboardOutput<'getSession'>;
/** What signing in still needs after the password. */
export type SignInStep = NonNullable<DashboardOutput<'signIn'>['secondFactor']>;
export type Account = NonNullable<Session['account']>;

/** An ended session still names its account, so that the same person can sign in again in place. */
export interface KnownSession extends Session {
  readonly isEnded?: boolean;
}

export const sessionKey = ['session'] as const;

/** Sent with every request, to prove that it comes from this page. */
export function csrfToken(): string {
  return queryClient.getQueryData<Session>(sessionKey)?.csrfToken ?? '';
}

/** Another person signed in or out: cached data of the previous one is dropped. */
export function enterSession(session: Session): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queryClient.setQueryData(sessionKey, session);
}

/** When the session has ended, the page keeps its account and what was typed. */
export function afterEnd(before: KnownSession | undefined, now: Session): KnownSession {
  if (before === undefined || before.account === null || now.account !== null) return now;
  return { ...before, csrfToken: now.csrfToken, isEnded: true };
}

/** The same person signed in again: the page stays and its data is reloaded. */
export function resumeSession(session: Session): void {
  queryClient.setQueryData(sessionKey, session);
  void queryClient.invalidateQueries();
}

/** Changes the cached session, such as after a rename. */
export function updateSession(change: (session: Session) => Session): void {
  queryClient.setQueryData<Session>(sessionKey, (session) =>
    session === undefined ? session : change(session),
  );
}
