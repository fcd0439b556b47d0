/** Replaces the recovery codes and shows the new ones once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { secondFactorsKey } from '../../api/second-factors-query.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { RecoveryCodesView } from './recovery-codes-view.tsx';

export function RecoveryCodesDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="New recovery codes">
      <PasswordGate>
        <Replacement onClose={onClose} />
      </PasswordGate>
    </Dialog>
  );
}

function Replacement({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const withPassword = useWithPassword();
  const replacement = useMutation({
    mutationFn: () => withPassword(() => dashboard.replaceRecoveryCodes()),
    onSuccess: () => queries.invalidateQueries({ queryKey: secondFactorsKey }),
  });
  if (replacement.isSuccess) {
    return <RecoveryCodesView codes={replacement.data.recoveryCodes} onStored={onClose} />;
  }
  return (
    <div className="flex flex-col gap-5">
      {replacement.isError && (
        <Banner tone="bad" isUrgent>
          {explainError(replacement.error).message}
        </Banner>
      )}
      <p>Creating new codes makes all previous recovery codes stop working.</p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isLoading={replacement.isPending}
          onClick={() => replacement.mutate()}
        >
          Create new codes
        </Button>
      </DialogActions>
    </div>
  );
}
