/** The session where everything finds it, and the ways it changes. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryClient } from './query-client.ts';

export type Session = DashboardOutput<'getSession'>;
export type Account = NonNullable<Session['account']>;

/** What the page knows. After its end somebody is still named: whoever was here, to go on as. */
export interface KnownSession extends Session {
  readonly isEnded?: boolean;
}

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

/** Signed out meanwhile: what was typed stays, for the same person to go on with. */
export function afterEnd(before: KnownSession | undefined, now: Session): KnownSession {
  if (before === undefined || before.account === null || now.account !== null) return now;
  return { ...before, csrfToken: now.csrfToken, isEnded: true };
}

/** The same person is back: what is on the page stays, and is asked for anew. */
export function resumeSession(session: Session): void {
  queryClient.setQueryData(sessionKey, session);
  void queryClient.invalidateQueries();
}

/** The same person, with something changed. */
export function updateSession(change: (session: Session) => Session): void {
  queryClient.setQueryData<Session>(sessionKey, (session) =>
    session === undefined ? session : change(session),
  );
}
