/** The target of sign-up emails: the address is proven, now name and password are chosen. */
import { dashboard } from '../../api/client.ts';
import { TextLink } from '../../ui/text/text-link.tsx';
import { IncompleteLink } from './link-card.tsx';
import { useLinkToken } from './link-token.ts';
import { NewAccountForm, useNewAccountForm } from './new-account-form.tsx';
import { useSignedIn } from './use-signed-in.ts';
import { VisitorCard } from './visitor-card.tsx';

export function CompleteSignUpPage() {
  const token = useLinkToken();
  const enter = useSignedIn();
  const form = useNewAccountForm({
    hasEmail: false,
    submit: ({ email: _, ...account }) =>
      dashboard.completeSignUp({ ...account, token: token ?? '' }),
    onDone: (session) => enter(session),
  });
  if (token === null) return <IncompleteLink />;
  return (
    <VisitorCard
      title="Create your account"
      description="Your email address is confirmed. Now set up your account."
      footer={<TextLink to="/sign-in">Back to sign in</TextLink>}
    >
      <NewAccountForm form={form} label="Create your account" hasEmail={false} />
    </VisitorCard>
  );
}
