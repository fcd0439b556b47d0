/** All domains of the workspace: searched, filtered and sorted in the browser. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowRightLeft, Globe, ListChecks, type LucideIcon, Plus, Search } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useMay } from '../../api/use-may.ts';
import { useCalendarNow } from '../../api/use-now.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { domainsQuery, type ListedDomain } from '../../domains/domains-query.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { useTextInAddress } from '../../ui/controls/use-text-in-address.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { counted } from '../../ui/text/counted.ts';
import { Allowed } from '../../workspaces/allowed.tsx';
import { DomainSelectionBar } from './domain-selection-bar.tsx';
import { DomainTable } from './domain-table.tsx';
import { filtersOf, type ListSearch, noFilters } from './list-search.ts';
import { countStatuses, matchFilters, matchName, sortDomains } from './list-view.ts';
import { StatusFilter } from './status-filter.tsx';
import { TransferRequests, transferRequestsQuery } from './transfer-requests.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import { useDomainSelection } from './use-domain-selection.ts';
import { ViewButton } from './view-button.tsx';

export function DomainListPage() {
  const { workspaceId } = useWorkspace();
  const domains = useQuery(domainsQuery(workspaceId));
  return (
    <Page
      title="Domains"
      actions={
        <>
          <Allowed act="workspace.read">
            <ButtonLink
              to="/$workspaceId/domains/transfers"
              params={{ workspaceId }}
              icon={ArrowRightLeft}
            >
              Transfers
            </ButtonLink>
          </Allowed>
          <Allowed act="domains.bulk">
            <ButtonLink to="/$workspaceId/bulk" params={{ workspaceId }} icon={ListChecks}>
              Bulk changes
            </ButtonLink>
          </Allowed>
          <SearchLink icon={Plus}>Register a domain</SearchLink>
        </>
      }
    >
      <QueryView query={domains} loading={<ListSkeleton />}>
        {(all) => (all.length === 0 ? <NoDomains /> : <DomainList domains={all} />)}
      </QueryView>
    </Page>
  );
}

const none: readonly [] = [];

function DomainList({ domains }: { readonly domains: readonly ListedDomain[] }) {
  const { workspaceId } = useWorkspace();
  const may = useMay();
  const { data: requests = none } = useQuery({
    ...transferRequestsQuery(workspaceId),
    enabled: may('workspace.read'),
  });
  const search = useSearch({ from: '/$workspaceId/domains' });
  const navigate = useNavigate({ from: '/$workspaceId/domains' });
  const change = (next: Partial<Record<keyof ListSearch, unknown>>) =>
    void navigate({
      search: (current) => ({ ...current, ...next }) as ListSearch,
      replace: true,
      resetScroll: false,
    });
  const [text, setText] = useTextInAddress(search.q ?? '', (q) => change({ q }));
  // Deferred, so that filtering does not block typing.
  const wanted = useDeferredValue(text);
  const { sort, down, status } = search;
  const sorted = useMemo(
    () => sortDomains(domains, { ...(sort && { sort }), ...(down && { down }) }),
    [domains, sort, down],
  );
  const now = useCalendarNow();
  const filtered = useMemo(
    () => matchFilters(sorted, filtersOf(search), now),
    [sorted, search, now],
  );
  const named = useMemo(() => matchName(filtered, wanted), [filtered, wanted]);
  const counts = useMemo(() => countStatuses(named), [named]);
  const rows = useMemo(
    () => (status === undefined ? named : named.filter((domain) => domain.status === status)),
    [named, status],
  );
  const selection = useDomainSelection(rows);
  const columns = useColumnChoice(domains);
  const isFiltered = filtered !== sorted || wanted.trim() !== '' || status !== undefined;
  return (
    <div className="flex flex-col gap-4">
      <TransferRequests requests={requests} />
      <div className="sticky top-0 z-4 -my-2 flex flex-col gap-3 bg-canvas py-2 max-md:top-14 max-md:h-25 md:h-13 md:flex-row md:items-center md:justify-between">
        <StatusFilter
          counts={counts}
          value={status}
          onChange={(next) => change({ status: next })}
        />
        <div className="flex gap-2">
          <ViewButton
            domains={domains}
            rows={rows}
            search={search}
            columns={columns}
            selection={selection}
            onChange={change}
            onApply={(saved) => void navigate({ search: saved, replace: true, resetScroll: false })}
          />
          <Input
            type="search"
            aria-label="Search domains"
            placeholder="Search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            before={<Search className="size-4" aria-hidden="true" />}
            className="grow md:w-56"
            spellCheck={false}
            autoCapitalize="none"
          />
        </div>
      </div>
      <p role="status" className={isFiltered ? 'figures text-sm text-ink-muted' : 'sr-only'}>
        {isFiltered
          ? `${rows.length.toLocaleString()} of ${counted(domains.length, 'domain')}`
          : counted(rows.length, 'domain')}
      </p>
      <Card isFlush>
        <DomainSelectionBar selection={selection} shownCount={rows.length} />
        {rows.length === 0 ? (
          <NoneMatches
            onClear={() => {
              setText('');
              change({ q: undefined, status: undefined, ...noFilters });
            }}
          />
        ) : (
          <DomainTable
            rows={rows}
            requests={requests}
            search={search}
            shown={columns.shown}
            selection={may('domains.bulk') ? selection : null}
            onSort={(order) => change({ sort: order.sort, down: order.down })}
          />
        )}
      </Card>
    </div>
  );
}

function SearchLink({ icon, children }: { readonly icon: LucideIcon; readonly children: string }) {
  const { workspaceId } = useWorkspace();
  const may = useMay();
  if (!may('domains.buy')) return null;
  return (
    <ButtonLink
      to="/$workspaceId/domains/search"
      params={{ workspaceId }}
      variant="primary"
      icon={icon}
    >
      {children}
    </ButtonLink>
  );
}

function NoDomains() {
  return (
    <Card>
      <EmptyState
        icon={Globe}
        title="No domains yet"
        action={<SearchLink icon={Search}>Find a domain</SearchLink>}
      >
        Domains you register in this workspace appear here.
      </EmptyState>
    </Card>
  );
}

function NoneMatches({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={Search}
      title="No matching domains"
      action={<Button onClick={onClear}>Show all domains</Button>}
    >
      Try a different name, status or filter.
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-6">
        <Skeleton className="h-9 w-80 max-w-full" />
        <Skeleton className="h-9 w-64 max-md:hidden" />
      </div>
      <Card isFlush>
        <SkeletonRows count={8} />
      </Card>
    </div>
  );
}
