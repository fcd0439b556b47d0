/** Adds a passkey: a name, then the browser's own question; the first one comes with recovery codes. */
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { createPasskey, isKnownPasskey, isPasskeyRefusal } from '../../api/passkeys.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { RecoveryCodesView } from './recovery-codes-view.tsx';
import { useReloadFactors } from './use-reload-factors.ts';

export function PasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const reload = useReloadFactors();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const isDone = codes.length > 0;
  const close = () => {
    onClose();
    if (isDone) reload();
  };
  const done = (added: readonly string[]) => {
    showToast({ title: 'Passkey added' });
    if (added.length > 0) return setCodes(added);
    reload();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      isLocked={isDone}
      title={isDone ? 'Two-factor authentication is on' : 'Add passkey'}
      {...(isDone
        ? {}
        : { description: 'Sign in with your fingerprint, face, PIN or a security key.' })}
    >
      {isDone ? (
        <RecoveryCodesView codes={codes} onStored={close} />
      ) : (
        <PasswordGate>
          <PasskeyForm onCancel={onClose} onDone={done} />
        </PasswordGate>
      )}
    </Dialog>
  );
}

function PasskeyForm({
  onCancel,
  onDone,
}: {
  readonly onCancel: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}) {
  const withPassword = useWithPassword();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    initial: { name: '' },
    validate: required({ name: 'Enter a name.' }),
    submit: async ({ name }) => {
      setProblem(null);
      const { options } = await withPassword(() => dashboard.startPasskey());
      const response = await createPasskey(options).catch((error: unknown) => {
        const text = problemOf(error);
        if (text === null) throw error;
        setProblem(text);
        return null;
      });
      return response === null ? null : dashboard.addPasskey({ name, response });
    },
    onDone: (result) => {
      if (result !== null) onDone(result.recoveryCodes);
    },
  });
  return (
    <FormView form={form} label="Add passkey">
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Helps you tell your passkeys apart, such as the device it's on."
        placeholder="Work laptop"
        autoFocus
      />
      <p role="alert" className="text-sm text-bad-ink empty:hidden">
        {problem}
      </p>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form}>Continue</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

/** Null for errors that are none of the browser's own refusals. */
function problemOf(error: unknown): string | null {
  if (isKnownPasskey(error)) return 'This device already has a passkey for your account.';
  return isPasskeyRefusal(error) ? 'No passkey was created. Try again.' : null;
}
