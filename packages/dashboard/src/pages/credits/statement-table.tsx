/** The rows of the statement. On phones date and balance are below the description and amount. */
import { useWorkspace } from '../../api/use-workspace.ts';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { Credits } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { kindLabels } from './credits-search.ts';
import type { StatementEntry } from './statement-query.ts';

const columns: readonly Column<StatementEntry>[] = [
  {
    id: 'at',
    header: 'Date',
    width: '7rem',
    isWideOnly: true,
    cell: ({ at }) => (
      <span className="text-ink-muted">
        <Time at={at} />
      </span>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(0, 1fr)',
    cell: (entry) => <Description entry={entry} />,
  },
  {
    id: 'kind',
    header: 'Type',
    width: '7rem',
    isWideOnly: true,
    cell: ({ kind }) => <span className="text-ink-muted">{kindLabels[kind]}</span>,
  },
  {
    id: 'credits',
    header: 'Amount',
    width: '6.5rem',
    align: 'end',
    cell: ({ credits, balance }) => (
      <>
        <span className="font-medium">
          <Credits amount={credits} isSigned hasUnit={false} />
        </span>
        <span className="block text-sm text-ink-muted md:hidden">
          <span className="sr-only">Balance </span>
          <Credits amount={balance} hasUnit={false} hasCents />
        </span>
      </>
    ),
  },
  {
    id: 'balance',
    header: 'Balance',
    width: '6.5rem',
    align: 'end',
    isWideOnly: true,
    cell: ({ balance }) => (
      <span className="text-ink-muted">
        <Credits amount={balance} hasUnit={false} hasCents />
      </span>
    ),
  },
];

export function StatementTable({ entries }: { readonly entries: readonly StatementEntry[] }) {
  return <Table label="Statement" columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

function Description({ entry }: { readonly entry: StatementEntry }) {
  const { workspaceId } = useWorkspace();
  const { description, domain, state, at } = entry;
  return (
    <div className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words">
        {domain === null ? (
          description
        ) : (
          <TextLink
            to="/$workspaceId/domains/$domain"
            params={{ workspaceId, domain }}
            className="min-w-0 font-normal break-words text-ink"
          >
            {description}
          </TextLink>
        )}
        {state === 'pending' && <Badge tone="accent">Pending</Badge>}
        {state === 'returned' && <Badge>Refunded</Badge>}
      </span>
      <span className="text-sm text-ink-muted md:hidden">
        <Time at={at} />
      </span>
    </div>
  );
}
