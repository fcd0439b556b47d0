/** What something costs and what is left: the lines before a button that spends credits. */
import type { ReactNode } from 'react';
import { useWorkspace } from '../api/use-workspace.ts';
import { Banner } from '../ui/banner.tsx';
import { Credits, formatCredits, roundCents } from '../ui/credits.tsx';
import { TextLink } from '../ui/text-link.tsx';
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
  /** Above the price: the new expiry and the like. */
  readonly lines?: readonly SummaryLine[];
  readonly credits: number;
  /** Undefined until it is known. */
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
            ? [{ label: 'Balance afterwards', value: <Credits amount={balance - credits} /> }]
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

/** Too few credits: how many are missing, and the way to get them. */
export function MissingCredits({
  credits,
  balance,
  purchase,
}: {
  readonly credits: number;
  readonly balance: number;
  /** Where the page of the credits leads back to. */
  readonly purchase: UnfinishedPurchase;
}) {
  const { workspaceId } = useWorkspace();
  const missing = roundCents(credits - balance);
  return (
    <Banner tone="warn" title={`${formatCredits(missing)} missing`}>
      <TextLink
        to="/$workspaceId/credits"
        params={{ workspaceId }}
        search={{ amount: missing }}
        onClick={() => rememberUnfinished(workspaceId, purchase)}
        className="underline"
      >
        Top up credits
      </TextLink>
      , then come back: what you typed is kept.
    </Banner>
  );
}
