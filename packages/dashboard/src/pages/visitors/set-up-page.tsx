/** Creates the owner account, with the link that the first start prints. */
import { dashboard } from '../../api/client.ts';
import { useServiceInfo } from '../../api/session.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { useLinkToken } from './link-token.ts';
import { NewAccountForm, useNewAccountForm } from './new-account-form.tsx';
import { useSignedIn } from './use-signed-in.ts';
import { VisitorCard } from './visitor-card.tsx';

export function SetUpPage() {
  const { isSetUp } = useServiceInfo();
  const token = useLinkToken();
  const enter = useSignedIn();
  const form = useNewAccountForm({
    hasEmail: true,
    submit: (account) => dashboard.setUpOwner({ ...account, token: token ?? '' }),
    onDone: (session) => enter(session),
  });
  if (isSetUp) {
    return (
      <VisitorCard
        title="Setup is complete"
        description="This service already has an owner. The setup link works only once."
      >
        <ButtonLink to="/sign-in" variant="primary">
          Sign in
        </ButtonLink>
      </VisitorCard>
    );
  }
  if (token === null) {
    return (
      <VisitorCard
        title="This link is incomplete"
        description="Open the full setup link printed when the service started, including everything after the #."
      />
    );
  }
  return (
    <VisitorCard
      title="Welcome to Hostmaster"
      description="Create the owner account to manage this service and its first workspace."
    >
      <NewAccountForm form={form} label="Create the owner account" hasEmail />
    </VisitorCard>
  );
}
