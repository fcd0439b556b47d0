/** The overview page: what needs attention, recent activity and first steps. */

import { type DashboardOutput, forecastDays, topUpLimits } from '@hostmaster/contract/dashboard';
import { dayMs } from '@hostmaster/contract/durations';
import { centsToCredits } from '../base/money.ts';
import { readStuckJobs } from '../jobs/job-control.ts';
import { balanceCents } from '../ledger/balances.ts';
import type { ReadCall } from '../operations/operation.ts';
import { listTransfers } from '../operations/transfers/list-transfers.ts';
import { statusOf } from '../operations/views.ts';
import { findPaidTopUp } from '../storage/queries/credits/top-ups.ts';
import { listWorkspaceDnssecProblems } from '../storage/queries/domains/dnssec-problems.ts';
import {
  countExpiring,
  countReleasing,
  countShownRefused,
  listExpiring,
  listRefused,
  listRestorable,
} from '../storage/queries/domains/domain-overview.ts';
import { findAnyApiKey } from '../storage/queries/keys/api-keys.ts';
import { findUser } from '../storage/queries/people/users.ts';
import { findAnyRecord } from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { readActivity } from '../workspaces/activity.ts';
import { forecastCredits, type UnpaidRenewals } from './credit-forecast.ts';
import type { Handlers } from './dashboard-handler.ts';
import {
  type Attention,
  aboutWorkspace,
  delayOf,
  dnssecProblemOf,
  expiringOf,
  refusalOf,
  refusedChangeOf,
  restorableOf,
  transferAttention,
  unpaidEntries,
} from './overview-attention.ts';
import { readRefusedChanges } from './refused-changes.ts';
import { shownEntries } from './shown-activity.ts';
import { shownTransfersOut } from './transfers-out.ts';

type Overview = DashboardOutput<'getOverview'>;

const anyTime = Number.MAX_SAFE_INTEGER;
const recentEntries = 10;
const attentionMax = 20;
/** One more than is shown tells that there are more. */
const limit = attentionMax + 1;
/** The entries of a kind that can be many: more than the page shows line by line, so that it sums them up. */
const ofOneKind = 5;
/** How long a failed registration is shown; there is nothing to do about it. */
const refusalsShownMs = 14 * dayMs;

export const overviewHandlers = {
  async getOverview(request) {
    const { services, call } = request;
    const { database } = services;
    const { workspaceId } = call.actor;
    const since = call.now - refusalsShownMs;
    const [balance, domainCounts, attention, refused, user, activity, key, record] =
      await Promise.all([
        balanceCents(database, workspaceId),
        countDomains(database, call),
        attentionToDomains(database, call),
        database.all(listRefused, { workspaceId, since, limit: ofOneKind }),
        database.first(findUser, { id: request.accountId }),
        readActivity(database, { workspaceId, limit: recentEntries, isMailHidden: true }),
        database.first(findAnyApiKey, { workspaceId }),
        database.first(findAnyRecord, { workspaceId }),
      ]);
    const [stuck, refusals, incoming, dnssec] = await Promise.all([
      readStuckJobs(database, { workspaceId, now: services.clock.now(), limit }),
      readRefusedChanges(database, { workspaceId, limit }),
      listTransfers.read(database, call, { limit }),
      database.all(listWorkspaceDnssecProblems, { workspaceId, limit }),
    ]);
    const { forecasts, unpaid } = await forecastCredits(
      database,
      { workspaceId, now: call.now, balanceCents: balance },
      [forecastDays.near],
    );
    const [forecast] = forecasts;
    if (forecast === undefined) throw new Error('No forecast.');
    const all = [
      ...unpaidEntries(unpaid),
      ...aboutWorkspace(user, forecast),
      ...incoming.transfers.flatMap(transferAttention),
      ...stuck.flatMap(delayOf),
      ...refusals.map(refusedChangeOf),
      ...dnssec.map(dnssecProblemOf),
      // Those that can be many come last, a few of each kind: they hide nothing.
      ...attention,
      ...refused.map(({ name }) => refusalOf(name)),
    ];
    const hasDomain = Object.values(domainCounts).some((count) => count > 0);
    const { provider } = services.payments.method;
    return {
      balance: centsToCredits(balance),
      forecast,
      attention: all.slice(0, attentionMax),
      transfersOut: await shownTransfersOut(database, workspaceId),
      unpaid: unpaidView(unpaid, { balance, provider }),
      isAttentionCut: all.length > attentionMax,
      activity: await shownEntries(database, activity),
      steps: {
        hasCredits: balance > 0 || hasDomain,
        hasToppedUp: (await database.first(findPaidTopUp, { workspaceId })) !== undefined,
        hasDomain,
        hasRecord: record !== undefined,
        hasToken: key !== undefined,
      },
      domainCounts,
    };
  },
} satisfies Partial<Handlers>;

