/** Every notice there is, in the words the customer reads. */
import { formatCredits } from '../base/money.ts';
import type { Notice } from './notice.ts';

const dayMs = 86_400_000;

export interface NoticeLinks {
  /** HOSTMASTER_PUBLIC_URL. */
  readonly publicUrl: string;
}

/** The domain that a notice is about, and where the dashboard shows it. */
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
      `${facts.name} is yours until ${formatDay(facts.expiresAt)}.`,
      'Records and nameservers you have set are in effect now.',
    ],
    action: domainAction(links, facts, 'Open the domain'),
  };
}

export function registrationFailed(
  links: NoticeLinks,
  facts: DomainFacts & { readonly termId: string; readonly reason: string },
): Notice {
  return {
    kind: 'registration-failed',
    onceKey: `registration-failed:${facts.termId}`,
    subject: `${facts.name} could not be registered`,
    paragraphs: [
      `The registry refused ${facts.name}: ${facts.reason}`,
      'All credits for it are back in your balance.',
    ],
    action: domainAction(links, facts, 'See what happened'),
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
      `${facts.name} was renewed automatically for ${credits(facts.amountCents)} and is now yours until ${formatDay(facts.expiresAt)}. There is nothing for you to do.`,
    ],
    action: domainAction(links, facts, 'Open the domain'),
  };
}

export interface FailedRenewal extends DomainFacts {
  readonly expiresAt: number;
  readonly releasedAt: number;
  readonly now: number;
  readonly reason: string;
  readonly autoRenew: boolean;
}

/** The registry said no to a renewal that was paid for; the credits have come back. */
export function renewalRefused(
  links: NoticeLinks,
  facts: FailedRenewal & { readonly termId: string; readonly isAutomatic: boolean },
): Notice {
  return {
    kind: facts.isAutomatic ? 'auto-renewal-failed' : 'renewal-failed',
    onceKey: `renewal-refused:${facts.termId}`,
    subject: `${facts.name} could not be renewed`,
    paragraphs: [
      `The registry refused to renew ${facts.name}: ${facts.reason}`,
      `The credits for it are back in your balance. ${whatNow(facts)}`,
    ],
    action: domainAction(links, facts, 'Renew it yourself'),
  };
}

/** Auto-renewal could not even begin, for another reason than credits. At most one a day. */
export function autoRenewalImpossible(
  links: NoticeLinks,
  facts: FailedRenewal & { readonly domainId: string },
): Notice {
  return {
    kind: 'auto-renewal-failed',
    onceKey: `auto-renewal-impossible:${facts.domainId}:${isoDay(facts.now)}`,
    subject: `${facts.name} could not be renewed`,
    paragraphs: [
      `${facts.name} could not be renewed automatically: ${facts.reason}`,
      `Nothing was charged. ${whatNow(facts)}`,
    ],
    action: domainAction(links, facts, 'Open the domain'),
  };
}

function whatNow({ expiresAt, releasedAt, now, autoRenew }: FailedRenewal): string {
  if (now >= expiresAt) {
    return `The domain expired on ${formatDay(expiresAt)} and is released on ${formatDay(releasedAt)} unless it is renewed before.`;
  }
  const then = autoRenew ? 'we try again every day until then.' : 'renew it before to keep it.';
  return `The domain still expires on ${formatDay(expiresAt)}; ${then}`;
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
      `Renewing ${others > 0 ? 'these domains' : first?.name} takes ${credits(facts.requiredCents)}, and your balance is ${credits(facts.balanceCents)}. Nothing was charged.`,
      facts.domains
        .map(({ name, expiresAt }) => {
          const verb = expiresAt > facts.now ? 'expires' : 'expired';
          return `${name} ${verb} on ${formatDay(expiresAt)}`;
        })
        .join('\n'),
      `We try again every day before ${others > 0 ? 'a domain expires' : 'it expires'}: top up in time and there is nothing else to do.`,
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
  const verb = missingCents === 100 ? 'is' : 'are';
  return {
    kind: 'credits-forecast',
    onceKey: `forecast:${facts.workspaceId}:${isoDay(facts.now)}`,
    subject: `${credits(missingCents)} ${verb} missing for the renewals of the next 30 days`,
    paragraphs: [
      `In the next 30 days ${facts.domainCount === 1 ? 'one domain is' : `${facts.domainCount} domains are`} to be renewed automatically for ${credits(facts.requiredCents)}. Your balance is ${credits(facts.balanceCents)}: ${credits(missingCents)} ${verb} missing.`,
      'Top up before the renewals fall due, two weeks before each domain expires.',
    ],
    action: {
      label: 'Top up credits',
      url: `${links.publicUrl}/dashboard/${facts.workspaceId}/credits`,
    },
  };
}

