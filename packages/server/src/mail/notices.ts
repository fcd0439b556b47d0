/** Every notice there is, in the words the customer reads. */
import { formatCredits } from '../base/money.ts';
import type { Notice } from './notice.ts';

const dayMs = 86_400_000;

export interface NoticeLinks {
  /** HOSTMASTER_PUBLIC_URL. */
  readonly publicUrl: string;
}

export function registrationSucceeded(
  links: NoticeLinks,
  facts: { readonly name: string; readonly termId: string; readonly expiresAt: number },
): Notice {
  return {
    kind: 'registration-succeeded',
    onceKey: `registered:${facts.termId}`,
    subject: `${facts.name} is registered`,
    paragraphs: [
      `${facts.name} is yours until ${formatDay(facts.expiresAt)}.`,
      'Records and nameservers you have set are in effect now.',
    ],
    action: domainAction(links, facts.name, 'Open the domain'),
  };
}

export function registrationFailed(
  links: NoticeLinks,
  facts: { readonly name: string; readonly termId: string; readonly reason: string },
): Notice {
  return {
    kind: 'registration-failed',
    onceKey: `registration-failed:${facts.termId}`,
    subject: `${facts.name} could not be registered`,
    paragraphs: [
      `The registry refused ${facts.name}: ${facts.reason}`,
      'All credits for it are back in your balance.',
    ],
    action: domainAction(links, facts.name, 'See what happened'),
  };
}

export function autoRenewed(
  links: NoticeLinks,
  facts: {
    readonly name: string;
    readonly termId: string;
    readonly expiresAt: number;
    readonly amountCents: number;
  },
): Notice {
  return {
    kind: 'auto-renewal-succeeded',
    onceKey: `auto-renewed:${facts.termId}`,
    subject: `${facts.name} was renewed until ${formatDay(facts.expiresAt)}`,
    paragraphs: [
      `${facts.name} was renewed automatically for ${formatCredits(facts.amountCents)} credits and now runs until ${formatDay(facts.expiresAt)}.`,
    ],
    action: domainAction(links, facts.name, 'Open the domain'),
  };
}

export function autoRenewalRefused(
  links: NoticeLinks,
  facts: {
    readonly name: string;
    readonly termId: string;
    readonly expiresAt: number;
    readonly reason: string;
  },
): Notice {
  return {
    kind: 'auto-renewal-failed',
    onceKey: `auto-renewal-refused:${facts.termId}`,
    subject: `${facts.name} could not be renewed`,
    paragraphs: [
      `The registry refused to renew ${facts.name}: ${facts.reason}`,
      `Its credits are back in your balance. The domain still expires on ${formatDay(facts.expiresAt)}; we try again every day until then.`,
    ],
    action: domainAction(links, facts.name, 'Renew it yourself'),
  };
}

export interface UnpaidRenewal {
  readonly name: string;
  readonly expiresAt: number;
}

/** At most one a day and workspace, about all of its domains together. */
export function autoRenewalUnpaid(
  links: NoticeLinks,
  facts: {
    readonly workspaceId: string;
    readonly now: number;
    readonly domains: readonly UnpaidRenewal[];
    readonly requiredCents: number;
    readonly balanceCents: number;
  },
): Notice {
  const [first] = facts.domains;
  const others = facts.domains.length - 1;
  return {
    kind: 'auto-renewal-failed',
    onceKey: `auto-renewal-unpaid:${facts.workspaceId}:${isoDay(facts.now)}`,
    subject: `Not enough credits to renew ${first?.name}${others > 0 ? ` and ${others} more` : ''}`,
    paragraphs: [
      `Your balance is ${formatCredits(facts.balanceCents)} credits; the renewals that are due need ${formatCredits(facts.requiredCents)}. Nothing was charged.`,
      facts.domains
        .map((domain) => `${domain.name} expires on ${formatDay(domain.expiresAt)}`)
        .join('\n'),
      'We try again every day until the domains expire.',
    ],
    action: { label: 'Top up', url: `${links.publicUrl}/dashboard/credits` },
  };
}

export function renewalForecast(
  links: NoticeLinks,
  facts: {
    readonly workspaceId: string;
    readonly now: number;
    readonly domainCount: number;
    readonly requiredCents: number;
    readonly balanceCents: number;
  },
): Notice {
  const missing = formatCredits(facts.requiredCents - facts.balanceCents);
  return {
    kind: 'credits-forecast',
    onceKey: `forecast:${facts.workspaceId}:${isoDay(facts.now)}`,
    subject: `${missing} credits are missing for coming renewals`,
    paragraphs: [
      `In the next 30 days ${facts.domainCount === 1 ? 'one domain renews' : `${facts.domainCount} domains renew`} automatically for ${formatCredits(facts.requiredCents)} credits. Your balance is ${formatCredits(facts.balanceCents)}: ${missing} credits are missing.`,
    ],
    action: { label: 'Top up', url: `${links.publicUrl}/dashboard/credits` },
  };
}

export function expiryNotice(
  links: NoticeLinks,
  facts: {
    readonly domainId: string;
    readonly name: string;
    readonly expiresAt: number;
    readonly now: number;
    readonly days: number;
    readonly autoRenew: boolean;
    readonly releasedAt: number;
  },
): Notice {
  const { name, expiresAt, now } = facts;
  const base = {
    kind: 'expiry-notice',
    onceKey: `notice:${facts.domainId}:${expiresAt}:${facts.days}`,
  };
  if (now >= expiresAt) {
    return {
      ...base,
      subject: `${name} has expired`,
      paragraphs: [
        `${name} expired on ${formatDay(expiresAt)}. You can still renew it at the normal price until ${formatDay(facts.releasedAt)}; after that it is released and anybody can register it.`,
      ],
      action: domainAction(links, name, 'Renew it now'),
    };
  }
  return {
    ...base,
    subject: `${name} expires ${inDays(expiresAt - now)}`,
    paragraphs: [
      `${name} expires on ${formatDay(expiresAt)}.`,
      facts.autoRenew
        ? 'Auto-renewal is on: keep enough credits in your balance and there is nothing else to do.'
        : 'Auto-renewal is off: renew it, or switch auto-renewal on, to keep it.',
    ],
    action: domainAction(links, name, facts.autoRenew ? 'Open the domain' : 'Renew it now'),
  };
}

function domainAction(links: NoticeLinks, name: string, label: string): Notice['action'] {
  return { label, url: `${links.publicUrl}/dashboard/domains/${name}` };
}

function inDays(ms: number): string {
  const days = Math.max(1, Math.round(ms / dayMs));
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

export function formatDay(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
