/**
 * The session ended while the page was open, here or in another tab. The dialog hides the page but
 * keeps it mounted, so that nothing typed is lost.
 */
import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import { dashboard } from '../api/client.ts';
import { redirectToSignIn } from '../api/query-client.ts';
import { type Account, resumeSession, type SignInStep } from '../api/session-store.ts';
import { EmailField, PasswordField, SubmitButton } from '../forms/form-fields.tsx';
import { FormView } from '../forms/form-view.tsx';
import { required } from '../forms/required.ts';
import { SecondFactorForm } from '../forms/second-factor-form.tsx';
import { useForm } from '../forms/use-form.ts';
import { Button } from '../ui/controls/button.tsx';

export function SignInAgain({ account }: { readonly account: Account }) {
  const popup = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState<SignInStep | null>(null);
  const form = useForm({
    initial: { email: account.email, password: '' },
    validate: required({ password: 'Enter your password.' }),
    submit: (values) => dashboard.signIn(values),
    onDone: ({ secondFactor, ...session }) =>
      secondFactor === null ? resumeSession(session) : setStep(secondFactor),
  });
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-canvas" />
        <Dialog.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[type=password]') ?? true}
          className="fixed inset-x-4 top-[max(2.5rem,12dvh)] z-50 mx-auto max-w-100 rounded-xl border border-line bg-surface p-6 shadow-card outline-none md:p-8"
        >
          <Dialog.Title className="text-lg font-semibold tracking-tight">
            You've been signed out
          </Dialog.Title>
          <Dialog.Description className="mt-1 mb-6 text-pretty text-ink-muted">
            Sign in again to pick up where you left off. Anything you typed is still here.
          </Dialog.Description>
          {step === null ? (
            <FormView form={form} label="Sign in again">
              <EmailField form={form} readOnly />
              <PasswordField
                form={form}
                name="password"
                label="Password"
                autoComplete="current-password"
              />
              <SubmitButton form={form} size="lg">
                Sign in
              </SubmitButton>
              <Button variant="ghost" size="lg" onClick={redirectToSignIn}>
                Use a different account
              </Button>
            </FormView>
          ) : (
            <SecondFactorForm
              methods={step.methods}
              label="Two-factor authentication"
              submitLabel="Sign in"
              submitCode={(code) => dashboard.completeSignIn({ ticket: step.ticket, code })}
              submitPasskey={(response) => dashboard.signInWithPasskey({ response })}
              onDone={resumeSession}
            >
              <Button variant="ghost" onClick={() => setStep(null)}>
                Back
              </Button>
            </SecondFactorForm>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
