/** The job that delivers the events of one webhook: at most one in its lane at any time. */
import { enqueue, isLaneEmpty } from '../jobs/queue.ts';
import { wakeLane } from '../storage/queries/jobs.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Webhook } from '../storage/tables/webhooks.ts';

export const webhookJobKind = 'deliver-webhook';

export interface WebhookJob {
  readonly webhookId: string;
  readonly workspaceId: string;
}

/** The caller holds the lock of the webhook. A job that runs already finds the new work by itself. */
export async function startDeliveries(
  tx: HostmasterTx,
  { id: webhookId, workspaceId }: Pick<Webhook, 'id' | 'workspaceId'>,
): Promise<void> {
  const lane = `webhook:${webhookId}`;
  if (await isLaneEmpty(tx, lane)) {
    const payload: WebhookJob = { webhookId, workspaceId };
    enqueue(tx, { kind: webhookJobKind, lane, payload: { ...payload } });
    return;
  }
  await tx.run(wakeLane, { lane });
  tx.announce({ kind: 'jobs-changed' });
}
