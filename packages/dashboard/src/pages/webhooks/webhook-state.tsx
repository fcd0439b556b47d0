/** Whether a webhook gets events. */
import { Badge, Status } from '../../ui/text/badge.tsx';
import type { Webhook } from './webhooks-query.ts';

interface StateProps {
  readonly webhook: Pick<Webhook, 'state' | 'pauseReason'>;
}

export function WebhookStatus({ webhook }: StateProps) {
  const { label, tone } = styleOf(webhook);
  return <Status tone={tone}>{label}</Status>;
}

export function WebhookBadge({ webhook }: StateProps) {
  const { label, tone } = styleOf(webhook);
  return <Badge tone={tone}>{label}</Badge>;
}

function styleOf({ state, pauseReason }: StateProps['webhook']) {
  if (state === 'active') return { label: 'Active', tone: 'good' } as const;
  // Paused by the service, because its endpoint failed.
  return { label: 'Paused', tone: pauseReason === null ? 'plain' : 'bad' } as const;
}
