/** Stops the recovery of an account, from the link in a mail about it. */
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { TextLink } from '../../ui/text/text-link.tsx';
import { IncompleteLink, LinkCard } from './link-card.tsx';
import { useLinkToken } from './link-token.ts';
import { VisitorCard } from './visitor-card.tsx';

export function StopRecoveryPage() {
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  if (token === null) return <IncompleteLink />;
  if (isDone) {
    return (
      <VisitorCard
        title="Recovery stopped"
        description="The account keeps its second factors. Someone who knows its password started the recovery. If this is your account, reset the password."
      >
        <TextLink to="/reset">Reset your password</TextLink>
      </VisitorCard>
    );
  }
  return (
    <LinkCard
      key={token}
      title="Stop the recovery"
      description="The account keeps its authenticator app, passkeys and recovery codes."
      label="Stop the recovery"
      confirm={() => dashboard.stopRecovery({ token })}
      onDone={() => setDone(true)}
    />
  );
}
