/** The overview page: what needs attention, recent activity and first steps. */
import type { Output } from '@hostmaster/contract';
import { type DashboardOutput, forecastDays, topUpLimits } from '@hostmaster/contract/dashboard';
import { dayMs } from '@hostmaster/contract/durations';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits, formatCredits } from '../base/money.ts';
import type { DomainStatus } from '../domains/status.ts';
import { readStuckJobs, type ShownJob } from '../jobs/job-control.ts';
import { balanceCents } from '../ledger/balances.ts';
import { formatDay } from '../mail/notice-dates.ts';
import { unpaidRenewals } from '../operations/renewal/unpaid-renewals.ts';
import { listTransfers } from '../operations/transfers/list-transfers.ts';
import { statusOf } from '../operations/views.ts';
import { listRefused, listShownDomains } from '../storage/queries/domains/domains.ts';
import { findAnyApiKey } from '../storage/queries/keys/api-keys.ts';
import { findUser } from '../storage/queries/people/users.ts';
import { findAnyRecord } from '../storage/queries/records/records.ts';
import { listRefusals } from '../storage/queries/registry/registry-notes.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { User } from '../storage/tables/people/users.ts';
import { readActivity } from '../workspaces/activity.ts';
import { forecastCredits } from './credit-forecast.ts';
import type { Handlers } from './dashboard-handler.ts';
import { restorableUntil } from './listed-status.ts';
import { shownEntries } from './shown-activity.ts';

type Overview = DashboardOutput<'getOverview'>;
type Attention = Overview['attention'][number];
type ListedDomain = Pick<Domain, 'name' | 'state' | 'autoRenew' | 'expiresAt' | 'redemptionUntil'>;

const recentEntries = 10;
const attentionMax = 20;
/** How long a failed registration is shown; there is nothing to do about it. */
const refusalsShownMs = 14 * dayMs;

export const overviewHandlers = {
  async getOverview(request) {
    const { services, call } = request;
    const { database } = services;
    const { workspaceId } = call.actor;
    const since = call.now - refusalsShownMs;
    const [balance, domains, refused, user, activity, key, record, stuck, refusals, incoming] =
      await Promise.all([
        balanceCents(database, workspaceId),
        database.all(listShownDomains, { workspaceId }),
        database.all(listRefused, { workspaceId, since, limit: attentionMax }),
        database.first(findUser, { id: request.accountId }),
        readActivity(database, { workspaceId, limit: recentEntries, isMailHidden: true }),
        database.first(findAnyApiKey, { workspaceId }),
        database.first(findAnyRecord, { workspaceId }),
        readStuckJobs(database, { workspaceId, now: services.clock.now(), limit: attentionMax }),
        database.all(listRefusals, { workspaceId, limit: attentionMax }),
        listTransfers.read(database, call, { limit: attentionMax }),
      ]);
    const [forecast] = await forecastCredits(
      database,
      { workspaceId, now: call.now, balanceCents: balance },
      [forecastDays.near],
    );
    if (forecast === undefined) throw new Error('No forecast.');
    const isUnpaid = (domain: (typeof domains)[number]) =>
      domain.autoRenew &&
      !domain.renewalFailed &&
      domain.state !== 'releasing' &&
      statusOf(domain, call) === 'expired';
    const unpaid = await unpaidRenewals(database, {
      workspaceId,
      now: call.now,
      expired: new Set(domains.filter(isUnpaid).map(({ name }) => name)),
    });
    const unpaidNames = new Set(unpaid.map(({ name }) => name));
    const unpaidCents = unpaid.reduce((sum, { costCents }) => sum + costCents, 0);
    const counts = { active: 0, expiring_soon: 0, expired: 0, deleted: 0, failed: 0 };
    const attention: Attention[] = [];
    for (const domain of domains) {
      const status = statusOf(domain, call);
      counts[domain.state === 'releasing' ? 'deleted' : status] += 1;
      const entry = unpaidNames.has(domain.name) ? null : attentionTo(domain, status, call.now);
      if (entry !== null) attention.push(entry);
    }
    attention.sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
    const all = [
      ...unpaidEntries(unpaid.length, unpaidCents),
      ...aboutWorkspace(user, forecast),
      ...attention,
      ...incoming.transfers.flatMap(transferAttention),
      ...stuck.flatMap(delayOf),
      ...refusals.map(refusedChangeOf),
      ...refused.map(({ name }) => refusalOf(name)),
    ];
    return {
      balance: centsToCredits(balance),
      forecast,
      attention: all.slice(0, attentionMax),
      unpaid: {
        domains: unpaid.map(({ name, costCents }) => ({
          domain: name,
          credits: centsToCredits(costCents),
        })),
        requiredCredits: centsToCredits(unpaidCents),
        missingCredits: centsToCredits(Math.max(0, unpaidCents - balance)),
        topUp: topUpFor(unpaidCents - balance, {
          provider: services.payments.method.provider,
          renewals: unpaid.length,
        }),
      },
      isAttentionCut: all.length > attentionMax,
      activity: await shownEntries(database, activity),
      steps: {
        hasCredits: balance > 0 || domains.length > 0,
        hasDomain: domains.length > 0,
        hasRecord: record !== undefined,
        hasToken: key !== undefined,
      },
      domainCounts: counts,
    };
  },
} satisfies Partial<Handlers>;

