/** The request of another registrar for a domain: what happens without an answer, and both answers. */

import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { explainError } from '../api/explain-error.ts';
import { refreshWorkspace } from '../api/refresh-workspace.ts';
import { useMay } from '../api/use-may.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { Button } from '../ui/controls/button.tsx';
import { showToast } from '../ui/popups/toast-queue.ts';
import { useDialogSubject } from '../ui/popups/use-dialog-subject.ts';
import { Time } from '../ui/text/time.tsx';
import type { TransferRequest } from './domain-query.ts';
import { shownName } from './shown-name.ts';

const ApproveDialog = lazy(async () => ({
  default: (await import('./approve-transfer-dialog.tsx')).ApproveTransferDialog,
}));

/** What becomes of the request, after the sentence that says who asked. */
export function TransferOutcome({ request }: { readonly request: TransferRequest }) {
  if (request.decision !== null) {
    const answered = request.decision === 'deny' ? 'denied' : 'approved';
    return `You ${answered} the transfer. The registry hasn't confirmed it yet.`;
  }
  return (
    <>
      Unless you deny it, the transfer completes{' '}
      <Time at={request.actsAt} as="relative" isCalendar />, on <Time at={request.actsAt} />.
    </>
  );
}

/** Denying keeps things as they are, so it needs no question; approving gives the domain away. */
export function TransferAnswers({
  request,
  isMain = false,
}: {
  readonly request: TransferRequest;
  /** Denying is the main action of the page. */
  readonly isMain?: boolean;
}) {
  const { api, workspaceId } = useWorkspace();
  const dialog = useDialogSubject<TransferRequest>();
  const { id: requestId, domain } = request;
  const deny = useMutation({
    mutationFn: () => api.answerOwnTransferOut({ domain, requestId, decision: 'deny' }),
    onSuccess: () => showToast({ title: `Transfer of ${shownName(domain)} denied` }),
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't deny the transfer",
        description: explainError(error).message,
      }),
    onSettled: () => refreshWorkspace(workspaceId),
  });
  const may = useMay();
  if (request.decision !== null || !may('domains.release')) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant={isMain ? 'primary' : 'secondary'}
        isLoading={deny.isPending}
        onClick={() => deny.mutate()}
        aria-label={`Deny the transfer of ${domain}`}
      >
        Deny
      </Button>
      <Button
        size="sm"
        disabled={deny.isPending}
        onClick={() => dialog.open(request)}
        aria-label={`Approve the transfer of ${domain}`}
      >
        Approve
      </Button>
      {dialog.opening > 0 && (
        <Suspense>
          <ApproveDialog key={dialog.opening} dialog={dialog} />
        </Suspense>
      )}
    </div>
  );
}
