/** Before a deletion that cannot be undone, the person types the name of what is deleted. */
import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { DialogActions } from '../ui/popups/dialog-actions.tsx';
import { SubmitButton, TextField } from './form-fields.tsx';
import { FormView } from './form-view.tsx';
import { useWithPassword } from './password-gate.tsx';
import { useForm } from './use-form.ts';

export function TypedConfirmForm({
  wanted,
  what,
  submitLabel,
  isDisabled = false,
  remove,
  onDone,
  onClose,
  children,
}: {
  /** What has to be typed. */
  readonly wanted: string;
  /** What that is: "the name of the workspace". */
  readonly what: string;
  readonly submitLabel: string;
  readonly isDisabled?: boolean;
  readonly remove: (confirm: string) => Promise<unknown>;
  readonly onDone: () => void | Promise<void>;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}) {
  const withPassword = useWithPassword();
  const form = useForm({
    initial: { confirm: '' },
    validate: ({ confirm }) => ({
      ...(confirm.trim() !== wanted && { confirm: `Enter ${what}: ${wanted}` }),
    }),
    submit: ({ confirm }) => withPassword(() => remove(confirm)),
    onDone,
  });
  return (
    <FormView form={form} label={submitLabel} className="gap-5">
      {children}
      <TextField
        form={form}
        name="confirm"
        label={`Type ${what} to confirm`}
        hint={wanted}
        autoComplete="off"
        spellCheck={false}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form} variant="danger" disabled={isDisabled}>
          {submitLabel}
        </SubmitButton>
      </DialogActions>
    </FormView>
  );
}
