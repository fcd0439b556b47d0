/** Approves or denies a transfer to another registrar. Opening the link decides nothing. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { formatDate } from '../../ui/text/format-time.ts';
import { IncompleteLink } from './link-card.tsx';
import { useLinkToken } from './link-token.ts';
import { VisitorCard } from './visitor-card.tsx';
import { useIsSignedIn, WayBack } from './way-back.tsx';

type Decision = 'approve' | 'deny';

export function TransferOutPage() {
  const token = useLinkToken();
  return token === null ? <IncompleteLink /> : <TransferOutCard key={token} token={token} />;
}

function TransferOutCard({ token }: { readonly token: string }) {
  const query = useQuery({
    queryKey: ['transfer-out', token],
    queryFn: () => dashboard.readTransferOut({ token }),
    retry: false,
  });
  const answer = useMutation({
    mutationFn: (decision: Decision) => dashboard.answerTransferOut({ token, decision }),
  });
  const isSignedIn = useIsSignedIn();
  const transfer = (answer.data ?? query.data)?.transfer;
  const error = answer.error ?? query.error;
  if (transfer === undefined) {
    return (
      <VisitorCard
        title="Transfer to another registrar"
        description={error === null ? 'Loading…' : "This request can't be shown."}
      >
        {error !== null && <Problem error={error} />}
      </VisitorCard>
    );
  }
  const { domain, decision, state } = transfer;
  if (decision !== null || state !== 'pending') {
    return (
      <VisitorCard
        title={titleOf({ domain, decision, state })}
        {...(isSignedIn ? {} : { description: 'You can close this page.' })}
      >
        {isSignedIn && <WayBack />}
      </VisitorCard>
    );
  }
  const day = formatDate(new Date(transfer.actsAt));
  return (
    <VisitorCard
      title={`Transfer ${domain} to another registrar?`}
      description={`Another registrar requested this domain. If you do nothing, the transfer completes on ${day}.`}
    >
      <div className="flex flex-col gap-4">
        {error !== null && <Problem error={error} />}
        <Button
          variant="primary"
          size="lg"
          isLoading={answer.isPending && answer.variables === 'deny'}
          onClick={() => answer.mutate('deny')}
        >
          Deny transfer
        </Button>
        <Button
          size="lg"
          isLoading={answer.isPending && answer.variables === 'approve'}
          onClick={() => answer.mutate('approve')}
        >
          Approve transfer
        </Button>
      </div>
    </VisitorCard>
  );
}

function Problem({ error }: { readonly error: Error }) {
  return (
    <Banner tone="bad" isUrgent>
      {explainError(error).message}
    </Banner>
  );
}

function titleOf(transfer: {
  readonly domain: string;
  readonly decision: Decision | null;
  readonly state: string;
}): string {
  const { domain, decision, state } = transfer;
  if (decision === 'approve') return `You approved the transfer of ${domain}`;
  if (decision === 'deny') return `You denied the transfer of ${domain}`;
  return state === 'approved' ? `${domain} was transferred` : `${domain} was not transferred`;
}
