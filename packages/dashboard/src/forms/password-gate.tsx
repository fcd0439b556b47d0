/**
 * Some changes need the password again, or the second factor of an account that has one. `withPassword`
 * sends a request, asks for what the service wants, and sends the request once more.
 */
import { HostmasterError } from '@hostmaster/sdk';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from 'react';
import { dashboard } from '../api/client.ts';
import { useServiceInfo } from '../api/session.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/popups/dialog.tsx';
import { DialogActions } from '../ui/popups/dialog-actions.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { PasswordField, SubmitButton } from './form-fields.tsx';
import { FormView } from './form-view.tsx';
import { required } from './required.ts';
import { useForm } from './use-form.ts';

const FactorForm = lazy(async () => ({
  default: (await import('./factor-form.tsx')).FactorForm,
}));
const ProviderConfirmation = lazy(async () => ({
  default: (await import('./provider-confirmation.tsx')).ProviderConfirmation,
}));

type WithPassword = <R>(request: () => Promise<R>) => Promise<R>;

type Proof = 'password_required' | 'second_factor_required';

interface Question {
  readonly code: Proof;
  readonly answer: (isEntered: boolean) => void;
}

const isProof = (code: string): code is Proof =>
  code === 'password_required' || code === 'second_factor_required';

const GateContext = createContext<WithPassword | null>(null);

export function useWithPassword(): WithPassword {
  const withPassword = useContext(GateContext);
  if (withPassword === null) throw new Error('A form needs a PasswordGate around it.');
  return withPassword;
}

/** Rendered inside the dialog of the form, so that the question is nested in it. */
export function PasswordGate({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const { signInProviders } = useServiceInfo();
  const withPassword = useCallback<WithPassword>(async (request) => {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof HostmasterError) || !isProof(error.code)) throw error;
      const { code } = error;
      const isEntered = await new Promise<boolean>((answer) => setQuestion({ code, answer }));
      if (!isEntered) throw error;
      return request();
    }
  }, []);
  const end = (isEntered: boolean) => {
    question?.answer(isEntered);
    setQuestion(null);
  };
  const isFactor = question?.code === 'second_factor_required';
  return (
    <GateContext value={withPassword}>
      {children}
      <Dialog
        isOpen={question !== null}
        onClose={() => end(false)}
        title={isFactor ? "Confirm it's you" : 'Confirm your password'}
        description="We ask before sensitive changes. You won't be asked again for 10 minutes."
        size="sm"
      >
        {isFactor ? (
          <Suspense fallback={<SkeletonRows count={2} />}>
            <FactorForm onCancel={() => end(false)} onEntered={() => end(true)} />
          </Suspense>
        ) : (
          <>
            <PasswordForm onCancel={() => end(false)} onEntered={() => end(true)} />
            {signInProviders.length > 0 && (
              <Suspense>
                <ProviderConfirmation />
              </Suspense>
            )}
          </>
        )}
      </Dialog>
    </GateContext>
  );
}

function PasswordForm({
  onCancel,
  onEntered,
}: {
  readonly onCancel: () => void;
  readonly onEntered: () => void;
}) {
  const form = useForm({
    initial: { password: '' },
    validate: required({ password: 'Enter your password.' }),
    submit: (values) => dashboard.confirmPassword(values),
    explain: (error) =>
      error.code === 'wrong_credentials' ? { password: 'Incorrect password.' } : null,
    onDone: onEntered,
  });
  return (
    <FormView form={form} label="Confirm your password">
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form}>Continue</SubmitButton>
      </DialogActions>
    </FormView>
  );
}
