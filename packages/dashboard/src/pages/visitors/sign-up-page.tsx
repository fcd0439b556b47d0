/** Ask for an account. A mailed link proves the address and signs in. */
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { useServiceInfo } from '../../api/session.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { CheckMail } from './check-mail.tsx';
import {
  checkNewAccount,
  emptyAccount,
  NewAccountFields,
  newAccountInput,
} from './new-account-fields.tsx';
import { VisitorCard } from './visitor-card.tsx';

export function SignUpPage() {
  const { isSetUp, isSignUpOpen } = useServiceInfo();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: emptyAccount,
    validate: checkNewAccount,
    submit: (values) => dashboard.signUp(newAccountInput(values)),
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
        The link in it confirms your address and signs you in.
      </CheckMail>
    );
  }
  if (!isSignUpOpen || !isSetUp) {
    return (
      <VisitorCard
        title="Sign-up is closed"
        description="This service takes no new accounts. Ask whoever runs it."
        footer={signIn}
      />
    );
  }
  return (
    <VisitorCard title="Create your account" footer={signIn}>
      <FormView form={form} label="Create your account">
        <NewAccountFields form={form} />
        <SubmitButton form={form} size="lg">
          Create account
        </SubmitButton>
      </FormView>
    </VisitorCard>
  );
}
