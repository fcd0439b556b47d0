/** Sends a change of DNSSEC, and shows the state that it answers with or why it was refused. */
import type { Output } from '@hostmaster/contract';
import { useMutation } from '@tanstack/react-query';
import { explainError } from '../../api/explain-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { dnssecQuery } from '../../domains/dnssec-query.ts';
import { showToast } from '../../ui/popups/toast-queue.ts';

type Answer = Output<'getDnssec'>;

export function useDnssecChange<V = void>(
  domain: string,
  {
    send,
    failureTitle,
  }: { readonly send: (wanted: V) => Promise<Answer>; readonly failureTitle: string },
) {
  const show = useShowDnssec(domain);
  return useMutation({
    mutationFn: send,
    onSuccess: show,
    onError: (error: Error) =>
      showToast({ tone: 'bad', title: failureTitle, description: explainError(error).message }),
  });
}

/** Puts the answer of a change in the place of what was loaded before. */
export function useShowDnssec(domain: string): (answer: Answer) => void {
  const { workspaceId } = useWorkspace();
  const { queryKey } = dnssecQuery({ workspaceId, domain });
  return ({ dnssec }) => queryClient.setQueryData(queryKey, dnssec);
}
