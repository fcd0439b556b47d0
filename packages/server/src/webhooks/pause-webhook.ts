/** The service stops sending to a webhook that answers no more, and tells its workspace. */
import { newId } from '../base/ids.ts';
import type { NoticeLinks } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import { webhookPaused } from '../mail/webhook-notices.ts';
import { updateWebhook } from '../storage/queries/webhooks.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Webhook } from '../storage/tables/webhooks.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';

export async function pauseWebhook(
  tx: HostmasterTx,
  pause: {
    readonly webhook: Webhook;
    readonly reason: string;
    /** Calendar time. */
    readonly at: number;
    readonly links: NoticeLinks;
  },
): Promise<void> {
  const { webhook, reason, at, links } = pause;
  const { id, workspaceId, url } = webhook;
  await tx.run(updateWebhook, { ...webhook, state: 'paused', pauseReason: reason });
  const notice = webhookPaused(links, { workspaceId, id, url, reason, at });
  await postMail(tx, { workspaceId, at, notice });
  recordFact(tx, {
    id: newId('act'),
    at,
    actor: systemActor(workspaceId, 'webhooks'),
    fact: { kind: 'webhook.paused', webhookId: id, url, reason },
  });
}