async function countDomains(
  reader: HostmasterReader,
  { actor: { workspaceId }, now, services }: ReadCall,
): Promise<Overview['domainCounts']> {
  const soon = now + services.rules.expiringSoonMs;
  const count = async (renewalFailed: 0 | 1, from: number, until: number) =>
    (await reader.first(countExpiring, { workspaceId, renewalFailed, from, until }))?.count ?? 0;
  const [expired, unrenewed, expiringSoon, active, releasing, refused] = await Promise.all([
    Promise.all([count(0, 0, now), count(1, 0, now)]),
    count(1, now, anyTime),
    count(0, now, soon),
    count(0, soon, anyTime),
    reader.first(countReleasing, { workspaceId }),
    reader.first(countShownRefused, { workspaceId }),
  ]);
  return {
    active,
    expiring_soon: expiringSoon,
    expired: expired[0] + expired[1],
    deleted: releasing?.count ?? 0,
    failed: unrenewed + (refused?.count ?? 0),
  };
}

/** Domains that auto-renewal does not handle and deleted ones, those with the earliest deadline first. */
async function attentionToDomains(reader: HostmasterReader, call: ReadCall): Promise<Attention[]> {
  const { now, services } = call;
  const { workspaceId } = call.actor;
  const soon = now + services.rules.expiringSoonMs;
  const list = (autoRenew: 0 | 1, renewalFailed: 0 | 1, from: number, until: number) =>
    reader.all(listExpiring, {
      workspaceId,
      autoRenew,
      renewalFailed,
      from,
      until,
      limit: ofOneKind,
    });
  const lapsing = await Promise.all([
    list(0, 0, 0, now),
    list(0, 0, now, soon),
    list(0, 1, 0, anyTime),
    list(1, 1, 0, anyTime),
  ]);
  const restorable = await reader.all(listRestorable, { workspaceId, now, limit: ofOneKind });
  return [
    ...lapsing.flat().map((domain) => expiringOf(domain, statusOf(domain, call))),
    ...restorable.map(({ name, release: { redemptionUntil } }) =>
      restorableOf(name, redemptionUntil ?? now),
    ),
  ].sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
}

type Provider = 'stripe' | 'sandbox' | 'none';

function unpaidView(
  { count, costCents, listed }: UnpaidRenewals,
  { balance, provider }: { readonly balance: number; readonly provider: Provider },
): Overview['unpaid'] {
  return {
    count,
    domains: listed.map((each) => ({ domain: each.name, credits: centsToCredits(each.costCents) })),
    requiredCredits: centsToCredits(costCents),
    missingCredits: centsToCredits(Math.max(0, costCents - balance)),
    topUp: topUpFor(costCents - balance, { provider, renewals: count }),
  };
}

/** In whole credits, within the limits of a payment. */
function topUpFor(
  missingCents: number,
  order: { readonly provider: Provider; readonly renewals: number },
): Overview['unpaid']['topUp'] {
  const { creditsMin, creditsMax, renewalsMax } = topUpLimits;
  const { provider } = order;
  const credits = Math.max(creditsMin, Math.ceil(centsToCredits(missingCents)));
  if (missingCents <= 0 || provider === 'none' || credits > creditsMax) return null;
  return order.renewals > renewalsMax ? null : { provider, credits };
}
