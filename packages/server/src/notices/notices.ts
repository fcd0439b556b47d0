/** The text of every notice about domains and credits. */
import { formatNumber } from '../base/format-number.ts';
import { formatCredits } from '../base/money.ts';
import type { Notice } from './notice.ts';
import { formatDay, inDays, isoDay } from './notice-dates.ts';

export interface NoticeLinks {
  /** HOSTMASTER_PUBLIC_URL. */
  readonly publicUrl: string;
}

/** The domain of a notice, and the workspace for its link. */
export interface DomainFacts {
  readonly workspaceId: string;
  readonly name: string;
}

export function registrationSucceeded(
  links: NoticeLinks,
  facts: DomainFacts & { readonly termId: string; readonly expiresAt: number },
): Notice {
  return {
    kind: 'registration-succeeded',
    onceKey: `registered:${facts.termId}`,
    subject: `${facts.name} is registered`,
    paragraphs: [
      `${facts.name} is registered until ${formatDay(facts.expiresAt)}.`,
      'Your DNS records and nameservers are now in effect.',
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}

export function registrationFailed(
  links: NoticeLinks,
  facts: DomainFacts & { readonly termId: string; readonly reason: string },
): Notice {
  return {
    kind: 'registration-failed',
    onceKey: `registration-failed:${facts.termId}`,
    subject: `${facts.name} couldn't be registered`,
    paragraphs: [
      `The registry declined ${facts.name}: ${facts.reason}`,
      'Your credits have been refunded.',
    ],
    action: domainAction(links, facts, 'View details'),
  };
}

export function autoRenewed(
  links: NoticeLinks,
  facts: DomainFacts & {
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
      `${facts.name} was renewed automatically for ${credits(facts.amountCents)} and is now registered until ${formatDay(facts.expiresAt)}. No action is needed.`,
    ],
    action: domainAction(links, facts, 'View domain'),
    summary: `${facts.name} until ${formatDay(facts.expiresAt)} for ${credits(facts.amountCents)}`,
  };
}

/** The registry refused what the owner changed. */
export function changeRefused(
  links: NoticeLinks,
  facts: DomainFacts & {
    readonly what: 'nameservers' | 'privacy setting' | 'owner details';
    readonly reason: string;
    readonly changeId: string;
  },
): Notice {
  const { name, what, reason } = facts;
  return {
    kind: 'change-refused',
    onceKey: `change-refused:${facts.changeId}`,
    subject: `The ${what} of ${name} couldn't be changed`,
    paragraphs: [
      `The registry declined the change: ${reason}`,
      `${name} keeps its previous ${what}. You can try again in the dashboard.`,
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}

export function nameserversRemoved(
  links: NoticeLinks,
  facts: DomainFacts & { readonly hosts: readonly string[]; readonly changeId: string },
): Notice {
  const { name, hosts } = facts;
  const removed = hosts.join(', ');
  return {
    kind: 'change-refused',
    onceKey: `change-refused:${facts.changeId}`,
    subject: `A nameserver of ${name} was removed`,
    paragraphs: [
      `We removed ${removed} from the nameservers of ${name}. The domain of that nameserver is no longer registered, and its next owner could have answered queries for ${name}.`,
      `${name} keeps its other nameservers. Add another one in the dashboard if you need it.`,
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}

export function transferredAway(
  links: NoticeLinks,
  facts: DomainFacts & { readonly domainId: string },
): Notice {
  return {
    kind: 'transferred-away',
    onceKey: `transferred-away:${facts.domainId}`,
    subject: `${facts.name} was transferred to another registrar`,
    paragraphs: [
      `${facts.name} is now managed by another registrar. We no longer renew it, and we stop serving its DNS in one day.`,
      "If you didn't request this transfer, contact us right away.",
    ],
    action: {
      label: 'View your domains',
      url: `${links.publicUrl}/dashboard/${facts.workspaceId}/domains`,
    },
  };
}

interface HoldFacts extends DomainFacts {
  readonly reason: string;
  /** Id of the operator's change, so that each one is announced. */
  readonly changeId: string;
}

export function domainHeld(links: NoticeLinks, facts: HoldFacts): Notice {
  return {
    kind: 'domain-held',
    onceKey: `held:${facts.changeId}`,
    subject: `${facts.name} is on hold`,
    paragraphs: [
      `We put ${facts.name} on hold. While it is on hold, its website and email don't work.`,
      `Reason: ${facts.reason}`,
      'The domain stays registered to you and can still be renewed. Contact us to resolve this.',
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}

export function domainUnheld(links: NoticeLinks, facts: HoldFacts): Notice {
  return {
    kind: 'domain-unheld',
    onceKey: `unheld:${facts.changeId}`,
    subject: `${facts.name} is no longer on hold`,
    paragraphs: [
      `We lifted the hold on ${facts.name}. Its website and email will work again shortly.`,
      `Reason: ${facts.reason}`,
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}

export interface FailedRenewal extends DomainFacts {
  readonly expiresAt: number;
  readonly releasedAt: number;
  readonly now: number;
  readonly reason: string;
  readonly autoRenew: boolean;
}

/** The registry declined a renewal; its credits were refunded. */
export function renewalRefused(
  links: NoticeLinks,
  facts: FailedRenewal & { readonly termId: string; readonly isAutomatic: boolean },
): Notice {
  return {
    kind: facts.isAutomatic ? 'auto-renewal-failed' : 'renewal-failed',
    onceKey: `renewal-refused:${facts.termId}`,
    subject: `${facts.name} couldn't be renewed`,
    paragraphs: [
      `The registry declined to renew ${facts.name}: ${facts.reason}`,
      `Your credits have been refunded. ${whatNow(facts)}`,
    ],
    action: domainAction(links, facts, 'Renew domain'),
    ...(facts.isAutomatic ? { summary: failureLine(facts) } : {}),
  };
}

/** Auto-renewal could not start, for another reason than credits. At most one a day. */
export function autoRenewalImpossible(
  links: NoticeLinks,
  facts: FailedRenewal & { readonly domainId: string },
): Notice {
  return {
    kind: 'auto-renewal-failed',
    onceKey: `auto-renewal-impossible:${facts.domainId}:${isoDay(facts.now)}`,
    subject: `${facts.name} couldn't be renewed`,
    paragraphs: [
      `We couldn't renew ${facts.name} automatically: ${facts.reason}`,
      `You weren't charged. ${whatNow(facts)}`,
    ],
    action: domainAction(links, facts, 'View domain'),
    summary: failureLine(facts),
  };
}

function failureLine({ name, expiresAt, now, reason }: FailedRenewal): string {
  return `${name}, which ${expiryVerb(expiresAt, now)} on ${formatDay(expiresAt)}: ${reason}`;
}

function expiryVerb(expiresAt: number, now: number): string {
  return expiresAt > now ? 'expires' : 'expired';
}

function whatNow({ expiresAt, releasedAt, now, autoRenew }: FailedRenewal): string {
  if (now >= expiresAt) {
    return `The domain expired on ${formatDay(expiresAt)} and will be released on ${formatDay(releasedAt)} unless you renew it first.`;
  }
  const then = autoRenew
    ? 'We will try again every day until then.'
    : 'Renew it before then to keep it.';
  return `The domain still expires on ${formatDay(expiresAt)}. ${then}`;
}

export interface UnpaidRenewal {
  readonly name: string;
  readonly expiresAt: number;
}

/** At most one a day and workspace, for all of its domains. */
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
    subject: `Not enough credits to renew ${first?.name}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`,
    paragraphs: [
      `Renewing ${others > 0 ? 'these domains' : first?.name} costs ${credits(facts.requiredCents)}, but your balance is ${credits(facts.balanceCents)}. You weren't charged.`,
      facts.domains
        .map(({ name, expiresAt }) => {
          return `${name} ${expiryVerb(expiresAt, facts.now)} on ${formatDay(expiresAt)}`;
        })
        .join('\n'),
      `We will try again every day until ${others > 0 ? 'each domain expires' : 'it expires'}. If you top up in time, no other action is needed.`,
    ],
    action: {
      label: 'Top up credits',
      url: `${links.publicUrl}/dashboard/${facts.workspaceId}/credits`,
    },
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
  const missingCents = facts.requiredCents - facts.balanceCents;
  return {
    kind: 'credits-forecast',
    onceKey: `forecast:${facts.workspaceId}:${isoDay(facts.now)}`,
    subject: `You need ${moreCredits(missingCents)} for renewals in the next 30 days`,
    paragraphs: [
      `In the next 30 days, ${facts.domainCount === 1 ? '1 domain is' : `${formatNumber(facts.domainCount)} domains are`} due for automatic renewal at a cost of ${credits(facts.requiredCents)}. Your balance is ${credits(facts.balanceCents)}, so you need ${moreCredits(missingCents)}.`,
      'Domains renew two weeks before they expire. Top up before then.',
    ],
    action: {
      label: 'Top up credits',
      url: `${links.publicUrl}/dashboard/${facts.workspaceId}/credits`,
    },
  };
}

/** A receipt: amount, credits, date and reference. */
export function topUpPaid(
  links: NoticeLinks,
  facts: {
    readonly workspaceId: string;
    readonly topUpId: string;
    readonly receipt: { readonly number: number; readonly label: string };
    readonly isTest: boolean;
    readonly amountCents: number;
    readonly balanceCents: number;
    readonly at: number;
  },
): Notice {
  const amount = `${(facts.amountCents / 100).toFixed(2)} USD`;
  return {
    kind: 'top-up-paid',
    onceKey: `top-up-paid:${facts.topUpId}`,
    subject: `${credits(facts.amountCents)} added to your balance`,
    paragraphs: [
      facts.isTest
        ? `Your test payment went through. You were not charged. Your balance is now ${credits(facts.balanceCents)}.`
        : `Thank you for your payment. Your balance is now ${credits(facts.balanceCents)}.`,
      [
        `Receipt: ${facts.receipt.label}`,
        `Amount: ${amount}`,
        `Credits: ${formatCredits(facts.amountCents)}`,
        `Date: ${formatDay(facts.at)}`,
        `Reference: ${facts.topUpId}`,
      ].join('\n'),
    ],
    action: {
      label: 'View receipt',
      url: `${links.publicUrl}/dashboard/${facts.workspaceId}/credits/receipts/${facts.receipt.number}`,
    },
  };
}

export interface ExpiryFacts extends DomainFacts {
  readonly domainId: string;
  readonly expiresAt: number;
  readonly now: number;
  readonly days: number;
  /** `failing` when it is on and attempts have failed. */
  readonly autoRenewal: 'on' | 'off' | 'failing';
  readonly releasedAt: number;
}

export function expiryNotice(links: NoticeLinks, facts: ExpiryFacts): Notice {
  const { name, expiresAt, now } = facts;
  const common = {
    onceKey: `notice:${facts.domainId}:${expiresAt}:${facts.days}`,
    action: domainAction(
      links,
      facts,
      facts.autoRenewal === 'on' && now < expiresAt ? 'View domain' : 'Renew now',
    ),
  };
  if (now >= expiresAt) {
    return {
      ...common,
      kind: 'expired-notice',
      subject: `${name} has expired`,
      paragraphs: [`${name} expired on ${formatDay(expiresAt)}. ${untilReleased(facts)}`],
      summary: `${name} expired on ${formatDay(expiresAt)}${now < facts.releasedAt ? `, renew until ${formatDay(facts.releasedAt)}` : ' and is being released'}`,
    };
  }
  return {
    ...common,
    kind: 'expiry-notice',
    subject: `${name} expires ${inDays(now, expiresAt)}`,
    paragraphs: [`${name} expires on ${formatDay(expiresAt)}.`, advice[facts.autoRenewal]],
    summary: `${name} expires on ${formatDay(expiresAt)} (${autoRenewal[facts.autoRenewal]})`,
  };
}

const advice: Record<ExpiryFacts['autoRenewal'], string> = {
  on: 'Auto-renew is on. Keep enough credits in your balance and no action is needed.',
  off: 'Auto-renew is off. To keep the domain, renew it or turn on auto-renew.',
  failing:
    'Auto-renew is on, but the renewal has failed so far. We will keep trying every day. To be safe, check your balance or renew the domain yourself.',
};

const autoRenewal: Record<ExpiryFacts['autoRenewal'], string> = {
  on: 'auto-renew is on',
  off: 'auto-renew is off',
  failing: 'auto-renew is on, but has failed so far',
};

function untilReleased({ now, releasedAt }: ExpiryFacts): string {
  return now < releasedAt
    ? `You can still renew it at the normal price until ${formatDay(releasedAt)}. After that, it is released and anyone can register it.`
    : `The renewal period ended on ${formatDay(releasedAt)}. The domain is being released. After that, anyone can register it.`;
}

export function domainAction(
  links: NoticeLinks,
  domain: DomainFacts,
  label: string,
): Notice['action'] {
  const { workspaceId, name } = domain;
  return { label, url: `${links.publicUrl}/dashboard/${workspaceId}/domains/${name}` };
}

export function credits(cents: number): string {
  return `${formatCredits(cents)} ${cents === 100 ? 'credit' : 'credits'}`;
}

function moreCredits(cents: number): string {
  return `${formatCredits(cents)} more ${cents === 100 ? 'credit' : 'credits'}`;
}
