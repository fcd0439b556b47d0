/** Requests an account. The emailed link leads to the page that creates it. */
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { useServiceInfo } from '../../api/session.ts';
import { EmailField, SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { TextLink } from '../../ui/text/text-link.tsx';
import { CheckMail } from './check-mail.tsx';
import { VisitorCard } from './visitor-card.tsx';

export function SignUpPage() {
  const { isSetUp, isSignUpOpen } = useServiceInfo();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    validate: required({ email: 'Enter your email address.' }),
    submit: (values) => dashboard.signUp(values),
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
        Use the link in it to choose a password and create your account.
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
    <VisitorCard
      title="Create your account"
      description="We'll email you a link to confirm your address."
      footer={signIn}
    >
      <FormView form={form} label="Create your account">
        <EmailField form={form} hint="We'll send notices about your domains here." autoFocus />
        <SubmitButton form={form} size="lg">
          Continue
        </SubmitButton>
      </FormView>
    </VisitorCard>
  );
}
