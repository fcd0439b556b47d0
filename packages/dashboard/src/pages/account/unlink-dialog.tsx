/** Unlinks a sign-in at an identity provider from the account. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { identitiesKey, type LinkedSignIn } from '../../api/identities-query.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';

interface UnlinkProps {
  readonly linked: LinkedSignIn;
  readonly onClose: () => void;
}

export function UnlinkDialog({ linked, onClose }: UnlinkProps) {
  return (
    <Dialog isOpen onClose={onClose} title={`Unlink ${linked.provider}?`} size="sm">
      <PasswordGate>
        <Unlinking linked={linked} onClose={onClose} />
      </PasswordGate>
    </Dialog>
  );
}

function Unlinking({ linked: { id: identityId, provider }, onClose }: UnlinkProps) {
  const queries = useQueryClient();
  const withPassword = useWithPassword();
  const unlinking = useMutation({
    mutationFn: () => withPassword(() => dashboard.unlinkIdentity({ identityId })),
    onSuccess: () => {
      onClose();
      showToast({ title: `Unlinked ${provider}` });
      return queries.invalidateQueries({ queryKey: identitiesKey });
    },
  });
  return (
    <div className="flex flex-col gap-5">
      {unlinking.isError && (
        <Banner tone="bad" isUrgent>
          {explainError(unlinking.error).message}
        </Banner>
      )}
      <p>
        You can no longer sign in to this account with {provider}. Make sure that you have a
        password or a passkey.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" isLoading={unlinking.isPending} onClick={() => unlinking.mutate()}>
          Unlink
        </Button>
      </DialogActions>
    </div>
  );
}
