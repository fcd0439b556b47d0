/** The rows of the list. The whole row links to the domain. */
import { Link } from '@tanstack/react-router';
import { RefreshCw, RefreshCwOff } from 'lucide-react';
import { useMemo } from 'react';
import { useCalendarNow } from '../../api/use-now.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { TransferRequest } from '../../domains/domain-query.ts';
import type { ListedDomain } from '../../domains/domains-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { statusStyle } from '../../domains/status-style.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Badge, Status } from '../../ui/text/badge.tsx';
import { formatDate, formatExact } from '../../ui/text/format-time.ts';
import { columnTitles, problemTitles } from './column-titles.ts';
import { ExpiryBar } from './expiry-bar.tsx';
import type { ListSearch, SortColumn } from './list-search.ts';
import { suffixOf } from './list-view.ts';
import type { DomainSelection } from './use-domain-selection.ts';

/** Exact row heights, which save the table from correcting its estimate. */
const wideRowPx = 48;
const narrowRowPx = 57;

function isWide(): boolean {
  return window.matchMedia('(width >= 48rem)').matches;
}

export function DomainTable({
  rows,
  requests,
  search,
  shown,
  selection,
  onSort,
}: {
  readonly rows: readonly ListedDomain[];
  /** Requests of other registrars. */
  readonly requests: readonly TransferRequest[];
  readonly search: ListSearch;
  /** The columns beside the name. */
  readonly shown: ReadonlySet<string>;
  /** Null where the role allows no action for several domains. */
  readonly selection: DomainSelection | null;
  readonly onSort: (order: Pick<ListSearch, 'sort' | 'down'>) => void;
}) {
  const { workspaceId } = useWorkspace();
  const now = useCalendarNow();
  const columns = useMemo(() => {
    const requested = new Set(requests.map(({ domain }) => domain));
    return columnsAt({ workspaceId, now, requested }).filter(
      ({ id }) => id === 'name' || shown.has(id),
    );
  }, [workspaceId, now, requests, shown]);
  const all = useMemo(
    () => (selection === null ? columns : [selectionColumn(selection), ...columns]),
    [columns, selection],
  );
  return (
    <Table
      label="Domains"
      columns={all}
      rows={rows}
      rowKey={({ name }) => name}
      headTop="3.25rem"
      headTopOnPhones="9.75rem"
      rowHeightPx={isWide() ? wideRowPx : narrowRowPx}
      sorting={{ column: search.sort ?? 'name', isDescending: search.down === true }}
      onSort={({ column, isDescending }) =>
        onSort({ sort: column as SortColumn, ...(isDescending ? { down: true } : {}) })
      }
    />
  );
}

function selectionColumn(selection: DomainSelection): Column<ListedDomain> {
  return {
    id: 'selection',
    header: 'Selected',
    isHeaderHidden: true,
    width: '1rem',
    cell: ({ name }) => (
      // Above the link that covers the row.
      <div className="relative z-1 -m-2 p-2">
        <Checkbox
          label={`Select ${shownName(name)}`}
          isLabelHidden
          isChecked={selection.isSelected(name)}
          onChange={(isSelected, isRange) => selection.select(name, isSelected, isRange)}
        />
      </div>
    ),
  };
}

