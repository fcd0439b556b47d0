/** The DNS records of a domain, edited in place. */

import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { type DomainDetails, useDomainDetails } from '../../domains/domain-query.ts';
import { DelegationNotice } from './delegation-notice.tsx';
import { watchPublication } from './publication-query.ts';
import { RecordsCard } from './records-card.tsx';
import { ZoneNotice } from './zone-notice.tsx';

export function DnsTab() {
  const { domain } = useParams({ from: '/$workspaceId/domains/$domain/dns' });
  const details = useDomainDetails(domain);
  // The domain page loads the details and shows their errors.
  return details.data === undefined ? null : <DomainDns details={details.data} />;
}

function DomainDns({ details }: { readonly details: DomainDetails }) {
  const { name: domain, state, pendingFulfillment } = details;
  const { workspaceId } = useWorkspace();
  const may = useMay();
  useWatchOnceLive({ workspaceId, domain, isPending: pendingFulfillment });
  const isChangeable = state === 'live' || state === 'provisioning';
  return (
    <>
      {isChangeable && <DelegationNotice details={details} />}
      {isChangeable && <ZoneNotice domain={domain} />}
      <RecordsCard
        domain={domain}
        isReadOnly={!isChangeable || !may('dns.change')}
        isPending={pendingFulfillment}
        isUrgent={details.status === 'expired' || details.transferOut !== null}
      />
    </>
  );
}

/** The zone is published once the registry has confirmed the domain. */
function useWatchOnceLive(place: {
  readonly workspaceId: string;
  readonly domain: string;
  readonly isPending: boolean;
}): void {
  const { workspaceId, domain, isPending } = place;
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending) watchPublication({ workspaceId, domain });
    wasPending.current = isPending;
  }, [workspaceId, domain, isPending]);
}
