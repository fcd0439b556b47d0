/** Confirms the email address of an account. The person who opens the link may be signed out. */
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { IncompleteLink, LinkCard } from './link-card.tsx';
import { useLinkToken } from './link-token.ts';
import { useSignedIn } from './use-signed-in.ts';
import { VisitorCard } from './visitor-card.tsx';

export function VerifyPage() {
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  const enter = useSignedIn();
  if (token === null) return <IncompleteLink />;
  if (isDone) {
    return (
      <VisitorCard
        title="Email address confirmed"
        description="You can now sign in with this address."
      >
        <ButtonLink to="/sign-in" variant="primary">
          Sign in
        </ButtonLink>
      </VisitorCard>
    );
  }
  return (
    <LinkCard
      key={token}
      title="Confirm your email address"
      description="We'll use it for notices about your domains and to help you recover your account."
      label="Confirm email"
      confirm={() => dashboard.verifyEmail({ token })}
      onDone={(session) => (session.account === null ? setDone(true) : enter(session))}
      footer={<TextLink to="/sign-in">Back to sign in</TextLink>}
    />
  );
}
