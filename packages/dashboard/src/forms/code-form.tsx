/** Asks for a code of the authenticator app, or for a recovery code instead. */
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { SubmitButton, TextField } from './form-fields.tsx';
import { FormView } from './form-view.tsx';
import { required } from './required.ts';
import { useForm } from './use-form.ts';

export function CodeForm<R>({
  label,
  submitLabel,
  submit,
  onDone,
  kinds = 'both',
  children,
}: {
  /** Names the form for screen readers. */
  readonly label: string;
  readonly submitLabel: string;
  readonly submit: (code: string) => Promise<R>;
  readonly onDone: (result: R) => void | Promise<void>;
  /** Which codes are asked for. */
  readonly kinds?: 'app' | 'recovery' | 'both';
  /** Another button, such as "Cancel". */
  readonly children?: ReactNode;
}) {
  const [isRecovery, setRecovery] = useState(kinds === 'recovery');
  const form = useForm({
    initial: { code: '' },
    validate: required({ code: isRecovery ? 'Enter a recovery code.' : 'Enter the 6-digit code.' }),
    submit: ({ code }) => submit(code),
    explain: (error) =>
      error.code === 'wrong_code'
        ? { code: isRecovery ? 'Incorrect or already used.' : error.message }
        : null,
    onDone,
  });
  return (
    <FormView form={form} label={label}>
      <TextField
        key={String(isRecovery)}
        form={form}
        name="code"
        label={isRecovery ? 'Recovery code' : 'Authentication code'}
        hint={
          isRecovery
            ? 'One of the codes you saved when you set up two-factor authentication.'
            : 'The 6-digit code that your authenticator app shows.'
        }
        autoFocus
        isMono
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
      />
      <SubmitButton form={form} size="lg">
        {submitLabel}
      </SubmitButton>
      {kinds === 'both' && (
        <Button
          variant="ghost"
          onClick={() => {
            form.reset({ code: '' });
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
      )}
      {children}
    </FormView>
  );
}
