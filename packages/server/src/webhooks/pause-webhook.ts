/** The service stops sending to a webhook that answers no more, and tells its workspace. */
import { newId } from '../base/ids.ts';
import type { Change } from '../changes/change.ts';
import { mailTo } from '../notices/new-mail.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import { webhookPaused } from '../notices/webhook-notices.ts';
import { update } from '../storage/row-write.ts';
import { type Webhook, webhooks } from '../storage/tables/webhooks/webhooks.ts';
import { systemActor } from '../workspaces/actor.ts';

export function pauseWebhook(pause: {
  readonly webhook: Webhook;
  readonly reason: string;
  /** Calendar time. */
  readonly at: number;
  /** The address of the workspace. */
  readonly recipient: string | null;
  readonly links: NoticeLinks;
}): Change {
  const { webhook, reason, at, recipient, links } = pause;
  const { id, workspaceId, url } = webhook;
  const notice = webhookPaused(links, { workspaceId, id, url, reason, at });
  return {
    rows: [update(webhooks, { id }, { state: 'paused', pauseReason: reason })],
    mails: [mailTo({ workspaceId, recipient, at, notice })],
    facts: [
      {
        id: newId('act'),
        at,
        actor: systemActor(workspaceId, 'webhooks'),
        fact: { kind: 'webhook.paused', webhookId: id, url, reason },
      },
    ],
  };
}
