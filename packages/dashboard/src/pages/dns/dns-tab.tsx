/** The DNS records of a domain, edited in place. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { type DomainDetails, useDomainDetails } from '../../domains/domain-details.ts';
import { Card } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { DelegationNotice } from './delegation-notice.tsx';
import { watchPublication } from './publication-query.ts';
import { PublicationStrip } from './publication-strip.tsx';
import { RecordsEditor } from './records-editor.tsx';
import { recordsQuery } from './records-query.ts';
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
  const [isEditing, setEditing] = useState(false);
  // What changed while a row was open is loaded when it is closed.
  const records = useQuery({ ...recordsQuery({ workspaceId, domain }), enabled: !isEditing });
  useWatchOnceLive({ workspaceId, domain, isPending: pendingFulfillment });
  const isChangeable = state === 'live' || state === 'provisioning';
  return (
    <>
      {isChangeable && <DelegationNotice details={details} />}
      {isChangeable && <ZoneNotice domain={domain} />}
      <Card isFlush>
        <QueryView query={records} loading={<Loading />}>
          {({ records: list, version }) => (
            <RecordsEditor
              key={domain}
              domain={domain}
              records={list}
              version={version}
              isReadOnly={!isChangeable}
              onEditing={setEditing}
            />
          )}
        </QueryView>
        <PublicationStrip domain={domain} isPending={pendingFulfillment} />
      </Card>
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

function Loading() {
  return (
    <>
      <div className="flex items-center justify-between gap-2 border-b border-line px-4 py-3 md:px-5">
        <Skeleton className="h-9 w-64 max-w-1/2" />
        <Skeleton className="h-9 w-32" />
      </div>
      <SkeletonRows count={6} />
    </>
  );
}
