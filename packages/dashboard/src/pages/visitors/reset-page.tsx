/** Password reset: request a link, then choose a new password with it. */

import { useRouter } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import type { Session, SignInStep } from '../../api/session-store.ts';
import { EmailField, PasswordField, SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { passwordHint } from '../../forms/password-hint.ts';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { TextLink } from '../../ui/text/text-link.tsx';
import { homeOf } from '../../workspaces/workspace-choice.ts';
import { CheckMail } from './check-mail.tsx';
import { useLinkToken } from './link-token.ts';
import { SecondFactorStep } from './second-factor-step.tsx';
import { useSignedIn } from './use-signed-in.ts';
import { VisitorCard } from './visitor-card.tsx';

export function ResetPage() {
  const token = useLinkToken();
  return token === null ? <RequestLink /> : <ChoosePassword key={token} token={token} />;
}

const back = <TextLink to="/sign-in">Back to sign in</TextLink>;

function RequestLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    validate: required({ email: 'Enter your email address.' }),
    submit: (values) => dashboard.requestPasswordReset(values),
    onDone: (_, { email }) => setSentTo(email),
  });
  if (sentTo !== null) {
    return (
      <CheckMail icon={KeyRound} address={sentTo} footer={back}>
        Use the link in it to choose a new password.
      </CheckMail>
    );
  }
  return (
    <VisitorCard
      title="Reset your password"
      description="We'll email you a link to choose a new password."
      footer={back}
    >
      <FormView form={form} label="Reset your password">
        <EmailField form={form} autoFocus />
        <SubmitButton form={form} size="lg">
          Send reset link
        </SubmitButton>
      </FormView>
    </VisitorCard>
  );
}

/** What keeps working although the password is new is shown first, if there is any. */
async function pageAfter(session: Session): Promise<string> {
  const home = homeOf(session).to;
  const { entries } = await dashboard.listRecentAccess().catch(() => ({ entries: [] }));
  return entries.length === 0 ? home : `${home}/account/recent-access`;
}

function ChoosePassword({ token }: { readonly token: string }) {
  const enter = useSignedIn();
  const router = useRouter();
  const [step, setStep] = useState<SignInStep | null>(null);
  const open = async (session: Session) => enter(session, await pageAfter(session));
  const form = useForm({
    initial: { password: '' },
    validate: required({ password: 'Choose a password.' }),
    submit: (values) => dashboard.resetPassword({ ...values, token }),
    onDone: ({ secondFactor, ...session }) =>
      secondFactor === null ? open(session) : setStep(secondFactor),
  });
  if (step !== null) {
    const toSignIn = () => void router.navigate({ to: '/sign-in' });
    return <SecondFactorStep step={step} onSignedIn={open} onBack={toSignIn} />;
  }
  return (
    <VisitorCard
      title="Choose a new password"
      description="You'll be signed out of all other sessions."
      footer={back}
    >
      <FormView form={form} label="Choose a new password">
        <PasswordField
          form={form}
          name="password"
          label="New password"
          autoComplete="new-password"
          hint={passwordHint}
        />
        <SubmitButton form={form} size="lg">
          Save and sign in
        </SubmitButton>
      </FormView>
    </VisitorCard>
  );
}
