/** Removes the authenticator app or a passkey. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { reloadSession } from '../../api/reload-session.ts';
import { secondFactorsKey } from '../../api/second-factors-query.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';

export interface RemovedFactor {
  readonly name: string;
  /** Null for the authenticator app. */
  readonly passkeyId: string | null;
}

interface RemovalProps {
  readonly factor: RemovedFactor;
  readonly onClose: () => void;
}

export function RemoveFactorDialog({ factor, onClose }: RemovalProps) {
  return (
    <Dialog isOpen onClose={onClose} title={`Remove ${factor.name}?`} size="sm">
      <PasswordGate>
        <Removal factor={factor} onClose={onClose} />
      </PasswordGate>
    </Dialog>
  );
}

function Removal({ factor: { name, passkeyId }, onClose }: RemovalProps) {
  const queries = useQueryClient();
  const withPassword = useWithPassword();
  const removal = useMutation({
    mutationFn: () =>
      withPassword(() =>
        passkeyId === null ? dashboard.removeTotp() : dashboard.removePasskey({ passkeyId }),
      ),
    onSuccess: () => {
      onClose();
      showToast({ title: `Removed ${name}` });
      void reloadSession();
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
      <p>
        You can no longer sign in with it. Without another passkey or app, your password alone is
        enough to sign in, and your recovery codes stop working.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" isLoading={removal.isPending} onClick={() => removal.mutate()}>
          Remove
        </Button>
      </DialogActions>
    </div>
  );
}
