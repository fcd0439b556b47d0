/**
 * Auto-renewal: the same operation as the API's, one year, at the workspace's price. A refused
 * attempt is recorded with its reason and retried a day later.
 */
import { InsufficientCredits, Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { combine, noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { autoRenewLeadMs, nextDueAt, nextEvent } from '../domains/lifecycle.ts';
import { autoRenewalImpossible, autoRenewalUnpaid } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import type { Call } from '../operations/operation.ts';
import { renewDomain } from '../operations/renew-domain.ts';
import { renewalCostsCents } from '../operations/renewal-cost.ts';
import { lockDomainById } from '../storage/queries/domains.ts';
import { listRenewals, lockDueDomain, setRenewalTried } from '../storage/queries/lifecycle.ts';
import { type RowWrite, update } from '../storage/row-write.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { type Domain, domains } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { endOfDay } from './end-of-day.ts';
import type { HandledToday } from './handled-today.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

interface DueRenewal {
  readonly id: string;
  readonly now: number;
  readonly domain: Domain;
  readonly today: HandledToday;
}

export async function autoRenew(services: LifecycleServices, due: DueRenewal): Promise<void> {
  try {
    await renew(services, due);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'storage_unavailable') throw error;
    await recordFailedTry(services, due, error);
  }
}

async function renew(services: LifecycleServices, due: DueRenewal): Promise<void> {
  const { database } = services;
  const call: Call = {
    actor: systemActor(due.domain.workspaceId, 'auto-renewal'),
    now: due.now,
    operationId: newId('act'),
    services: services.operations,
  };
  const renewal = await renewDomain.begin(database, call, { domain: due.domain.name, years: 1 });
  await persist(database, {
    ...renewal,
    async load(reader) {
      const domain = await reader.first(lockDueDomain, { id: due.id, now: due.now });
      const isDue = domain !== undefined && isRenewalDue(services, domain, due);
      return isDue ? { domain, renewal: await renewal.load(reader) } : null;
    },
    decide(loaded) {
      if (loaded === null) return { answer: undefined, change: noChange };
      const { answer, change } = renewal.decide(loaded.renewal);
      const expiresAt = Date.parse(answer.domain.expiresAt);
      const renewed = { ...loaded.domain, expiresAt, renewalFailed: false };
      const rows = [triedRow(services, renewed, due)];
      return { answer: undefined, change: combine(change, { rows }) };
    },
  });
}

/** The next try is a day later. */
function triedRow(services: LifecycleServices, domain: Domain, { now }: DueRenewal): RowWrite {
  const dueAt = nextDueAt({ ...domain, renewalTriedAt: now }, services.operations.rules);
  return update(domains, { id: domain.id }, { renewalTriedAt: now, dueAt });
}

/** Another process may have renewed the domain since it was read. */
async function isStillDue(
  tx: HostmasterTx,
  services: LifecycleServices,
  due: DueRenewal,
): Promise<boolean> {
  const domain = await tx.first(lockDueDomain, { id: due.id, now: due.now });
  return domain !== undefined && isRenewalDue(services, domain, due);
}

function isRenewalDue(services: LifecycleServices, domain: Domain, { now }: DueRenewal): boolean {
  const event = nextEvent(domain, services.operations.rules);
  return event?.kind === 'auto-renew' && event.at <= now;
}

async function markTried(
  tx: HostmasterTx,
  services: LifecycleServices,
  due: DueRenewal,
): Promise<void> {
  const domain = await tx.first(lockDomainById, { id: due.id });
  if (domain === undefined) throw new Error(`${due.id} is gone.`);
  const tried = { ...domain, renewalTriedAt: due.now };
  await tx.run(setRenewalTried, {
    id: due.id,
    triedAt: due.now,
    dueAt: nextDueAt(tried, services.operations.rules),
  });
}

async function recordFailedTry(
  services: LifecycleServices,
  due: DueRenewal,
  refusal: Refusal,
): Promise<void> {
  const { domain, now, today } = due;
  await services.database.transaction(async (tx) => {
    if (!(await isStillDue(tx, services, due))) return;
    await markTried(tx, services, due);
    if (refusal instanceof InsufficientCredits) {
      const { balanceCents } = refusal;
      await notifyMissingCredits(tx, services, { domain, now, today, balanceCents });
    } else {
      await notifyRefusal(tx, services, { domain, now, reason: refusal.message });
    }
    recordFact(tx, {
      id: newId('act'),
      at: now,
      actor: systemActor(domain.workspaceId, 'auto-renewal'),
      fact: {
        kind: 'domain.auto_renewal_failed',
        domain: domain.name,
        reason: refusal.message,
        code: refusal.code,
      },
    });
  });
}

/**
 * Sends one mail per workspace and day that lists every domain due today that the balance does not
 * cover. The same sweep renews the domains it covers.
 */
async function notifyMissingCredits(
  tx: HostmasterTx,
  services: LifecycleServices,
  facts: Pick<DueRenewal, 'domain' | 'now' | 'today'> & { readonly balanceCents: number },
): Promise<void> {
  const { domain, now, today, balanceCents } = facts;
  const workspaceId = domain.workspaceId;
  const subject = `unpaid ${workspaceId}`;
  if (today.isDone(subject, now)) return;
  tx.afterCommit(() => today.add(subject, now));
  const waiting = await tx.all(listRenewals, {
    workspaceId,
    // A late attempt, for example after an outage, may run after the expiry.
    from: Math.min(now, domain.expiresAt - 1),
    until: endOfDay(now) + autoRenewLeadMs,
  });
  const costsCents = await renewalCostsCents(tx, workspaceId, waiting);
  let leftCents = balanceCents;
  let requiredCents = 0;
  const unpaid = waiting.filter(({ id }, i) => {
    const costCents = costsCents[i] ?? 0;
    if (id !== domain.id && costCents <= leftCents) {
      leftCents -= costCents;
      return false;
    }
    requiredCents += costCents;
    return true;
  });
  await postMail(tx, {
    workspaceId,
    at: now,
    notice: autoRenewalUnpaid(services.links, {
      workspaceId,
      now,
      domains: unpaid.map(({ name, expiresAt }) => ({ name, expiresAt })),
      requiredCents,
      balanceCents,
    }),
  });
}

async function notifyRefusal(
  tx: HostmasterTx,
  services: LifecycleServices,
  facts: { readonly domain: Domain; readonly now: number; readonly reason: string },
): Promise<void> {
  const { domain, now, reason } = facts;
  await postMail(tx, {
    workspaceId: domain.workspaceId,
    at: now,
    notice: autoRenewalImpossible(services.links, {
      workspaceId: domain.workspaceId,
      domainId: domain.id,
      name: domain.name,
      expiresAt: domain.expiresAt,
      releasedAt: domain.expiresAt + services.operations.rules.graceMs(domain.name),
      now,
      reason,
      autoRenew: true,
    }),
  });
}
