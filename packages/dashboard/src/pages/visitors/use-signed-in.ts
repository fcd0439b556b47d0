/** After signing in: stores the session and opens the requested page. */
import { useRouter } from '@tanstack/react-router';
import { enterSession, type Session } from '../../api/session-store.ts';
import { homeOf } from '../../workspaces/workspace-choice.ts';

export function useSignedIn(): (session: Session, next?: string) => Promise<void> {
  const router = useRouter();
  return async (session, next) => {
    enterSession(session);
    await router.navigate({ to: next ?? homeOf(session).to, replace: true });
  };
}