/** A receipt: what was paid, for what, and what to name when asking about it. */
export function topUpPaid(
  links: NoticeLinks,
  facts: {
    readonly workspaceId: string;
    readonly topUpId: string;
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
        ? `Your test payment has gone through; no money was taken. Your balance is now ${credits(facts.balanceCents)}.`
        : `Thank you for your payment. Your balance is now ${credits(facts.balanceCents)}.`,
      [
        `Amount: ${amount}`,
        `Credits: ${formatCredits(facts.amountCents)}`,
        `Date: ${formatDay(facts.at)}`,
        `Reference: ${facts.topUpId}`,
      ].join('\n'),
    ],
    action: {
      label: 'See the statement',
      url: `${links.publicUrl}/dashboard/${facts.workspaceId}/credits`,
    },
  };
}

export interface ExpiryFacts extends DomainFacts {
  readonly domainId: string;
  readonly expiresAt: number;
  readonly now: number;
  readonly days: number;
  /** `failing` when it is on and has been tried in vain. */
  readonly autoRenewal: 'on' | 'off' | 'failing';
  readonly releasedAt: number;
}

export function expiryNotice(links: NoticeLinks, facts: ExpiryFacts): Notice {
  const { name, expiresAt, now } = facts;
  const common = {
    kind: 'expiry-notice',
    onceKey: `notice:${facts.domainId}:${expiresAt}:${facts.days}`,
    action: domainAction(
      links,
      facts,
      facts.autoRenewal === 'on' && now < expiresAt ? 'Open the domain' : 'Renew it now',
    ),
  };
  if (now >= expiresAt) {
    return {
      ...common,
      subject: `${name} has expired`,
      paragraphs: [`${name} expired on ${formatDay(expiresAt)}. ${untilReleased(facts)}`],
    };
  }
  return {
    ...common,
    subject: `${name} expires ${inDays(now, expiresAt)}`,
    paragraphs: [`${name} expires on ${formatDay(expiresAt)}.`, advice[facts.autoRenewal]],
  };
}

const advice: Record<ExpiryFacts['autoRenewal'], string> = {
  on: 'Auto-renewal is on: keep enough credits in your balance and there is nothing else to do.',
  off: 'Auto-renewal is off: renew the domain, or switch auto-renewal on, to keep it.',
  failing:
    'Auto-renewal is on but has not succeeded so far. We keep trying every day; to be safe, check your balance or renew the domain yourself.',
};

function untilReleased({ now, releasedAt }: ExpiryFacts): string {
  return now < releasedAt
    ? `You can still renew it at the normal price until ${formatDay(releasedAt)}; after that it is released and anybody can register it.`
    : `The time to renew it ended on ${formatDay(releasedAt)}: it is being released, and then anybody can register it.`;
}

function domainAction(links: NoticeLinks, domain: DomainFacts, label: string): Notice['action'] {
  const { workspaceId, name } = domain;
  return { label, url: `${links.publicUrl}/dashboard/${workspaceId}/domains/${name}` };
}

function credits(cents: number): string {
  return `${formatCredits(cents)} ${cents === 100 ? 'credit' : 'credits'}`;
}

/** By the day, as the date beside it is read. */
function inDays(now: number, then: number): string {
  const days = Math.floor(then / dayMs) - Math.floor(now / dayMs);
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** Made once: building one costs more than everything else about a notice. */
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

export function formatDay(at: number): string {
  return dayFormat.format(at);
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
