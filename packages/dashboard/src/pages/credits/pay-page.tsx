/** The sandbox's payment page, where the payer chooses the outcome. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { explainError } from '../../api/explain-error.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { formatCredits } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { type TopUp, topUpQuery } from './top-up-query.ts';

type Outcome = 'succeed' | 'fail';

const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });

export function PayPage() {
  const { workspaceId } = useWorkspace();
  const { topUpId } = useParams({ from: '/$workspaceId/credits/pay/$topUpId' });
  const topUp = useQuery(topUpQuery(workspaceId, topUpId));
  return (
    <Page
      title="Test payment"
      width="narrow"
      breadcrumb={
        <TextLink to="/$workspaceId/credits" params={{ workspaceId }}>
          Credits
        </TextLink>
      }
    >
      <QueryView query={topUp} loading={<PaySkeleton />}>
        {(data) =>
          data.state === 'created' ? <Checkout topUp={data} /> : <Settled topUp={data} />
        }
      </QueryView>
    </Page>
  );
}

function Checkout({ topUp }: { readonly topUp: TopUp }) {
  const { api, workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const pay = useMutation({
    mutationFn: (outcome: Outcome) => api.payTopUp({ topUpId: topUp.id, outcome }),
    onSuccess: async () => {
      await refreshWorkspace(workspaceId);
      await navigate({
        to: '/$workspaceId/credits',
        params: { workspaceId },
        search: { topUp: topUp.id },
      });
    },
  });
  const isBusy = pay.isPending || pay.isSuccess;
  return (
    <Card>
      <div className="mx-auto flex max-w-sm flex-col items-stretch gap-6 py-6 text-center">
        <div className="flex flex-col items-center">
          <span className="flex size-11 items-center justify-center rounded-lg bg-warn-soft text-warn-ink">
            <FlaskConical className="size-5" aria-hidden="true" />
          </span>
          <p className="figures mt-5 text-2xl font-semibold tracking-tight">
            {dollars.format(topUp.credits)}
          </p>
          <p className="text-ink-muted">for {formatCredits(topUp.credits)}</p>
        </div>
        {pay.isError && (
          <Banner tone="bad" isUrgent>
            {explainError(pay.error).message}
          </Banner>
        )}
        <div className="flex flex-col gap-2">
          <Button
            variant="primary"
            size="lg"
            isLoading={isBusy && pay.variables === 'succeed'}
            disabled={isBusy}
            onClick={() => pay.mutate('succeed')}
          >
            Pay
          </Button>
          <Button
            size="lg"
            isLoading={isBusy && pay.variables === 'fail'}
            disabled={isBusy}
            onClick={() => pay.mutate('fail')}
          >
            Simulate a failed payment
          </Button>
        </div>
        <p className="text-sm text-pretty text-ink-muted">
          In the sandbox, this page replaces the payment provider. You won't be charged either way.
        </p>
      </div>
    </Card>
  );
}

function Settled({ topUp }: { readonly topUp: TopUp }) {
  const { workspaceId } = useWorkspace();
  return (
    <Banner
      tone={topUp.state === 'paid' ? 'good' : 'info'}
      title={topUp.state === 'paid' ? 'Payment complete' : 'Payment closed'}
      action={
        <ButtonLink size="sm" to="/$workspaceId/credits" params={{ workspaceId }}>
          Back to credits
        </ButtonLink>
      }
    >
      {topUp.state === 'paid'
        ? `${formatCredits(topUp.credits)} added to your balance.`
        : 'No credits were added. Start a new top-up to try again.'}
    </Banner>
  );
}

function PaySkeleton() {
  return (
    <Card>
      <div className="mx-auto flex max-w-sm flex-col items-center gap-6 py-6">
        <Skeleton className="size-11 rounded-lg" />
        <Skeleton className="h-9 w-32" />
        <Skeleton className="h-10 w-full rounded-sm" />
        <Skeleton className="h-10 w-full rounded-sm" />
      </div>
    </Card>
  );
}
