/** The first account of a new service, by the link that its first start prints. */
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { useServiceInfo } from '../../api/session.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { linkToken } from './link-token.ts';
import {
  checkNewAccount,
  emptyAccount,
  NewAccountFields,
  newAccountInput,
} from './new-account-fields.tsx';
import { useEntrance } from './use-entrance.ts';
import { VisitorCard } from './visitor-card.tsx';

export function SetUpPage() {
  const { isSetUp } = useServiceInfo();
  const [token] = useState(linkToken);
  const enter = useEntrance();
  const form = useForm({
    initial: emptyAccount,
    validate: checkNewAccount,
    submit: (values) => dashboard.setUpOwner({ ...newAccountInput(values), token: token ?? '' }),
    onDone: (session) => enter(session),
  });
  if (isSetUp) {
    return (
      <VisitorCard
        title="This service is set up"
        description="It has an owner already; the link works once."
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
        title="The link is incomplete"
        description="Open the whole set-up link that the service printed when it started, with everything behind the # sign."
      />
    );
  }
  return (
    <VisitorCard
      title="Welcome to Hostmaster"
      description="Create the owner's account. It looks after this service and its first workspace."
    >
      <FormView form={form} label="Create the owner's account">
        <NewAccountFields form={form} />
        <SubmitButton form={form} size="lg">
          Create account
        </SubmitButton>
      </FormView>
    </VisitorCard>
  );
}
