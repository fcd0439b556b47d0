/** Asks before a domain goes to another registrar. It moves a name, so it needs the password. */
import { useMutation } from '@tanstack/react-query';
import { explainError } from '../api/explain-error.ts';
import { refreshWorkspace } from '../api/refresh-workspace.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { PasswordGate, useWithPassword } from '../forms/password-gate.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Banner } from '../ui/layout/banner.tsx';
import { Dialog } from '../ui/popups/dialog.tsx';
import { DialogActions } from '../ui/popups/dialog-actions.tsx';
import { showToast } from '../ui/popups/toast-queue.ts';
import type { DialogSubject } from '../ui/popups/use-dialog-subject.ts';
import type { TransferRequest } from './domain-query.ts';
import { shownName } from './shown-name.ts';

export function ApproveTransferDialog({
  dialog,
}: {
  readonly dialog: DialogSubject<TransferRequest>;
}) {
  const { subject: request, isOpen, close } = dialog;
  if (request === null) return null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={`Approve the transfer of ${shownName(request.domain)}?`}
      description="The domain moves to the other registrar and leaves this workspace. We stop renewing it and keep serving its DNS for one more day. You can't undo this."
    >
      <PasswordGate>
        <Approval request={request} onClose={close} />
      </PasswordGate>
    </Dialog>
  );
}

function Approval({
  request,
  onClose,
}: {
  readonly request: TransferRequest;
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const { id: requestId, domain } = request;
  const approve = useMutation({
    mutationFn: () =>
      withPassword(() => api.answerOwnTransferOut({ domain, requestId, decision: 'approve' })),
    onSuccess: async () => {
      onClose();
      showToast({ title: `Transfer of ${shownName(domain)} approved` });
      await refreshWorkspace(workspaceId);
    },
  });
  return (
    <div className="flex flex-col gap-4">
      {approve.isError && (
        <Banner tone="bad" isUrgent>
          {explainError(approve.error).message}
        </Banner>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" isLoading={approve.isPending} onClick={() => approve.mutate()}>
          Approve transfer
        </Button>
      </DialogActions>
    </div>
  );
}
