/** What needs action, most urgent first, each with a button for it. */

import { CircleCheck, CircleX, Coins, TriangleAlert } from 'lucide-react';
import { useOptimisticMutation } from '../../api/use-optimistic-mutation.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { shortFrom } from '../../credits/forecast-line.ts';
import { DismissRegistration } from '../../domains/dismiss-registration.tsx';
import type { TransferRequest } from '../../domains/domain-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { TransferAnswers, TransferOutcome } from '../../domains/transfer-request.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { formatMoreCredits } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { type AttentionGroup, groupAttention } from './attention-groups.ts';
import { AttentionRow } from './attention-row.tsx';
import { type Overview, overviewKey } from './overview-query.ts';
import { UnpaidRenewals } from './unpaid-renewals.tsx';

type Attention = Overview['attention'][number];

export function AttentionCard({ overview }: { readonly overview: Overview }) {
  // The unconfirmed email address has its own notice above every page.
  const all = overview.attention.filter(({ kind }) => kind !== 'email_unverified');
  const { groups, entries } = groupAttention(all, overview.domainCounts);
  const requests = overview.transfersOut.filter(({ decision }) => decision === null);
  return (
    <Card title="Needs attention" isFlush>
      {all.length + requests.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-4 text-ink-muted">
          <CircleCheck className="size-4 text-good-ink" aria-hidden="true" />
          You're all caught up.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {requests.map((request) => (
            <li key={request.id}>
              <AboutTransferRequest request={request} />
            </li>
          ))}
          {groups.map((group) => (
            <li key={group.status}>
              <ManyDomains group={group} />
            </li>
          ))}
          {entries.map((entry) => (
            <li key={`${entry.kind} ${entry.domain}`}>
              <Entry entry={entry} overview={overview} />
            </li>
          ))}
        </ul>
      )}
      {overview.isAttentionCut && <More />}
    </Card>
  );
}

function Entry({ entry, overview }: { readonly entry: Attention; readonly overview: Overview }) {
  if (entry.kind === 'renewals_unpaid') return <UnpaidRenewals overview={overview} />;
  if (entry.kind === 'low_credits') return <LowCredits overview={overview} />;
  if (entry.domain === null) return null;
  if (entry.kind === 'transfer_action') return <AboutTransfer domain={entry.domain} />;
  return <AboutDomain entry={entry} domain={entry.domain} />;
}

function LowCredits({ overview }: { readonly overview: Overview }) {
  const { workspaceId } = useWorkspace();
  const { balance, forecast } = overview;
  const shortAt = shortFrom(balance, forecast.days);
  return (
    <AttentionRow
      icon={Coins}
      tone="warn"
      action={
        <ButtonLink
          size="sm"
          to="/$workspaceId/credits"
          params={{ workspaceId }}
          search={{ amount: forecast.missingCredits }}
        >
          Top up
        </ButtonLink>
      }
    >
      <span className="font-medium text-ink">
        You need {formatMoreCredits(forecast.missingCredits)}
      </span>{' '}
      to cover renewals in the next {forecast.untilDays} days
      {shortAt !== null && (
        <>
          . Your balance runs short on <Time at={shortAt} />
        </>
      )}
      .
    </AttentionRow>
  );
}

/** One line that opens the list, instead of one for each domain. */
function ManyDomains({ group }: { readonly group: AttentionGroup }) {
  const { workspaceId } = useWorkspace();
  const { status, text, label } = group;
  return (
    <AttentionRow
      icon={status === 'expiring_soon' ? TriangleAlert : CircleX}
      tone={status === 'expiring_soon' ? 'warn' : 'bad'}
      action={
        <ButtonLink
          size="sm"
          to="/$workspaceId/domains"
          params={{ workspaceId }}
          search={{ status }}
        >
          {label}
        </ButtonLink>
      }
    >
      {text}
    </AttentionRow>
  );
}

function AboutTransferRequest({ request }: { readonly request: TransferRequest }) {
  return (
    <AttentionRow icon={CircleX} tone="bad" action={<TransferAnswers request={request} />}>
      Another registrar requested <DomainLink domain={request.domain} />.{' '}
      <TransferOutcome request={request} />
    </AttentionRow>
  );
}

