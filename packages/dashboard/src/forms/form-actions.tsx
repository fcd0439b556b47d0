/** The end of a form in a dialog: away from it, or submit. */
import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { DialogActions } from '../ui/popups/dialog-actions.tsx';
import { SubmitButton } from './form-fields.tsx';
import type { Form } from './use-form.ts';

export function FormActions<V extends object>({
  form,
  onClose,
  isDisabled = false,
  children,
}: {
  readonly form: Form<V>;
  readonly onClose: () => void;
  readonly isDisabled?: boolean;
  /** What submitting does. */
  readonly children: ReactNode;
}) {
  return (
    <DialogActions>
      <Button onClick={onClose}>Cancel</Button>
      <SubmitButton form={form} disabled={isDisabled}>
        {children}
      </SubmitButton>
    </DialogActions>
  );
}
