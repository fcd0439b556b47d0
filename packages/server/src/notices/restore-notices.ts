/** Mail about deleted domains that can be restored. */
import type { Notice } from './notice.ts';
import { formatDay } from './notice-dates.ts';
import { type DomainFacts, domainAction, type NoticeLinks } from './notices.ts';

export function domainDeleted(
  links: NoticeLinks,
  facts: DomainFacts & { readonly until: number; readonly changeId: string },
): Notice {
  const { name } = facts;
  return {
    kind: 'domain-deleted',
    onceKey: `domain-deleted:${facts.changeId}`,
    subject: `${name} was deleted and can be restored until ${formatDay(facts.until)}`,
    paragraphs: [
      `${name} was deleted at the registry and no longer works.`,
      `Until ${formatDay(facts.until)} you can restore it for a fee. After that, anyone can register it.`,
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}

export function domainRestored(
  links: NoticeLinks,
  facts: DomainFacts & { readonly expiresAt: number; readonly changeId: string },
): Notice {
  const { name } = facts;
  return {
    kind: 'domain-restored',
    onceKey: `domain-restored:${facts.changeId}`,
    subject: `${name} was restored`,
    paragraphs: [
      `The registry restored ${name}. It is now registered until ${formatDay(facts.expiresAt)}.`,
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}

export function restoreRefused(
  links: NoticeLinks,
  facts: DomainFacts & { readonly reason: string; readonly changeId: string },
): Notice {
  const { name } = facts;
  return {
    kind: 'restore-refused',
    onceKey: `restore-refused:${facts.changeId}`,
    subject: `${name} couldn't be restored`,
    paragraphs: [
      `The registry declined to restore ${name}: ${facts.reason}`,
      'Your credits have been refunded.',
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}
