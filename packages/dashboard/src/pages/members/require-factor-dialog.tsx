/** Chooses the date from which members need a second factor. */
import { dayMs } from '@hostmaster/contract/durations';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { reloadSession } from '../../api/reload-session.ts';
import { useCalendarNow } from '../../api/use-now.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { dayStart } from '../../ui/text/day-start.ts';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function RequireFactorDialog({ isOpen, onClose }: DialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Require two-factor authentication"
      description="Members see a notice until this date. From then on they need a passkey or an authenticator app."
      size="sm"
    >
      <PasswordGate>
        <RequireForm onClose={onClose} />
      </PasswordGate>
    </Dialog>
  );
}

/** Time for members to prepare. */
const usualNoticeDays = 7;

function RequireForm({ onClose }: Pick<DialogProps, 'onClose'>) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const now = useCalendarNow();
  const form = useForm({
    initial: { day: new Date(now + usualNoticeDays * dayMs).toISOString().slice(0, 10) },
    validate: ({ day }) => ({
      ...(!/^\d{4}-\d\d-\d\d$/.test(day) && { day: 'Choose a date.' }),
    }),
    submit: ({ day }) =>
      withPassword(() => api.requireSecondFactor({ from: dayStart(day).toISOString() })),
    onDone: async () => {
      await Promise.all([refreshWorkspace(workspaceId), reloadSession()]);
      onClose();
      showToast({ title: 'Two-factor authentication required' });
    },
  });
  return (
    <FormView form={form} label="Require two-factor authentication" className="gap-5">
      <TextField form={form} name="day" path="from" label="Required from" type="date" />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form}>Require it</SubmitButton>
      </DialogActions>
    </FormView>
  );
}
