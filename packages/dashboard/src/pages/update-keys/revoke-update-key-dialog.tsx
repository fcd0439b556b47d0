/** Asks before a TSIG key stops working. */
import { useMutation } from '@tanstack/react-query';
import { explainError } from '../../api/explain-error.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { shownName } from '../../domains/shown-name.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toaster.tsx';
import type { DialogSubject } from '../../ui/use-dialog-subject.ts';
import type { UpdateKey } from './update-keys-query.ts';

export function RevokeUpdateKeyDialog({ dialog }: { readonly dialog: DialogSubject<UpdateKey> }) {
  const { api, workspaceId } = useWorkspace();
  const { subject: key, isOpen, close } = dialog;
  const revoke = useMutation({
    mutationFn: ({ name }: UpdateKey) => api.revokeUpdateKey({ keyName: name }),
    onSuccess: async () => {
      await refreshWorkspace(workspaceId);
      close();
      showToast({ title: 'The key is revoked' });
    },
  });
  if (key === null) return null;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        revoke.reset();
        close();
      }}
      title={`Revoke the key for ${shownName(key.domain)}?`}
      confirmLabel="Revoke key"
      onConfirm={() => revoke.mutate(key)}
      isLoading={revoke.isPending}
      error={revoke.isError ? explainError(revoke.error).message : null}
    >
      Messages signed with <code className="font-mono break-all text-ink">{key.name}</code> are
      refused from now on. This cannot be undone.
    </ConfirmDialog>
  );
}
