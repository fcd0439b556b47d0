/** After a payment: waits for the confirmation, then shows the result. */
import { minuteMs } from '@hostmaster/contract/durations';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { forgetWorkspace } from '../../api/refresh-workspace.ts';
import { useNow } from '../../api/use-now.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import { counted } from '../../ui/text/counted.ts';
import { formatCredits } from '../../ui/text/credits.tsx';
import { type TopUp, topUpQuery } from './top-up-query.ts';

/** After this time the notice says that it takes longer than usual. */
const slowAfterMs = minuteMs;

export function TopUpNotice({ topUpId }: { readonly topUpId: string }) {
  const { workspaceId } = useWorkspace();
  const { data: topUp, isError } = useQuery(topUpQuery(workspaceId, topUpId));
  useFreshBalance(workspaceId, topUp);
  // A top-up that cannot be loaded is not worth a message.
  if (isError && topUp === undefined) return null;
  return (
    <div role="status">
      {topUp === undefined || topUp.state === 'created' ? (
        <Waiting topUp={topUp} />
      ) : (
        <Ended topUp={topUp} />
      )}
    </div>
  );
}

/** Reloads the balance, which may be from before the payment. */
function useFreshBalance(workspaceId: string, topUp: TopUp | undefined): void {
  const isPaid = topUp?.state === 'paid';
  const waiting = topUp?.renewals.waiting ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each renewal changes the balance
  useEffect(() => {
    if (isPaid) void forgetWorkspace(workspaceId);
  }, [isPaid, waiting, workspaceId]);
}

function Waiting({ topUp }: { readonly topUp: TopUp | undefined }) {
  const { workspaceId } = useWorkspace();
  const began = useRef(Date.now());
  const isLong = useNow() - began.current > slowAfterMs;
  return (
    <Banner
      title="Confirming your payment"
      action={
        topUp?.provider === 'sandbox' ? (
          <ButtonLink
            size="sm"
            to="/$workspaceId/credits/pay/$topUpId"
            params={{ workspaceId, topUpId: topUp.id }}
          >
            Return to payment
          </ButtonLink>
        ) : (
          <Spinner />
        )
      }
    >
      {isLong
        ? 'This is taking longer than usual. You can leave this page: credits are added as soon as the payment is confirmed.'
        : 'This usually takes a few seconds.'}
    </Banner>
  );
}

function describeRenewals({ renewals }: TopUp): string {
  const { waiting, done, refused } = renewals;
  if (waiting > 0) return `Renewing ${counted(waiting + done + refused, 'domain')}…`;
  const renewed = done === 0 ? '' : `${counted(done, 'domain')} renewed. `;
  return refused === 0
    ? renewed
    : `${renewed}${counted(refused, 'domain')} couldn't be renewed. See the activity on the overview.`;
}

function Ended({ topUp }: { readonly topUp: TopUp }) {
  const navigate = useNavigate({ from: '/$workspaceId/credits' });
  const dismiss = (
    <Button
      size="sm"
      onClick={() =>
        void navigate({
          search: ({ topUp: _, ...rest }) => rest,
          replace: true,
          resetScroll: false,
        })
      }
    >
      Dismiss
    </Button>
  );
  if (topUp.state === 'paid') {
    return (
      <Banner tone="good" title={`${formatCredits(topUp.credits)} added`} action={dismiss}>
        Your payment is confirmed and the credits are in your balance. {describeRenewals(topUp)}
      </Banner>
    );
  }
  return (
    <Banner tone="bad" title="Payment failed" action={dismiss}>
      {topUp.state === 'expired'
        ? "The payment session expired. You weren't charged and no credits were added."
        : "You weren't charged and no credits were added. Try again or use a different payment method."}
    </Banner>
  );
}
