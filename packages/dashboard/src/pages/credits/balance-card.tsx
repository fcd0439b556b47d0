/** The balance, and the credits on hold for pending registrations and renewals. */

import type { CreditsData } from '../../credits/credits-query.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Credits, formatAmount, formatCredits } from '../../ui/text/credits.tsx';

export function BalanceCard({ credits }: { readonly credits: CreditsData }) {
  return (
    <Card title="Balance">
      <p className="figures text-2xl font-semibold tracking-tight">
        {formatAmount(credits.balance)}{' '}
        <span className="text-md font-normal tracking-normal text-ink-muted">
          {credits.balance === 1 ? 'credit' : 'credits'}
        </span>
      </p>
      {credits.held > 0 ? (
        <dl className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="text-ink-muted">On hold until the registry confirms</dt>
          <dd className="font-medium">
            <Credits amount={credits.held} />
          </dd>
        </dl>
      ) : (
        <p className="mt-1 text-sm text-ink-muted">
          {credits.balance > 0
            ? 'Available for registrations and renewals.'
            : `You need credits to register and renew domains. ${formatCredits(1)} = 1 USD.`}
        </p>
      )}
    </Card>
  );
}
