/** Goes to the start page of a workspace that is left, after the own memberships have changed. */
import { useRouter } from '@tanstack/react-router';
import { dashboard } from '../api/client.ts';
import { enterSession } from '../api/session-store.ts';
import { homeOf } from './workspace-choice.ts';

export function useGoHome(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    const session = await dashboard.getSession({});
    enterSession(session);
    await router.navigate({ ...homeOf(session), replace: true });
  };
}
