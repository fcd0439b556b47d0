/** Sends the right auth code, after a wrong one or after the domain was unlocked. */

import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { shownName } from '../../domains/shown-name.ts';
import { FormActions } from '../../forms/form-actions.tsx';
import { TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import type { Transfer } from './transfers-query.ts';

export function CorrectAuthCodeDialog({ dialog }: { readonly dialog: DialogSubject<Transfer> }) {
  if (dialog.subject === null) return null;
  return (
    <Dialog
      isOpen={dialog.isOpen}
      onClose={dialog.close}
      title={`Auth code for ${shownName(dialog.subject.domain)}`}
      description="Get it from your current registrar. You aren't charged again."
    >
      <AuthCodeForm transfer={dialog.subject} onClose={dialog.close} />
    </Dialog>
  );
}

function AuthCodeForm({
  transfer,
  onClose,
}: {
  readonly transfer: Transfer;
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const form = useForm({
    initial: { authCode: '' },
    validate: required({ authCode: 'Enter the auth code.' }),
    submit: ({ authCode }) => api.updateTransfer({ transferId: transfer.id, authCode }),
    onDone: async () => {
      await refreshWorkspace(workspaceId);
      onClose();
      showToast({ title: 'Transfer requested again' });
    },
  });
  return (
    <FormView form={form}>
      <AuthCodeField form={form} />
      <FormActions form={form} onClose={onClose}>
        Try again
      </FormActions>
    </FormView>
  );
}

export function AuthCodeField<V extends { readonly authCode: string }>({
  form,
}: {
  readonly form: ReturnType<typeof useForm<V, unknown>>;
}) {
  // The field uses only its own value of the form.
  const own = form as unknown as ReturnType<typeof useForm<{ authCode: string }, unknown>>;
  return (
    <TextField
      form={own}
      name="authCode"
      label="Auth code"
      isMono
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint="Also called EPP code or transfer key. Unlock the domain at your current registrar first."
    />
  );
}
