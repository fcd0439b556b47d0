/** Mail about everything that lets a domain leave: the transfer lock and the auth code. */
import type { Notice } from './notice.ts';
import { formatDay } from './notice-dates.ts';
import { type DomainFacts, domainAction, type NoticeLinks } from './notices.ts';

const unexpected =
  "If this wasn't you or a member of your workspace, lock the domain right away and revoke any API tokens you don't recognize.";

export function transferLockChanged(
  links: NoticeLinks,
  facts: DomainFacts & { readonly isLocked: boolean; readonly changeId: string },
): Notice {
  const { name, isLocked } = facts;
  return {
    kind: 'transfer-lock-changed',
    onceKey: `transfer-lock:${facts.changeId}`,
    subject: `The transfer lock of ${name} was turned ${isLocked ? 'on' : 'off'}`,
    paragraphs: [
      isLocked
        ? `${name} can't be transferred to another registrar until the lock is turned off.`
        : `${name} can now be transferred to another registrar with its auth code.`,
      unexpected,
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}

/** The link shows a page on which the owner approves or denies; opening it decides nothing. */
export function transferOutRequested(
  links: NoticeLinks,
  facts: {
    readonly name: string;
    readonly token: string;
    readonly requestId: string;
    readonly actsAt: number;
  },
): Notice {
  const { name } = facts;
  return {
    kind: 'transfer-out-requested',
    onceKey: `transfer-out:${facts.requestId}`,
    subject: `Another registrar requested the transfer of ${name}`,
    paragraphs: [
      `Another registrar requested the transfer of ${name}. Unless you deny it, the transfer completes on ${formatDay(facts.actsAt)}.`,
      "If you requested this transfer, approve it to complete it now. If you didn't, deny it.",
    ],
    action: {
      label: 'Approve or deny',
      url: `${links.publicUrl}/dashboard/transfer-out#${facts.token}`,
    },
  };
}

export function transferOutStopped(
  links: NoticeLinks,
  facts: DomainFacts & { readonly isDenied: boolean; readonly requestId: string },
): Notice {
  const { name } = facts;
  return {
    kind: 'transfer-out-stopped',
    onceKey: `transfer-out-stopped:${facts.requestId}`,
    subject: `${name} was not transferred`,
    paragraphs: [
      facts.isDenied
        ? `The transfer of ${name} to another registrar was denied. The domain stays with you.`
        : `The transfer of ${name} to another registrar was cancelled. The domain stays with you.`,
      'We replaced its auth code, so the previous one no longer works. If you want to transfer the domain, get a new one.',
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
      `Anyone who has the auth code can transfer ${name} to another registrar until ${formatDay(facts.expiresAt)}.`,
      unexpected,
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}
