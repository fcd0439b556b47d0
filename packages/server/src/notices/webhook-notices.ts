/** The mail about a webhook that was paused. */
import type { Notice } from './notice.ts';
import type { NoticeLinks } from './notices.ts';

export function webhookPaused(
  links: NoticeLinks,
  facts: {
    readonly workspaceId: string;
    readonly id: string;
    readonly url: string;
    readonly reason: string;
    readonly at: number;
  },
): Notice {
  return {
    kind: 'webhook-paused',
    onceKey: `webhook-paused:${facts.id}:${facts.at}`,
    subject: 'A webhook was paused',
    paragraphs: [
      `We no longer send events to ${facts.url}. ${facts.reason}`,
      'No events are lost: when you resume the webhook, it receives everything it missed, as long as those events are still stored.',
    ],
    action: { label: 'Open Hostmaster', url: `${links.publicUrl}/dashboard/${facts.workspaceId}` },
  };
}
