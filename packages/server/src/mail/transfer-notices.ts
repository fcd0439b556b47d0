/** Mail about everything that lets a domain leave: the transfer lock and the auth code. */
import type { Notice } from './notice.ts';
import { formatDay } from './notice-dates.ts';
import { type DomainFacts, domainAction, type NoticeLinks } from './notices.ts';

const unexpected =
  "If this wasn't you or a member of your workspace, lock the domain and revoke the API token right away.";

export function transferLockChanged(
  links: NoticeLinks,
  facts: DomainFacts & { readonly isLocked: boolean; readonly changeId: string },
): Notice {
  const { name, isLocked } = facts;
  return {
    kind: 'transfer-lock-changed',
    onceKey: `transfer-lock:${facts.changeId}`,
    subject: `${name} was ${isLocked ? 'locked against' : 'unlocked for'} transfers`,
    paragraphs: [
      isLocked
        ? `${name} can't be transferred to another registrar until it is unlocked.`
        : `${name} can now be transferred to another registrar with its auth code.`,
      unexpected,
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}

/** Never the code itself. */
export function authCodeIssued(
  links: NoticeLinks,
  facts: DomainFacts & { readonly expiresAt: number; readonly changeId: string },
): Notice {
  const { name } = facts;
  return {
    kind: 'auth-code-issued',
    onceKey: `auth-code:${facts.changeId}`,
    subject: `A new auth code for ${name} was issued`,
    paragraphs: [
      `With the auth code, ${name} can be transferred to another registrar until ${formatDay(facts.expiresAt)}.`,
      unexpected,
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}
