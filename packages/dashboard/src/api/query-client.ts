/** How answers are kept and asked for again. Refusals are final; only lost connections are retried. */
import { ConnectionError, HostmasterError } from '@hostmaster/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const retriesMax = 2;
const freshMs = 15_000;
const sessionCodes = new Set(['signed_out', 'csrf_refused', 'workspace_not_found']);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({ onError: noticeRefusal }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (failures, error) => failures < retriesMax && isTemporary(error),
      // Asking while offline fails at once and says so, instead of waiting without a word.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** To the sign-in page, and from there back to where one was. */
export function leave(): void {
  const here = `${window.location.pathname}${window.location.search}`.replace(/^\/dashboard/, '');
  window.location.assign(`/dashboard/sign-in?next=${encodeURIComponent(here)}`);
}

function isTemporary(error: Error): boolean {
  return (
    error instanceof ConnectionError || (error instanceof HostmasterError && error.status === 503)
  );
}

/** Also for what is sent without a query or mutation, as forms do. */
export function noticeRefusal(error: unknown): void {
  // The session has ended, or somebody else has one now: who we are is asked for anew.
  if (error instanceof HostmasterError && sessionCodes.has(error.code)) {
    void queryClient.invalidateQueries({ queryKey: ['session'] });
  }
}
