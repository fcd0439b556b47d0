/** Confirms the address for notices of a workspace. Its owner may have no account. */
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { IncompleteLink, LinkCard } from './link-card.tsx';
import { useLinkToken } from './link-token.ts';
import { VisitorCard } from './visitor-card.tsx';
import { useIsSignedIn, WayBack } from './way-back.tsx';

export function ConfirmAddressPage() {
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  const isSignedIn = useIsSignedIn();
  if (token === null) return <IncompleteLink />;
  if (isDone) {
    return (
      <VisitorCard
        title="Address confirmed"
        description="Notices about the workspace's domains, credits and keys now go to this address."
      >
        {isSignedIn && <WayBack />}
      </VisitorCard>
    );
  }
  return (
    <LinkCard
      key={token}
      title="Confirm this address for notices"
      description="Notices about a workspace's domains, credits and keys will go to this address."
      label="Confirm address"
      confirm={() => dashboard.confirmNoticeAddress({ token })}
      onDone={() => setDone(true)}
    />
  );
}
