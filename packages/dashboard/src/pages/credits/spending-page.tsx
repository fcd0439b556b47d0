/** What the workspace spent in the last twelve months: by month, extension and domain. */
import type { Output } from '@hostmaster/contract';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import { workspaceClient } from '../../api/client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { shownName } from '../../domains/shown-name.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Credits } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { BudgetCard } from './budget-card.tsx';
import { SpendingChart } from './spending-chart.tsx';

type Spending = Output<'getSpending'>;
type Share = Spending['domains'][number];

export function SpendingPage() {
  const { workspaceId, api } = useWorkspace();
  const query = useQuery({
    queryKey: [workspaceId, 'spending'],
    queryFn: ({ signal }): Promise<Spending> =>
      workspaceClient(workspaceId).getSpending({}, { signal }),
  });
  return (
    <Page
      title="Spending"
      breadcrumb={
        <TextLink to="/$workspaceId/credits" params={{ workspaceId }}>
          Credits
        </TextLink>
      }
      description="Registrations, renewals, transfers and restores in the last 12 months, minus refunds."
      actions={
        <a href={api.urlOf('exportSpending', {})} download className={buttonClass({})}>
          <Download className="size-4 shrink-0" aria-hidden="true" />
          Download CSV
        </a>
      }
    >
      <QueryView query={query} loading={<Skeleton className="h-56" />}>
        {(spending) => (
          <>
            {spending.total === 0 ? (
              <Card>
                <EmptyState icon={ChartColumn} title="No purchases yet">
                  What you spend on domains appears here.
                </EmptyState>
              </Card>
            ) : (
              <Report spending={spending} />
            )}
            <BudgetCard budget={spending.budget} spent={spending.months.at(-1)?.credits ?? 0} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Report({
  spending: { months, suffixes, domains, total },
}: {
  readonly spending: Spending;
}) {
  return (
    <>
      <Card title="By month">
        <p className="mb-4 text-2xl font-semibold">
          <Credits amount={total} />
        </p>
        <SpendingChart months={months} />
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Shares
          title="By extension"
          column="Extension"
          shares={suffixes}
          nameOf={(name) => `.${name}`}
        />
        <Shares title="By domain" column="Domain" shares={domains} nameOf={shownName} />
      </div>
    </>
  );
}

/** How many the service lists. */
const sharesMax = 100;

function Shares({
  title,
  column,
  shares,
  nameOf,
}: {
  readonly title: string;
  readonly column: string;
  readonly shares: readonly Share[];
  readonly nameOf: (name: string) => string;
}) {
  const columns: readonly Column<Share>[] = [
    {
      id: 'name',
      header: column,
      width: 'minmax(0, 1fr)',
      cell: ({ name }) => <span className="wrap-anywhere">{nameOf(name)}</span>,
    },
    {
      id: 'purchases',
      header: 'Purchases',
      width: '6rem',
      align: 'end',
      isWideOnly: true,
      cell: ({ purchases }) => <span className="figures">{purchases.toLocaleString()}</span>,
    },
    {
      id: 'credits',
      header: 'Credits',
      width: '7rem',
      align: 'end',
      cell: ({ credits }) => <Credits amount={credits} hasUnit={false} hasCents />,
    },
  ];
  const isCut = shares.length === sharesMax;
  return (
    <Card
      isFlush
      title={title}
      {...(isCut && { description: `The ${sharesMax} largest. The CSV has every purchase.` })}
    >
      <Table label={title} columns={columns} rows={shares} rowKey={({ name }) => name} />
    </Card>
  );
}
