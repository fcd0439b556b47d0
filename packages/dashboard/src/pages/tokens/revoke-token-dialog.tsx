/** Asks before a token stops working. */
import { useMutation } from '@tanstack/react-query';
import { explainError } from '../../api/explain-error.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toaster.tsx';
import type { DialogSubject } from '../../ui/use-dialog-subject.ts';
import type { Token } from './tokens-query.ts';

export function RevokeTokenDialog({ dialog }: { readonly dialog: DialogSubject<Token> }) {
  const { api, workspaceId } = useWorkspace();
  const { subject: token, isOpen, close } = dialog;
  const revoke = useMutation({
    mutationFn: ({ id }: Token) => api.revokeApiKey({ keyId: id }),
    onSuccess: async (_, { name }) => {
      await refreshWorkspace(workspaceId);
      close();
      showToast({ title: `${name} is revoked` });
    },
  });
  if (token === null) return null;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        revoke.reset();
        close();
      }}
      title={`Revoke ${token.name}?`}
      confirmLabel="Revoke token"
      onConfirm={() => revoke.mutate(token)}
      isLoading={revoke.isPending}
      error={revoke.isError ? explainError(revoke.error).message : null}
    >
      Whatever still uses it is refused from its next request on. This cannot be undone.
      {token.lastUsedAt !== null && (
        <>
          {' '}
          It was last used <Time at={token.lastUsedAt} as="relative" />.
        </>
      )}
    </ConfirmDialog>
  );
}
