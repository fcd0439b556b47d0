/** Confirms the email address of an account and signs in. */
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { IncompleteLink, LinkCard } from './link-card.tsx';
import { linkToken } from './link-token.ts';
import { useSignedIn } from './use-signed-in.ts';

export function VerifyPage() {
  const [token] = useState(linkToken);
  const enter = useSignedIn();
  if (token === null) return <IncompleteLink />;
  return (
    <LinkCard
      title="Confirm your email address"
      description="We'll use it for notices about your domains and to help you recover your account."
      label="Confirm email"
      confirm={() => dashboard.verifyEmail({ token })}
      onDone={(session) => enter(session)}
      footer={<TextLink to="/sign-in">Back to sign in</TextLink>}
    />
  );
}
