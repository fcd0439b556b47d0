/** Mail about transfers from other registrars. */
import type { Notice } from './notice.ts';
import { formatDay } from './notice-dates.ts';
import { type DomainFacts, domainAction, type NoticeLinks } from './notices.ts';

interface TransferFacts extends DomainFacts {
  readonly transferId: string;
}

export function transferSucceeded(
  links: NoticeLinks,
  facts: TransferFacts & { readonly expiresAt: number },
): Notice {
  const { name } = facts;
  return {
    kind: 'transfer-succeeded',
    onceKey: `transfer-succeeded:${facts.transferId}`,
    subject: `${name} was transferred`,
    paragraphs: [
      `${name} is now managed here and registered until ${formatDay(facts.expiresAt)}.`,
      'Its nameservers are the same as before. Your DNS records here take effect when you change them to ours.',
    ],
    action: domainAction(links, facts, 'View domain'),
    summary: `${name} until ${formatDay(facts.expiresAt)}`,
  };
}

export function transferNeedsAction(
  links: NoticeLinks,
  facts: TransferFacts & {
    readonly reason: string;
    readonly action: string;
    readonly until: number;
    readonly changeId: string;
  },
): Notice {
  const { name } = facts;
  return {
    kind: 'transfer-action-required',
    onceKey: `transfer-action-required:${facts.changeId}`,
    subject: `The transfer of ${name} needs your help`,
    paragraphs: [
      `${facts.reason} ${facts.action}`,
      `After ${formatDay(facts.until)} the transfer is given up and your credits are refunded.`,
    ],
    action: transfersAction(links, facts),
  };
}

export function transferFailed(
  links: NoticeLinks,
  facts: TransferFacts & { readonly reason: string },
): Notice {
  const { name } = facts;
  return {
    kind: 'transfer-failed',
    onceKey: `transfer-failed:${facts.transferId}`,
    subject: `${name} couldn't be transferred`,
    paragraphs: [facts.reason, 'Your credits have been refunded.'],
    action: transfersAction(links, facts),
  };
}

function transfersAction(links: NoticeLinks, { workspaceId }: DomainFacts): Notice['action'] {
  return {
    label: 'View transfers',
    url: `${links.publicUrl}/dashboard/${workspaceId}/domains/transfers`,
  };
}
