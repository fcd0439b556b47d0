/** Removes the authenticator app. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { secondFactorsKey } from './second-factors-query.ts';

export function RemoveTotpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Remove authenticator app?" size="sm">
      <PasswordGate>
        <Removal onClose={onClose} />
      </PasswordGate>
    </Dialog>
  );
}

function Removal({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const withPassword = useWithPassword();
  const removal = useMutation({
    mutationFn: () => withPassword(() => dashboard.removeTotp()),
    onSuccess: () => {
      onClose();
      showToast({ title: 'Authenticator app removed' });
      return queries.invalidateQueries({ queryKey: secondFactorsKey });
    },
  });
  return (
    <div className="flex flex-col gap-5">
      {removal.isError && (
        <Banner tone="bad" isUrgent>
          {explainError(removal.error).message}
        </Banner>
      )}
      <p>Your password alone will be enough to sign in. Your recovery codes will stop working.</p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" isLoading={removal.isPending} onClick={() => removal.mutate()}>
          Remove
        </Button>
      </DialogActions>
    </div>
  );
}
