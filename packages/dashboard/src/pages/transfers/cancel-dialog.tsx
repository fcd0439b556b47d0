/** Asks before a transfer is cancelled. */
import { useWorkspace } from '../../api/use-workspace.ts';
import { shownName } from '../../domains/shown-name.ts';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import type { Transfer } from './transfers-query.ts';

export function CancelDialog({ dialog }: { readonly dialog: DialogSubject<Transfer> }) {
  const { api } = useWorkspace();
  return (
    <ConfirmChangeDialog
      dialog={dialog}
      title={({ domain }) => `Cancel the transfer of ${shownName(domain)}?`}
      confirmLabel="Cancel transfer"
      change={({ id }) => api.cancelTransfer({ transferId: id })}
      doneTitle={() => 'Transfer cancelled'}
    >
      {() =>
        'The domain stays with your current registrar and your credits are refunded. If the registry has already approved the transfer, it still completes.'
      }
    </ConfirmChangeDialog>
  );
}
