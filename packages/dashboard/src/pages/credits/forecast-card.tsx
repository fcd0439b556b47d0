/** The upcoming automatic renewals, their cost, and whether the balance covers them. */
import { dayMs } from '@hostmaster/contract/durations';
import { useState } from 'react';
import { useCalendarNow } from '../../api/use-now.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { CreditsData, Forecast } from '../../credits/credits-query.ts';
import { balanceLine, shortFrom } from '../../credits/forecast-line.ts';
import { shownName } from '../../domains/shown-name.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { counted } from '../../ui/text/counted.ts';
import { Credits, formatAmount, formatCredits, formatMoreCredits } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { ForecastChart } from './forecast-chart.tsx';

const shownAtFirst = 5;

export function ForecastCard({ credits }: { readonly credits: CreditsData }) {
  const { balance, forecast, yearForecast } = credits;
  return (
    <Card title="Upcoming renewals" description="Domains with auto-renew on, at today's prices.">
      <Tabs
        label="Period"
        initial={forecast.renewalCount > 0 ? 'near' : 'far'}
        views={[
          {
            id: 'near',
            label: `${forecast.untilDays} days`,
            content: <Outlook balance={balance} forecast={forecast} />,
          },
          {
            id: 'far',
            label: `${yearForecast.untilDays} days`,
            content: <Outlook balance={balance} forecast={yearForecast} />,
          },
        ]}
      />
    </Card>
  );
}

function Outlook({ balance, forecast }: { readonly balance: number; readonly forecast: Forecast }) {
  const now = useCalendarNow();
  const { renewalCount, untilDays } = forecast;
  if (renewalCount === 0) {
    return (
      <p className="py-2 text-ink-muted">No automatic renewals in the next {untilDays} days.</p>
    );
  }
  const span = { from: now, until: now + untilDays * dayMs };
  return (
    <div className="flex flex-col gap-4">
      <Verdict balance={balance} forecast={forecast} />
      <ForecastChart points={balanceLine(balance, forecast.days, span)} />
      <Renewals forecast={forecast} />
    </div>
  );
}

function Verdict({ balance, forecast }: { readonly balance: number; readonly forecast: Forecast }) {
  const { renewalCount, requiredCredits, missingCredits } = forecast;
  const needs = `${counted(renewalCount, 'renewal')} ${renewalCount === 1 ? 'costs' : 'cost'} ${formatCredits(requiredCredits)}`;
  const shortAt = shortFrom(balance, forecast.days);
  if (shortAt === null) return <p>{`${needs}. Your balance covers this.`}</p>;
  return (
    <Banner tone="warn" title={`You need ${formatMoreCredits(missingCredits)}`}>
      {needs}. Your balance runs short on <Time at={shortAt} />.
    </Banner>
  );
}

function Renewals({ forecast }: { readonly forecast: Forecast }) {
  const { workspaceId } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const { renewals, renewalCount } = forecast;
  const shown = isOpen ? renewals : renewals.slice(0, shownAtFirst);
  const unlisted = renewalCount - renewals.length;
  return (
    <div>
      <ul aria-label="Renewals" className="divide-y divide-line border-t border-line">
        {shown.map(({ domain, renewsAt, credits }) => (
          <li key={domain} className="flex items-baseline justify-between gap-4 py-2.5">
            <span className="flex min-w-0 flex-1 gap-x-4 max-md:flex-col md:items-baseline md:justify-between">
              <TextLink
                to="/$workspaceId/domains/$domain"
                params={{ workspaceId, domain }}
                className="min-w-0 break-all text-ink"
              >
                {shownName(domain)}
              </TextLink>
              <span className="text-ink-muted max-md:text-sm">
                <Time at={renewsAt} />
              </span>
            </span>
            <span className="w-20 shrink-0 text-right">
              <Credits amount={credits} />
            </span>
          </li>
        ))}
      </ul>
      {!isOpen && renewals.length > shownAtFirst && (
        <Button variant="ghost" size="sm" className="-ml-2.5" onClick={() => setOpen(true)}>
          Show {unlisted > 0 ? 'the next' : 'all'} {formatAmount(renewals.length)}
        </Button>
      )}
      {isOpen && unlisted > 0 && (
        <p className="pt-2 text-sm text-ink-muted">
          Plus {formatAmount(unlisted)} later renewals, included in the totals above.
        </p>
      )}
    </div>
  );
}
