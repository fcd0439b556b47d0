/** The job that delivers the events of one webhook: at most one in its lane at any time. */
import { enqueue, type JobWrite } from '../changes/job-write.ts';
import type { Webhook } from '../storage/tables/webhooks/webhooks.ts';

export const webhookJobKind = 'deliver-webhook';

export interface WebhookJob {
  readonly webhookId: string;
  readonly workspaceId: string;
}

/** The change has locked the webhook. A job that runs already finds the new work by itself. */
export function startDeliveries({
  id: webhookId,
  workspaceId,
}: Pick<Webhook, 'id' | 'workspaceId'>): JobWrite {
  const payload: WebhookJob = { webhookId, workspaceId };
  const lane = `webhook:${webhookId}`;
  return enqueue({ kind: webhookJobKind, lane, payload: { ...payload } }, 'wake');
}