/** In whole credits, within the limits of a payment. */
function topUpFor(
  missingCents: number,
  order: { readonly provider: 'stripe' | 'sandbox' | 'none'; readonly renewals: number },
): Overview['unpaid']['topUp'] {
  const { creditsMin, creditsMax, renewalsMax } = topUpLimits;
  const { provider } = order;
  const credits = Math.max(creditsMin, Math.ceil(centsToCredits(missingCents)));
  if (missingCents <= 0 || provider === 'none' || credits > creditsMax) return null;
  return order.renewals > renewalsMax ? null : { provider, credits };
}

function aboutWorkspace(
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

function refusedChangeOf({ name, refusal }: { name: string; refusal: string | null }): Attention {
  const text = `The registry declined a change of ${name}: ${refusal ?? ''}`;
  return { kind: 'change_refused', domain: name, at: null, text };
}

/** What the registry said is for the operator; the customer learns that someone looks at it. */
function delayOf({ domainName: domain, kind }: ShownJob): Attention[] {
  if (domain === null) return [];
  const work = kind === 'provision-domain' ? 'Registering' : 'Updating';
  const text = `${work} ${domain} at the registry takes longer than usual. We're looking into it.`;
  return [{ kind: 'delayed', domain, at: null, text }];
}

/** One entry for all of them, however many there are. */
function unpaidEntries(count: number, costCents: number): Attention[] {
  if (count === 0) return [];
  const text = `${count === 1 ? '1 domain' : `${count} domains`} expired because your balance was too low. Renewing costs ${formatCredits(costCents)} credits.`;
  return [{ kind: 'renewals_unpaid', domain: null, at: null, text }];
}

function refusalOf(name: string): Attention {
  const text = `${name} couldn't be registered. Your credits were refunded.`;
  return { kind: 'registration_failed', domain: name, at: null, text };
}

/** Null when the domain needs no attention, or auto-renewal handles it. */
function attentionTo(domain: ListedDomain, status: DomainStatus, now: number): Attention | null {
  const { name, expiresAt } = domain;
  const day = formatDay(expiresAt);
  const about = { domain: name, at: isoTime(expiresAt) };
  if (domain.state === 'failed') return null;
  if (domain.state === 'releasing') return restorable(domain, now);
  if (status === 'expired') {
    return { ...about, kind: 'expired', text: `${name} expired on ${day}.` };
  }
  if (status === 'failed') {
    return {
      ...about,
      kind: 'renewal_failed',
      text: `${name} couldn't be renewed and expires on ${day}.`,
    };
  }
  if (status !== 'expiring_soon' || domain.autoRenew) return null;
  const text = `${name} expires on ${day} and auto-renew is off.`;
  return { ...about, kind: 'expiring_without_renewal', text };
}

/** Null when nothing can be done any more. */
function restorable(domain: ListedDomain, now: number): Attention | null {
  const { name } = domain;
  const until = restorableUntil(domain, { now });
  if (until === null) return null;
  const text = `${name} was deleted. You can restore it until ${formatDay(until)}.`;
  return { kind: 'restorable', domain: name, at: isoTime(until), text };
}

function transferAttention(transfer: Output<'listTransfers'>['transfers'][number]): Attention[] {
  const { domain, status, action } = transfer;
  if (status !== 'action_required') return [];
  const text = `The transfer of ${domain} waits for you. ${action ?? ''}`.trim();
  return [{ kind: 'transfer_action', domain, at: null, text }];
}
