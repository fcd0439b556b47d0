/** How far a bulk operation is, and what it costs. */
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { balanceQuery } from '../../credits/balance-query.ts';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { Credits, formatMoreCredits, roundCents } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import type { Bulk } from './bulk-query.ts';
import { failedLabel, isPlan } from './bulk-words.ts';

export function ProgressCard({ bulk }: { readonly bulk: Bulk }) {
  const { workspaceId } = useWorkspace();
  const may = useMay();
  const { data: balance } = useQuery({
    ...balanceQuery(workspaceId),
    enabled: may('workspace.read'),
  });
  const { state, counts, credits, domains } = bulk;
  const settled = isPlan(bulk) ? domains - counts.planning : counts.done + counts.failed;
  const figures = [
    ...(state === 'planned' || counts.ready > 0 ? [{ label: 'Ready', value: counts.ready }] : []),
    ...(counts.done > 0 || !isPlan(bulk) ? [{ label: 'Done', value: counts.done }] : []),
    { label: failedLabel(bulk), value: counts.failed },
    ...(counts.cancelled > 0 ? [{ label: 'Cancelled', value: counts.cancelled }] : []),
  ];
  return (
    <>
      <Card>
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
            <dl className="flex flex-wrap gap-x-8 gap-y-3">
              {figures.map(({ label, value }) => (
                <div key={label}>
                  <dt className="text-sm text-ink-muted">{label}</dt>
                  <dd className="figures text-lg font-semibold">{value.toLocaleString()}</dd>
                </div>
              ))}
            </dl>
            <Price bulk={bulk} />
          </div>
          {state !== 'planned' && (
            <ProgressBar
              done={settled}
              total={domains}
              text={`${settled.toLocaleString()} of ${domains.toLocaleString()} ${state === 'planning' ? 'checked' : 'processed'}`}
            />
          )}
        </div>
      </Card>
      {state === 'planned' && balance !== undefined && balance < credits.planned && (
        <Banner
          tone="warn"
          title={`You need ${formatMoreCredits(roundCents(credits.planned - balance))}`}
        >
          <TextLink
            to="/$workspaceId/credits"
            params={{ workspaceId }}
            search={{ amount: roundCents(credits.planned - balance) }}
            className="underline"
          >
            Top up credits
          </TextLink>{' '}
          to start. This preview stays here.
        </Banner>
      )}
    </>
  );
}

function Price({ bulk }: { readonly bulk: Bulk }) {
  const { credits, counts } = bulk;
  const isPlanned = isPlan(bulk);
  const amount = isPlanned ? credits.planned : credits.charged;
  if (amount === 0 && (counts.ready === 0 || !isPlanned)) return null;
  return (
    <p className="md:text-right">
      <span className="block text-sm text-ink-muted">{isPlanned ? 'Total price' : 'Charged'}</span>
      <span className="text-lg font-semibold">
        {amount === 0 ? 'Free' : <Credits amount={amount} />}
      </span>
    </p>
  );
}