/** Workspace and time are looked up once, not in each row. */
function columnsAt({
  workspaceId,
  now,
  requested,
}: {
  readonly workspaceId: string;
  readonly now: number;
  /** Names that another registrar has asked for. */
  readonly requested: ReadonlySet<string>;
}): readonly Column<ListedDomain>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 'minmax(0, 1fr)',
      isSortable: true,
      cell: (domain) => (
        <NameCell
          domain={domain}
          workspaceId={workspaceId}
          isRequested={requested.has(domain.name)}
        />
      ),
    },
    {
      id: 'status',
      header: columnTitles.status,
      width: '8.5rem',
      isWideOnly: true,
      isSortable: true,
      cell: ({ status }) => (
        <Status tone={statusStyle[status].tone}>{statusStyle[status].label}</Status>
      ),
    },
    {
      id: 'expires',
      header: columnTitles.expires,
      width: 'min(13rem, 28vw)',
      isSortable: true,
      cell: (domain) => <Expiry domain={domain} now={now} />,
    },
    {
      id: 'renewal',
      header: columnTitles.renewal,
      width: '7rem',
      isWideOnly: true,
      cell: ({ autoRenew }) => <Renewal isAutomatic={autoRenew} />,
    },
    {
      id: 'created',
      header: columnTitles.created,
      width: '7rem',
      isWideOnly: true,
      isSortable: true,
      cell: ({ createdAt }) => <Registered at={new Date(createdAt)} />,
    },
    textColumn('suffix', '6rem', ({ name }) => `.${suffixOf(name)}`),
    textColumn('tags', 'minmax(0, 0.6fr)', ({ tags }) => tags.join(', ')),
    textColumn('nameservers', 'minmax(0, 0.8fr)', ({ nameservers }) => nameservers.join(', ')),
    textColumn('dnssec', '5rem', ({ isSigned }) => (isSigned ? 'On' : 'Off')),
    textColumn('problem', '8rem', ({ problem }) =>
      problem === null ? '' : problemTitles[problem],
    ),
  ];
}

function textColumn(
  id: keyof typeof columnTitles,
  width: string,
  textOf: (domain: ListedDomain) => string,
): Column<ListedDomain> {
  return {
    id,
    header: columnTitles[id],
    width,
    isWideOnly: true,
    isSortable: true,
    cell: (domain) => {
      const text = textOf(domain);
      return (
        <span title={text} className="block truncate text-ink-muted">
          {text}
        </span>
      );
    },
  };
}

function NameCell({
  domain,
  workspaceId,
  isRequested,
}: {
  readonly domain: ListedDomain;
  readonly workspaceId: string;
  readonly isRequested: boolean;
}) {
  const shown = shownName(domain.name);
  const { label, tone } = statusStyle[domain.status];
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-2.5">
        <Link
          to="/$workspaceId/domains/$domain"
          params={{ workspaceId, domain: domain.name }}
          className="block min-w-0 font-medium text-ink after:absolute after:inset-0 after:content-[''] wrap-anywhere"
        >
          {shown}
        </Link>
        {isRequested && (
          <span className="max-md:hidden">
            <Badge tone="warn">Transfer requested</Badge>
          </span>
        )}
      </div>
      {shown !== domain.name && (
        <p className="truncate font-mono text-xs text-ink-faint">{domain.name}</p>
      )}
      <p className="flex items-center gap-2 text-sm text-ink-muted md:hidden">
        {isRequested ? (
          <Status tone="warn">Transfer requested</Status>
        ) : (
          <Status tone={tone}>{label}</Status>
        )}
        {domain.autoRenew && <RefreshCw className="size-3.5" aria-label="Auto-renew on" />}
      </p>
    </div>
  );
}

function Expiry({ domain, now }: { readonly domain: ListedDomain; readonly now: number }) {
  const { status, expiresAt, restorableUntil } = domain;
  if (status === 'failed' || (status === 'deleted' && restorableUntil === null)) {
    return <span className="text-ink-faint">–</span>;
  }
  if (restorableUntil !== null) {
    const until = new Date(restorableUntil);
    return (
      <time
        dateTime={restorableUntil}
        title={formatExact(until)}
        className="relative z-1 text-bad-ink"
      >
        Restore by {formatDate(until)}
      </time>
    );
  }
  return <ExpiryBar expiresAt={expiresAt} status={status} now={now} />;
}

function Renewal({ isAutomatic }: { readonly isAutomatic: boolean }) {
  const Icon = isAutomatic ? RefreshCw : RefreshCwOff;
  return (
    <span className="flex items-center gap-2 text-ink-muted">
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      {isAutomatic ? 'On' : 'Off'}
    </span>
  );
}

function Registered({ at }: { readonly at: Date }) {
  return (
    <time
      dateTime={at.toISOString()}
      title={formatExact(at)}
      className="relative z-1 whitespace-nowrap text-ink-muted"
    >
      {formatDate(at)}
    </time>
  );
}
