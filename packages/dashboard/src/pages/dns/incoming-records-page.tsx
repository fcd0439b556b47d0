/** The records of a domain that is being transferred here: prepared now, served once it has arrived. */
import { HostmasterError } from '@hostmaster/sdk';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { shownName } from '../../domains/shown-name.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { RecordsCard } from './records-card.tsx';
import { recordsQuery } from './records-query.ts';
import { ZoneNotice } from './zone-notice.tsx';

export function IncomingRecordsPage() {
  const { domain } = useParams({ from: '/$workspaceId/domains/transfers/$domain' });
  const { workspaceId } = useWorkspace();
  const may = useMay();
  // The card loads them, except while a row is open.
  const { data, error } = useQuery({ ...recordsQuery({ workspaceId, domain }), enabled: false });
  const isMissing = error instanceof HostmasterError && error.status === 404;
  if (!isMissing && data?.pendingFulfillment === false) {
    const to = '/$workspaceId/domains/$domain/dns';
    return <Navigate to={to} params={{ workspaceId, domain }} replace />;
  }
  const shown = shownName(domain);
  return (
    <Page
      title={shown}
      tabTitle={`DNS records · ${shown}`}
      breadcrumb={
        <TextLink to="/$workspaceId/domains/transfers" params={{ workspaceId }}>
          Transfers
        </TextLink>
      }
      {...(!isMissing && {
        aside: <Badge tone="accent">Transferring</Badge>,
        description: may('dns.change')
          ? 'Set up the DNS records before the domain arrives. It keeps its current nameservers until you change them.'
          : 'These DNS records are served once the transfer is complete.',
      })}
    >
      {isMissing ? (
        <NoTransfer />
      ) : (
        <>
          <ZoneNotice domain={domain} />
          <RecordsCard domain={domain} isReadOnly={!may('dns.change')} isPending />
        </>
      )}
    </Page>
  );
}

function NoTransfer() {
  const { workspaceId } = useWorkspace();
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title="No open transfer"
        action={
          <ButtonLink to="/$workspaceId/domains/transfers" params={{ workspaceId }}>
            See transfers
          </ButtonLink>
        }
      >
        This domain isn't being transferred here. If its transfer failed or was cancelled, the
        records you prepared are used when you start it again.
      </EmptyState>
    </Card>
  );
}
