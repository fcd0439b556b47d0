/** Requests an account. An emailed link confirms the address and signs in. */
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { useServiceInfo } from '../../api/session.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { CheckMail } from './check-mail.tsx';
import { NewAccountForm, useNewAccountForm } from './new-account-form.tsx';
import { VisitorCard } from './visitor-card.tsx';

export function SignUpPage() {
  const { isSetUp, isSignUpOpen } = useServiceInfo();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useNewAccountForm({
    submit: (account) => dashboard.signUp(account),
    onDone: (_, values) => setSentTo(values.email),
  });
  const signIn = (
    <>
      Already have an account? <TextLink to="/sign-in">Sign in</TextLink>
    </>
  );
  if (sentTo !== null) {
    return (
      <CheckMail icon={MailCheck} address={sentTo} footer={signIn}>
        Use the link in it to confirm your address and sign in.
      </CheckMail>
    );
  }
  if (!isSignUpOpen || !isSetUp) {
    return (
      <VisitorCard
        title="Sign-up is closed"
        description="This service isn't accepting new accounts. Contact the operator."
        footer={signIn}
      />
    );
  }
  return (
    <VisitorCard title="Create your account" footer={signIn}>
      <NewAccountForm form={form} label="Create your account" />
    </VisitorCard>
  );
}
