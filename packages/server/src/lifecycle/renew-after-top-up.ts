/**
 * The renewals that were ordered together with a top-up, once it is paid: the same operation as the API's,
 * for one year each, at no more than the price that the customer saw. A domain that is no longer expired
 * was renewed in another way and is left alone.
 */
import { readList } from '@hostmaster/storage';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { centsToCredits } from '../base/money.ts';
import { combine, noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { bindHandlers, type JobContext, type JobHandler, payloadOf } from '../jobs/job-handler.ts';
import { finishJob } from '../jobs/persist-job.ts';
import { domainKey } from '../operations/loading.ts';
import type { Call } from '../operations/operation.ts';
import { renewDomain } from '../operations/renewal/renew-domain.ts';
import type { PaidRenewalsJob } from '../payments/paid-renewals.ts';
import { findTopUp } from '../storage/queries/credits/top-ups.ts';
import { lockDomain } from '../storage/queries/domains/domains.ts';
import { listPaidRenewals, lockPaidRenewal } from '../storage/queries/renewal/paid-renewals.ts';
import { update } from '../storage/row-write.ts';
import type { TopUp } from '../storage/tables/credits/top-ups.ts';
import { type PaidRenewal, paidRenewals } from '../storage/tables/renewal/paid-renewals.ts';
import { ownerGrant, userActor } from '../workspaces/actor.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

type RenewalServices = Pick<LifecycleServices, 'database' | 'operations' | 'calendarNow'>;

export function paidRenewalJobs(services: RenewalServices): ReadonlyMap<string, JobHandler> {
  return bindHandlers({ 'renew-after-top-up': renewAll }, services);
}

async function renewAll(context: RenewalServices & JobContext): Promise<void> {
  const { database } = context;
  const { topUpId } = payloadOf<PaidRenewalsJob>(context.job);
  const topUp = await database.first(findTopUp, { id: topUpId });
  if (topUp === undefined) throw new Error(`${topUpId} is gone.`);
  for (const renewal of await readList(database, listPaidRenewals, { topUpId })) {
    if (renewal.state !== 'waiting') continue;
    await context.holdLease();
    await renewOne(context, topUp, renewal);
  }
  await finishJob(context);
}

async function renewOne(
  services: RenewalServices,
  topUp: TopUp,
  renewal: PaidRenewal,
): Promise<void> {
  const { database, operations } = services;
  const { topUpId, name, maxCents } = renewal;
  const call: Call = {
    // It was allowed when it was ordered, whatever the role is by now.
    actor: userActor(topUp.requestedBy, topUp.workspaceId, ownerGrant),
    now: await services.calendarNow(database),
    operationId: newId('act'),
    services: operations,
  };
  const { workspaceId } = topUp;
  try {
    const maxCredits = centsToCredits(maxCents);
    const input = { domain: name, years: 1, maxCredits };
    const work = await renewDomain.begin(database, call, input);
    await persist(database, {
      ...work,
      async load(reader) {
        const domain = await reader.first(lockDomain, { workspaceId, name });
        const ordered = await reader.first(lockPaidRenewal, { topUpId, name });
        const isDone = domain !== undefined && domain.registration.expiresAt > call.now;
        if (ordered?.state !== 'waiting') return { kind: 'settled' } as const;
        if (isDone) return { kind: 'renewed' } as const;
        return { kind: 'due', renewal: await work.load(reader) } as const;
      },
      decide(loaded) {
        if (loaded.kind === 'settled') return { answer: undefined, change: noChange };
        const settled = { rows: [update(paidRenewals, { topUpId, name }, { state: 'done' })] };
        if (loaded.kind === 'renewed') return { answer: undefined, change: settled };
        const { change } = work.decide(loaded.renewal);
        return { answer: undefined, change: combine(settled, change) };
      },
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'storage_unavailable') throw error;
    await recordRefusal(services, { call, renewal, reason: error.message });
  }
}

async function recordRefusal(
  { database }: RenewalServices,
  facts: { readonly call: Call; readonly renewal: PaidRenewal; readonly reason: string },
): Promise<void> {
  const { call, renewal, reason } = facts;
  const { topUpId, name } = renewal;
  const { actor, now: at } = call;
  await persist(database, {
    keys: [domainKey(name)],
    owner: actor.workspaceId,
    commit: 'shared',
    load: (reader) => reader.first(lockPaidRenewal, { topUpId, name }),
    decide(ordered) {
      if (ordered?.state !== 'waiting') return { answer: undefined, change: noChange };
      const fact = { kind: 'domain.paid_renewal_failed', domain: name, reason } as const;
      const change = {
        rows: [update(paidRenewals, { topUpId, name }, { state: 'refused' })],
        facts: [{ id: newId('act'), at, actor, fact }],
      };
      return { answer: undefined, change };
    },
  });
}
