/** Signs in with email address and password, and a second factor where the account has one. */
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { arePasskeysOffered } from '../../api/passkeys.ts';
import { useServiceInfo } from '../../api/session.ts';
import type { SignInStep } from '../../api/session-store.ts';
import { EmailField, PasswordField, SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { PasskeyButton } from '../../forms/passkey-button.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { readEarlyForm } from './early-sign-in.ts';
import { readProviderStep } from './provider-step.ts';
import { SecondFactorStep } from './second-factor-step.tsx';
import { useSignedIn } from './use-signed-in.ts';
import { VisitorCard } from './visitor-card.tsx';

export function SignInPage() {
  const { next } = useSearch({ from: '/visitor/sign-in' });
  const { isSetUp, isSignUpOpen, signInProviders } = useServiceInfo();
  const enter = useSignedIn();
  const [early] = useState(readEarlyForm);
  const [step, setStep] = useState<SignInStep | null>(readProviderStep);
  const form = useForm({
    initial: { email: '', password: '' },
    restored: early?.values ?? null,
    validate: required({
      email: 'Enter your email address.',
      password: 'Enter your password.',
    }),
    submit: (values) => dashboard.signIn(values),
    onDone: ({ secondFactor, ...session }) =>
      secondFactor === null ? enter(session, next) : setStep(secondFactor),
  });
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what was there before the script
  useEffect(() => {
    if (early?.isAtPassword === true) {
      card.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
    }
    if (early?.isSubmitted === true) void form.submit();
    // A ticket must not stay in the address.
    if (step !== null) window.history.replaceState(null, '', window.location.pathname);
  }, []);
  if (step !== null) {
    return (
      <SecondFactorStep
        step={step}
        onSignedIn={(session) => enter(session, next)}
        onBack={() => {
          form.reset();
          setStep(null);
        }}
      />
    );
  }
  return (
    <div ref={card}>
      <VisitorCard
        title="Sign in"
        footer={
          isSignUpOpen &&
          isSetUp && (
            <>
              Don't have an account? <TextLink to="/sign-up">Sign up</TextLink>
            </>
          )
        }
      >
        <FormView form={form} label="Sign in">
          {!isSetUp && (
            <Banner title="Finish setting up Hostmaster">
              Open the setup link printed when the service started.
            </Banner>
          )}
          <EmailField form={form} autoFocus />
          <PasswordField
            form={form}
            name="password"
            label="Password"
            autoComplete="current-password"
            aside={<TextLink to="/reset">Forgot password?</TextLink>}
          />
          <SubmitButton form={form} size="lg">
            Sign in
          </SubmitButton>
          {isSetUp && arePasskeysOffered() && (
            <PasskeyButton
              label="Sign in with a passkey"
              submit={(response) => dashboard.signInWithPasskey({ response })}
              onDone={(session) => enter(session, next)}
            />
          )}
          {signInProviders.map(({ id, name }) => (
            <a key={id} href={`/oidc/${id}/start`} className={buttonClass({ size: 'lg' })}>
              Continue with {name}
            </a>
          ))}
        </FormView>
      </VisitorCard>
    </div>
  );
}
