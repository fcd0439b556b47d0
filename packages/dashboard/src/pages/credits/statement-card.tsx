/** The transactions with the running balance: filtered, paged, and as CSV. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, ReceiptText } from 'lucide-react';
import { useCalendarNow } from '../../api/use-now.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { OlderButton } from '../../ui/controls/older-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import type { CreditsSearch, StatementFilter } from './credits-search.ts';
import { filterOf } from './search-filter.ts';
import { StatementFilters } from './statement-filters.tsx';
import { statementQuery } from './statement-query.ts';
import { StatementTable } from './statement-table.tsx';

export function StatementCard() {
  const search = useSearch({ from: '/$workspaceId/credits' });
  const navigate = useNavigate({ from: '/$workspaceId/credits' });
  const filter = filterOf(search, new Date(useCalendarNow()));
  const change = (next: CreditsSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <Card
      isFlush
      title="Statement"
      description="All transactions, with your running balance."
      action={<CsvLink filter={filter} />}
    >
      <StatementFilters search={search} onChange={change} />
      <Entries
        filter={filter}
        onClear={() => change(search.topUp === undefined ? {} : { topUp: search.topUp })}
      />
    </Card>
  );
}

function CsvLink({ filter }: { readonly filter: StatementFilter }) {
  const { api } = useWorkspace();
  return (
    <a href={api.urlOf('exportStatement', filter)} download className={buttonClass({ size: 'sm' })}>
      <Download className="size-4 shrink-0" aria-hidden="true" />
      Download CSV
    </a>
  );
}

function Entries({
  filter,
  onClear,
}: {
  readonly filter: StatementFilter;
  readonly onClear: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const statement = useInfiniteQuery({
    ...statementQuery(workspaceId, filter),
    placeholderData: keepPreviousData,
  });
  if (statement.data === undefined) {
    return statement.isError ? (
      <ErrorState error={statement.error} onRetry={() => void statement.refetch()} />
    ) : (
      <SkeletonRows count={6} />
    );
  }
  const entries = statement.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return Object.keys(filter).length === 0 ? (
      <EmptyState icon={ReceiptText} title="No transactions yet">
        Top-ups, registrations and renewals appear here with your running balance.
      </EmptyState>
    ) : (
      <EmptyState
        icon={ReceiptText}
        title="No matching transactions"
        action={<Button onClick={onClear}>Show all transactions</Button>}
      />
    );
  }
  return (
    <div
      aria-busy={statement.isPlaceholderData}
      className={statement.isPlaceholderData ? 'opacity-60' : undefined}
    >
      <StatementTable entries={entries} />
      <OlderButton query={statement} />
    </div>
  );
}
