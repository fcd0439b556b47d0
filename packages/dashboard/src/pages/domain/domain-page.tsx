/** The layout of one domain: status, notice and tabs. */

import { HostmasterError } from '@hostmaster/sdk';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { CalendarPlus, SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { type DomainDetails, useDomainDetails } from '../../domains/domain-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { statusStyle } from '../../domains/status-style.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TabLink, TabLinks } from '../../ui/layout/tab-links.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { DomainNotice } from './domain-notice.tsx';

const RenewDialog = lazy(async () => ({
  default: (await import('./renew-dialog.tsx')).RenewDialog,
}));

const tabs = [
  { to: '/$workspaceId/domains/$domain/dns', label: 'DNS' },
  { to: '/$workspaceId/domains/$domain/nameservers', label: 'Nameservers' },
  { to: '/$workspaceId/domains/$domain/settings', label: 'Settings' },
  { to: '/$workspaceId/domains/$domain/history', label: 'History' },
  { to: '/$workspaceId/domains/$domain/activity', label: 'Activity' },
] as const;

export function DomainPage() {
  const { domain: name } = useParams({ from: '/$workspaceId/domains/$domain' });
  const details = useDomainDetails(name);
  const [isRenewing, setRenewing] = useState(false);
  /** The dialog is loaded when it is opened, and stays mounted then. */
  const [hasRenewed, setHasRenewed] = useState(false);
  const renew = () => {
    setHasRenewed(true);
    setRenewing(true);
  };
  const tab = useLocation({ select: ({ pathname }) => tabs.find(({ to }) => isAt(to, pathname)) });
  const isMissing = details.error instanceof HostmasterError && details.error.status === 404;
  // Cached data of a domain that was just released is outdated.
  if (isMissing) return <DomainNotFound name={name} />;
  const domain = details.data;
  const shown = shownName(domain?.name ?? name);
  return (
    <Page
      title={shown}
      {...(tab === undefined ? {} : { tabTitle: `${tab.label} · ${shown}` })}
      breadcrumb={<DomainsLink />}
      {...(domain === undefined
        ? {}
        : {
            aside: <StatusBadge domain={domain} />,
            description: <Summary domain={domain} />,
            actions: <RenewButton domain={domain} onClick={renew} />,
          })}
    >
      <QueryView query={details} loading={<DomainSkeleton />}>
        {(loaded) => (
          <>
            <DomainNotice domain={loaded} onRenew={renew} />
            <Tabs name={name} />
            <Outlet />
            {hasRenewed && (
              <Suspense>
                <RenewDialog
                  domain={loaded}
                  isOpen={isRenewing}
                  onClose={() => setRenewing(false)}
                />
              </Suspense>
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** The last part of the path names the tab. */
function isAt(to: string, pathname: string): boolean {
  return to.split('/').at(-1) === pathname.split('/').at(-1);
}

function Tabs({ name }: { readonly name: string }) {
  const { workspaceId } = useWorkspace();
  const may = useMay();
  const shown = tabs.filter(({ label }) => label !== 'Activity' || may('workspace.read'));
  return (
    <TabLinks label="Domain">
      {shown.map(({ to, label }) => (
        <TabLink key={to} to={to} params={{ workspaceId, domain: name }} resetScroll={false}>
          {label}
        </TabLink>
      ))}
    </TabLinks>
  );
}

function StatusBadge({ domain }: { readonly domain: DomainDetails }) {
  if (domain.pendingFulfillment) return <Badge tone="accent">Provisioning</Badge>;
  const { label, tone } = statusStyle[domain.state === 'releasing' ? 'deleted' : domain.status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {domain.isPremium && <Badge>Premium</Badge>}
      {domain.transferOut !== null && <Badge tone="warn">Transfer requested</Badge>}
    </>
  );
}

function Summary({ domain }: { readonly domain: DomainDetails }) {
  const isIdn = shownName(domain.name) !== domain.name;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {isIdn && (
        <span className="inline-flex items-center">
          <span className="font-mono text-sm">{domain.name}</span>
          <CopyButton value={domain.name} what="name" />
        </span>
      )}
      {domain.state !== 'failed' && (
        <span>
          {domain.status === 'expired' ? 'Expired' : 'Expires'}{' '}
          <Time at={domain.expiresAt} as="relative" isCalendar />, on <Time at={domain.expiresAt} />
        </span>
      )}
    </span>
  );
}

function RenewButton({
  domain,
  onClick,
}: {
  readonly domain: DomainDetails;
  readonly onClick: () => void;
}) {
  const may = useMay();
  if (domain.renewalQuotes.length === 0 || !may('domains.renew')) return null;
  return (
    <Button icon={CalendarPlus} onClick={onClick}>
      Renew
    </Button>
  );
}

function DomainsLink() {
  const { workspaceId } = useWorkspace();
  return (
    <TextLink to="/$workspaceId/domains" params={{ workspaceId }}>
      Domains
    </TextLink>
  );
}

function DomainNotFound({ name }: { readonly name: string }) {
  const { workspaceId, name: workspace } = useWorkspace();
  return (
    <Page title={shownName(name)} breadcrumb={<DomainsLink />}>
      <Card>
        <EmptyState
          icon={SearchX}
          title="Domain not found"
          action={
            <ButtonLink
              to="/$workspaceId/domains/search"
              params={{ workspaceId }}
              search={{ name }}
            >
              Check availability
            </ButtonLink>
          }
        >
          {workspace} doesn't have this domain. It may be in another workspace, or it was released.
        </EmptyState>
      </Card>
    </Page>
  );
}

function DomainSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-9 w-80 max-w-full" />
      <SkeletonRows count={4} />
    </div>
  );
}
