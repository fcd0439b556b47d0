/** Domains that expired because the balance was too low: one cause, one sum, one button. */

import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { useRef } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { openPayment } from '../../credits/open-payment.ts';
import { rememberUnfinished } from '../../credits/unfinished-purchase.ts';
import { shownName } from '../../domains/shown-name.ts';
import { randomKey } from '../../forms/random-key.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { counted } from '../../ui/text/counted.ts';
import { formatCredits } from '../../ui/text/credits.tsx';
import { AttentionRow } from './attention-row.tsx';
import type { Overview } from './overview-query.ts';

const namesShown = 3;

export function UnpaidRenewals({ overview }: { readonly overview: Overview }) {
  const { unpaid, balance } = overview;
  const { count } = unpaid;
  return (
    <AttentionRow icon={Coins} tone="bad" action={<Action unpaid={unpaid} />}>
      <span className="font-medium text-ink">
        {counted(count, 'domain')} expired because your balance was too low:
      </span>{' '}
      {describeNames(
        unpaid.domains.map(({ domain }) => shownName(domain)),
        count,
      )}
      . Renewing {count === 1 ? 'it' : 'them'} costs {formatCredits(unpaid.requiredCredits)}; your
      balance is {formatCredits(balance)}.
    </AttentionRow>
  );
}

type Unpaid = Overview['unpaid'];

function Action({ unpaid }: { readonly unpaid: Unpaid }) {
  const { workspaceId } = useWorkspace();
  const may = useMay();
  if (!may('domains.renew') || !may('credits.pay')) return null;
  if (unpaid.missingCredits === 0) return <RenewAll unpaid={unpaid} />;
  if (unpaid.topUp !== null) return <TopUpAndRenewAll unpaid={unpaid} topUp={unpaid.topUp} />;
  return (
    <ButtonLink
      size="sm"
      variant="primary"
      to="/$workspaceId/credits"
      params={{ workspaceId }}
      search={{ amount: unpaid.missingCredits }}
      onClick={() => rememberUnfinished(workspaceId, { kind: 'renewals', domain: '' })}
    >
      Top up
    </ButtonLink>
  );
}

function RenewAll({ unpaid }: { readonly unpaid: Unpaid }) {
  const renew = useRenewAll(unpaid.domains);
  return (
    <Button size="sm" variant="primary" isLoading={renew.isPending} onClick={() => renew.mutate()}>
      {unpaid.count === unpaid.domains.length
        ? `Renew all for ${formatCredits(unpaid.requiredCredits)}`
        : `Renew the first ${unpaid.domains.length.toLocaleString()}`}
    </Button>
  );
}

/** The service renews them when the payment arrives, whether or not this page is still open. */
function TopUpAndRenewAll({
  unpaid,
  topUp,
}: {
  readonly unpaid: Unpaid;
  readonly topUp: NonNullable<Unpaid['topUp']>;
}) {
  const { api, workspaceId } = useWorkspace();
  const router = useRouter();
  const key = useRef(randomKey());
  const pay = useMutation({
    mutationFn: async () => {
      const { topUp: created, payUrl } = await api.createTopUp(
        {
          credits: topUp.credits,
          renewals: unpaid.domains.map(({ domain, credits }) => ({ domain, maxCredits: credits })),
        },
        { idempotencyKey: key.current },
      );
      if (created.provider === 'stripe') return openPayment(payUrl, router.history);
      await api.payTopUp({ topUpId: created.id, outcome: 'succeed' });
      await router.navigate({
        to: '/$workspaceId/credits',
        params: { workspaceId },
        search: { topUp: created.id },
      });
    },
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't start the top-up",
        description: explainError(error).message,
      }),
    onSuccess: () => {
      key.current = randomKey();
      return refreshWorkspace(workspaceId);
    },
  });
  return (
    <Button size="sm" variant="primary" isLoading={pay.isPending} onClick={() => pay.mutate()}>
      {`Top up ${formatCredits(topUp.credits)} and renew all`}
    </Button>
  );
}

/** `count` may be more than the names that are known. */
function describeNames(names: readonly string[], count: number): string {
  const others = count - namesShown;
  const shown = names.slice(0, others === 1 ? namesShown + 1 : namesShown);
  return others > 1 ? `${shown.join(', ')} and ${others.toLocaleString()} more` : shown.join(', ');
}

/** One after the other, each at the price that is shown; what failed stays in the list. */
function useRenewAll(domains: Overview['unpaid']['domains']) {
  const { api, workspaceId } = useWorkspace();
  return useMutation({
    mutationFn: async () => {
      for (const { domain, credits } of domains) {
        await api.renewDomain(
          { domain, years: 1, maxCredits: credits },
          { idempotencyKey: randomKey() },
        );
      }
    },
    onSuccess: () => showToast({ title: `${counted(domains.length, 'domain')} renewed` }),
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't renew all domains",
        description: explainError(error).message,
      }),
    onSettled: () => refreshWorkspace(workspaceId),
  });
}
