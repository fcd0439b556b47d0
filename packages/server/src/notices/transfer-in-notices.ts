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
    subject: `The transfer of ${name} is complete`,
    paragraphs: [
      `${name} is now managed here and registered until ${formatDay(facts.expiresAt)}.`,
      'It keeps its previous nameservers. To use the DNS records you set up here, switch to our nameservers.',
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
    subject: `The transfer of ${name} needs your attention`,
    paragraphs: [
      `${facts.reason} ${facts.action}`,
      `If that isn't done by ${formatDay(facts.until)}, the transfer is cancelled and your credits are refunded.`,
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
