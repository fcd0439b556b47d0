/** The receipts of paid top-ups, and the billing details that the next ones have. */
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { OlderButton } from '../../ui/controls/older-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { Credits } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { BillingForm } from './billing-form.tsx';
import { ReceiptPage } from './receipt-page.tsx';
import {
  billingQuery,
  type ReceiptLine,
  type ReceiptsData,
  receiptsQuery,
} from './receipts-query.ts';

type ReceiptPages = UseInfiniteQueryResult<InfiniteData<ReceiptsData>>;

/** The list, or the receipt that the address names. */
export function ReceiptsPage() {
  const { number } = useParams({ from: '/$workspaceId/credits/receipts/{-$number}' });
  return number === undefined ? <ReceiptList /> : <ReceiptPage number={number} />;
}

function ReceiptList() {
  const { workspaceId } = useWorkspace();
  const query = useInfiniteQuery(receiptsQuery(workspaceId));
  const billing = useQuery(billingQuery(workspaceId));
  return (
    <Page
      title="Receipts"
      breadcrumb={
        <TextLink to="/$workspaceId/credits" params={{ workspaceId }}>
          Credits
        </TextLink>
      }
      description="One for each top-up, to print or keep for your bookkeeping."
      width="narrow"
    >
      <Card isFlush title="Receipts">
        <Receipts query={query} />
      </Card>
      <QueryView query={billing} loading={<Skeleton className="h-72" />}>
        {(data) => <BillingForm billing={data.billing} />}
      </QueryView>
    </Page>
  );
}

function Receipts({ query }: { readonly query: ReceiptPages }) {
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows count={3} />
    );
  }
  const receipts = query.data.pages.flatMap((page) => page.receipts);
  if (receipts.length === 0) {
    return (
      <EmptyState icon={ReceiptText} title="No receipts yet">
        You get one for each top-up that you pay.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label="Receipts"
        columns={columns}
        rows={receipts}
        rowKey={({ number }) => String(number)}
      />
      <OlderButton query={query} />
    </>
  );
}

const columns: readonly Column<ReceiptLine>[] = [
  {
    id: 'receipt',
    header: 'Receipt',
    width: 'minmax(0, 1fr)',
    cell: (receipt) => <ReceiptLink receipt={receipt} />,
  },
  {
    id: 'paidAt',
    header: 'Paid',
    width: '8rem',
    isWideOnly: true,
    cell: ({ paidAt }) => (
      <span className="text-ink-muted">
        <Time at={paidAt} />
      </span>
    ),
  },
  {
    id: 'credits',
    header: 'Amount',
    width: '7rem',
    align: 'end',
    cell: ({ credits }) => <Credits amount={credits} hasUnit={false} hasCents />,
  },
];

function ReceiptLink({ receipt }: { readonly receipt: ReceiptLine }) {
  const { workspaceId } = useWorkspace();
  const { number, label, isTest, paidAt } = receipt;
  return (
    <div>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TextLink
          to="/$workspaceId/credits/receipts/{-$number}"
          params={{ workspaceId, number: String(number) }}
        >
          {label}
        </TextLink>
        {isTest && <Badge tone="warn">Test</Badge>}
      </span>
      <span className="text-sm text-ink-muted md:hidden">
        <Time at={paidAt} />
      </span>
    </div>
  );
}
