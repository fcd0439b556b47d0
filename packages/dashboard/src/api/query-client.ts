/** How answers are kept and asked for again. Refusals are final; only lost connections are retried. */
import { ConnectionError, HostmasterError } from '@hostmaster/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const retriesMax = 2;
const freshMs = 15_000;

let onSignedOut: () => void = () => {};

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

/** The router takes whoever lost their session to the sign-in page. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

function isTemporary(error: Error): boolean {
  return (
    error instanceof ConnectionError || (error instanceof HostmasterError && error.status === 503)
  );
}

/** Also for what is sent without a query or mutation, as forms do. */
export function noticeRefusal(error: unknown): void {
  if (!(error instanceof HostmasterError)) return;
  // Another tab may have signed in or out: whoever we are now, the next request has the right token.
  if (error.code === 'csrf_refused') void queryClient.invalidateQueries({ queryKey: ['session'] });
  if (error.code === 'signed_out') onSignedOut();
}