function AboutTransfer({ domain }: { readonly domain: string }) {
  const { workspaceId } = useWorkspace();
  return (
    <AttentionRow
      icon={TriangleAlert}
      tone="warn"
      action={
        <ButtonLink
          size="sm"
          to="/$workspaceId/domains/transfers"
          params={{ workspaceId }}
          aria-label={`Continue the transfer of ${domain}`}
        >
          Continue
        </ButtonLink>
      }
    >
      The transfer of{' '}
      <span className="font-medium wrap-anywhere text-ink">{shownName(domain)}</span> is waiting for
      you.
    </AttentionRow>
  );
}

function AboutDomain({ entry, domain }: { readonly entry: Attention; readonly domain: string }) {
  const { workspaceId } = useWorkspace();
  const isUrgent = entry.kind !== 'expiring_without_renewal';
  const openLabel = openLabels[entry.kind] ?? 'View';
  return (
    <AttentionRow
      icon={isUrgent ? CircleX : TriangleAlert}
      tone={isUrgent ? 'bad' : 'warn'}
      action={
        isUrgent ? (
          <div className="flex gap-2">
            {entry.kind === 'registration_failed' && <DismissRegistration domain={domain} />}
            <ButtonLink
              size="sm"
              to="/$workspaceId/domains/$domain"
              params={{ workspaceId, domain }}
              aria-label={`${openLabel} ${domain}`}
            >
              {openLabel}
            </ButtonLink>
          </div>
        ) : (
          <Allowed act="domains.manage">
            <AutoRenewButton domain={domain} />
          </Allowed>
        )
      }
    >
      <DomainLink domain={domain} /> <Reason entry={entry} />
    </AttentionRow>
  );
}

function DomainLink({ domain }: { readonly domain: string }) {
  const { workspaceId } = useWorkspace();
  return (
    <TextLink
      to="/$workspaceId/domains/$domain"
      params={{ workspaceId, domain }}
      className="wrap-anywhere text-ink"
    >
      {shownName(domain)}
    </TextLink>
  );
}

const openLabels: Readonly<Partial<Record<Attention['kind'], string>>> = {
  registration_failed: 'Review',
  restorable: 'Restore',
};

function Reason({ entry }: { readonly entry: Attention }) {
  const when = entry.at === null ? null : <Time at={entry.at} as="relative" isCalendar />;
  switch (entry.kind) {
    case 'registration_failed':
      return "couldn't be registered. Your credits were refunded.";
    case 'renewal_failed':
      return <>couldn't be renewed and expires {when}.</>;
    case 'change_refused':
      return `couldn't be changed. ${entry.text}`;
    case 'dnssec':
      return `has a DNSSEC problem. ${entry.text}`;
    case 'delayed':
      return "is taking longer than usual at the registry. We're looking into it.";
    case 'restorable':
      return <>was deleted. Your last chance to restore it ends {when}.</>;
    case 'expired':
      return <>expired {when}. Renew it before it's released.</>;
    default:
      return <>expires {when} and auto-renew is off.</>;
  }
}

/** Removes the entry at once, and restores it when the change fails. */
function AutoRenewButton({ domain }: { readonly domain: string }) {
  const { api, workspaceId } = useWorkspace();
  const turnOn = useOptimisticMutation({
    queryKey: overviewKey(workspaceId),
    mutate: () => api.updateDomain({ domain, autoRenew: true }),
    change: (data: Overview, _: undefined) => ({
      ...data,
      attention: data.attention.filter((entry) => entry.domain !== domain),
    }),
    onDone: () => showToast({ title: `Auto-renew is on for ${shownName(domain)}` }),
    failureTitle: "Couldn't turn on auto-renew",
  });
  return (
    <Button
      size="sm"
      onClick={() => turnOn.mutate(undefined)}
      aria-label={`Turn on auto-renew for ${domain}`}
    >
      Turn on auto-renew
    </Button>
  );
}

function More() {
  const { workspaceId } = useWorkspace();
  return (
    <p className="border-t border-line px-5 py-3 text-sm text-ink-muted">
      Showing the most urgent.{' '}
      <TextLink to="/$workspaceId/domains" params={{ workspaceId }} search={{ sort: 'expires' }}>
        View all domains by expiry
      </TextLink>
    </p>
  );
}
