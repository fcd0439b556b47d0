/** One transfer: its status in words, and what can be done about it. */
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { shownName } from '../../domains/shown-name.ts';
import { asSentence } from '../../forms/as-sentence.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Status, type Tone } from '../../ui/text/badge.tsx';
import { formatCredits } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { isOpen, type Transfer } from './transfers-query.ts';

const statuses: Readonly<
  Record<Transfer['status'], { readonly label: string; readonly tone: Tone; readonly text: string }>
> = {
  pending: {
    label: 'Starting',
    tone: 'accent',
    text: "We're requesting the domain from the registry.",
  },
  waiting_for_losing_registrar: {
    label: 'Waiting for the other registrar',
    tone: 'accent',
    text: 'It can also approve the transfer sooner.',
  },
  action_required: { label: 'Action required', tone: 'warn', text: '' },
  succeeded: { label: 'Complete', tone: 'good', text: 'The domain is now in this workspace.' },
  failed: { label: 'Failed', tone: 'bad', text: 'Your credits were refunded.' },
  cancelled: { label: 'Cancelled', tone: 'plain', text: 'Your credits were refunded.' },
};

export function TransferItem({
  transfer,
  onRetry,
  onCancel,
}: {
  readonly transfer: Transfer;
  readonly onRetry: (transfer: Transfer) => void;
  readonly onCancel: (transfer: Transfer) => void;
}) {
  const { workspaceId } = useWorkspace();
  const { domain, status, reason, action, creditsCharged, updatedAt } = transfer;
  const { label, tone, text } = statuses[status];
  const shown = shownName(domain);
  const may = useMay();
  return (
    <li className="flex flex-col gap-3 px-4 py-4 md:flex-row md:items-start md:justify-between md:gap-6 md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {status === 'succeeded' ? (
            <TextLink to="/$workspaceId/domains/$domain" params={{ workspaceId, domain }}>
              {shown}
            </TextLink>
          ) : (
            <span className="font-medium break-all">{shown}</span>
          )}
          <Status tone={tone}>{label}</Status>
        </p>
        <p className="mt-1 max-w-prose text-ink-muted">
          {[reason, action, text]
            .filter((part) => part !== null && part !== '')
            .map((part) => asSentence(part ?? ''))
            .join(' ')}
        </p>
        <p className="mt-1 text-sm text-ink-muted">
          {creditsCharged > 0 && `${formatCredits(creditsCharged)} · `}
          Updated <Time at={updatedAt} as="relative" isCalendar />
        </p>
      </div>
      {(status === 'failed' || status === 'cancelled') && may('domains.buy') && (
        <ButtonLink
          size="sm"
          to="/$workspaceId/domains/transfers/new"
          params={{ workspaceId }}
          search={{ domain }}
          aria-label={`Try again to transfer ${shown}`}
        >
          Try again
        </ButtonLink>
      )}
      {isOpen(transfer) && (
        <div className="flex shrink-0 flex-wrap gap-2">
          <ButtonLink
            size="sm"
            to="/$workspaceId/domains/transfers/$domain"
            params={{ workspaceId, domain }}
            aria-label={`Prepare DNS records of ${shown}`}
          >
            DNS records
          </ButtonLink>
          {status === 'action_required' && may('domains.buy') && (
            <Button
              size="sm"
              variant="primary"
              aria-label={`Enter auth code for ${shown}`}
              onClick={() => onRetry(transfer)}
            >
              Enter auth code
            </Button>
          )}
          {may('domains.buy') && (
            <Button
              size="sm"
              aria-label={`Cancel transfer of ${shown}`}
              onClick={() => onCancel(transfer)}
            >
              Cancel transfer
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
