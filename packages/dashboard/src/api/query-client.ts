/** How responses are cached and retried. Only lost connections and 503 are retried. */
import { ConnectionError, HostmasterError } from '@hostmaster/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const retriesMax = 2;
const freshMs = 15_000;
const sessionCodes = new Set([
  'signed_out',
  'csrf_refused',
  'workspace_not_found',
  'workspace_suspended',
  'second_factor_missing',
]);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({ onError: noticeRefusal }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (failures, error) => failures < retriesMax && isTemporary(error),
      // A request while offline fails at once instead of waiting silently.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** To the sign-in page, and from there back to the current page. */
export function redirectToSignIn(): void {
  const here = `${window.location.pathname}${window.location.search}`.replace(/^\/dashboard/, '');
  window.location.assign(`/dashboard/sign-in?next=${encodeURIComponent(here)}`);
}

function isTemporary(error: Error): boolean {
  return (
    error instanceof ConnectionError || (error instanceof HostmasterError && error.status === 503)
  );
}

/** Also for requests without a query or mutation, as forms send them. */
export function noticeRefusal(error: unknown): void {
  // The session has ended or belongs to another account now: reload it.
  if (error instanceof HostmasterError && sessionCodes.has(error.code)) {
    void queryClient.invalidateQueries({ queryKey: ['session'] });
  }
}
