/** Price, balance and the balance after the purchase. */
import type { ReactNode } from 'react';
import { useWorkspace } from '../api/use-workspace.ts';
import { Banner } from '../ui/layout/banner.tsx';
import { Credits, formatMoreCredits, roundCents } from '../ui/text/credits.tsx';
import { TextLink } from '../ui/text/text-link.tsx';
import { rememberUnfinished, type UnfinishedPurchase } from './unfinished-purchase.ts';

export interface SummaryLine {
  readonly label: string;
  readonly value: ReactNode;
}

export function PriceSummary({
  lines = [],
  credits,
  balance,
}: {
  /** Above the price, such as the new expiry. */
  readonly lines?: readonly SummaryLine[];
  readonly credits: number;
  /** Undefined while it is loading. */
  readonly balance: number | undefined;
}) {
  const all = [
    ...lines,
    { label: 'Price', value: <Credits amount={credits} /> },
    ...(balance === undefined
      ? []
      : [
          { label: 'Balance', value: <Credits amount={balance} /> },
          ...(balance >= credits
            ? [{ label: 'Balance after', value: <Credits amount={balance - credits} /> }]
            : []),
        ]),
  ];
  return (
    <dl className="flex flex-col gap-2">
      {all.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The balance is too low: how many credits are missing, with a link to top up. */
export function MissingCredits({
  credits,
  balance,
  purchase,
}: {
  readonly credits: number;
  readonly balance: number;
  /** The purchase to return to after the top-up. */
  readonly purchase: UnfinishedPurchase;
}) {
  const { workspaceId } = useWorkspace();
  const missing = roundCents(credits - balance);
  return (
    <Banner tone="warn" title={`You need ${formatMoreCredits(missing)}`}>
      <TextLink
        to="/$workspaceId/credits"
        params={{ workspaceId }}
        search={{ amount: missing }}
        onClick={() => rememberUnfinished(workspaceId, purchase)}
        className="underline"
      >
        Top up credits
      </TextLink>{' '}
      to continue. Your entries are saved.
    </Banner>
  );
}
