/** What the overview says about what needs attention: one sentence for people each. */
import type { Output } from '@hostmaster/contract';
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { isoTime } from '../base/iso-time.ts';
import { formatCredits } from '../base/money.ts';
import type { DomainStatus } from '../domains/status.ts';
import type { ShownJob } from '../jobs/job-control.ts';
import { formatDay } from '../notices/notice-dates.ts';
import type { DomainWith } from '../storage/tables/domains/domains.ts';
import type { User } from '../storage/tables/people/users.ts';
import type { UnpaidRenewals } from './credit-forecast.ts';
import type { RefusedChange } from './refused-changes.ts';

type Overview = DashboardOutput<'getOverview'>;
export type Attention = Overview['attention'][number];

export function aboutWorkspace(
  user: Pick<User, 'emailVerifiedAt'> | undefined,
  forecast: Overview['forecast'],
): Attention[] {
  const about: Attention[] = [];
  if (forecast.missingCredits > 0) {
    const text = `You need ${forecast.missingCredits} more credits to cover renewals in the next ${forecast.untilDays} days.`;
    about.push({ kind: 'low_credits', domain: null, at: null, text });
  }
  if (user !== undefined && user.emailVerifiedAt === null) {
    const text = "Your email address isn't confirmed yet.";
    about.push({ kind: 'email_unverified', domain: null, at: null, text });
  }
  return about;
}

export function refusedChangeOf({ name, refusal }: RefusedChange): Attention {
  const text = `The registry declined a change of ${name}: ${refusal ?? ''}`;
  return { kind: 'change_refused', domain: name, at: null, text };
}

export function dnssecProblemOf(problem: {
  readonly name: string;
  readonly detail: string;
}): Attention {
  const { name: domain, detail: text } = problem;
  return { kind: 'dnssec', domain, at: null, text };
}

/** What the registry said is for the operator; the customer learns that someone looks at it. */
export function delayOf({ domainName: domain, kind }: ShownJob): Attention[] {
  if (domain === null) return [];
  const work = kind === 'provision-domain' ? 'Registering' : 'Updating';
  const text = `${work} ${domain} at the registry is taking longer than usual. We're looking into it.`;
  return [{ kind: 'delayed', domain, at: null, text }];
}

/** One entry for all of them, however many there are. */
export function unpaidEntries({ count, costCents }: UnpaidRenewals): Attention[] {
  if (count === 0) return [];
  const text = `${count === 1 ? '1 domain' : `${count} domains`} expired because your balance was too low. Renewing costs ${formatCredits(costCents)} credits.`;
  return [{ kind: 'renewals_unpaid', domain: null, at: null, text }];
}

export function refusalOf(name: string): Attention {
  const text = `${name} couldn't be registered. Your credits were refunded.`;
  return { kind: 'registration_failed', domain: name, at: null, text };
}

/** About a domain that auto-renewal does not handle. */
export function expiringOf(
  { name, registration: { expiresAt } }: DomainWith<'name' | 'expiresAt'>,
  status: DomainStatus,
): Attention {
  const day = formatDay(expiresAt);
  const about = { domain: name, at: isoTime(expiresAt) };
  if (status === 'expired') {
    return { ...about, kind: 'expired', text: `${name} expired on ${day}.` };
  }
  if (status === 'failed') {
    const text = `${name} couldn't be renewed and expires on ${day}.`;
    return { ...about, kind: 'renewal_failed', text };
  }
  const text = `${name} expires on ${day} and auto-renew is off.`;
  return { ...about, kind: 'expiring_without_renewal', text };
}

export function restorableOf(name: string, until: number): Attention {
  const text = `${name} was deleted. You can restore it until ${formatDay(until)}.`;
  return { kind: 'restorable', domain: name, at: isoTime(until), text };
}

export function transferAttention(
  transfer: Output<'listTransfers'>['transfers'][number],
): Attention[] {
  const { domain, status, action } = transfer;
  if (status !== 'action_required') return [];
  const text = `The transfer of ${domain} waits for you. ${action ?? ''}`.trim();
  return [{ kind: 'transfer_action', domain, at: null, text }];
}
