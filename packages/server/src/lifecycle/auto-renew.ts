/**
 * Auto-renewal: the same operation as the API's, one year, at the workspace's price. A try that is
 * refused is written down with its reason and comes again a day later.
 */
import { InsufficientCredits, Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { autoRenewLeadMs, nextDueAt, nextEvent } from '../domains/lifecycle.ts';
import { autoRenewalUnpaid } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import type { Call } from '../operations/operation.ts';
import { renewDomain } from '../operations/renew-domain.ts';
import { renewalCostOf } from '../operations/renewal-cost.ts';
import { lockDomainById } from '../storage/queries/domains.ts';
import { listRenewals, lockDueDomain, setRenewalTried } from '../storage/queries/lifecycle.ts';
import type { DomainRow, HostmasterTx } from '../storage/schema.ts';
import { isRecorded, recordActivity } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { LifecycleServices } from './sweeper.ts';

interface DueRenewal {
  readonly id: string;
  readonly now: number;
  readonly domain: DomainRow;
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
    actor: systemActor(due.domain.workspace_id, 'auto-renewal'),
    now: due.now,
    operationId: newId('act'),
    services: services.operations,
  };
  const apply = await renewDomain.begin(database, call, { domain: due.domain.name, years: 1 });
  await database.transaction(
    async (tx) => {
      if (!(await isStillDue(tx, services, due))) return;
      await apply(tx);
      await markTried(tx, services, due);
    },
    { committed: () => isRecorded(database, call.operationId) },
  );
}

/** Between the look and this transaction another process may have renewed it. */
async function isStillDue(
  tx: HostmasterTx,
  services: LifecycleServices,
  due: DueRenewal,
): Promise<boolean> {
  const domain = await tx.first(lockDueDomain, { id: due.id, now: due.now });
  if (domain === undefined) return false;
  const event = nextEvent(domain, services.operations.rules);
  return event?.kind === 'auto-renew' && event.at <= due.now;
}

async function markTried(
  tx: HostmasterTx,
  services: LifecycleServices,
  due: DueRenewal,
): Promise<void> {
  const domain = await tx.first(lockDomainById, { id: due.id });
  if (domain === undefined) throw new Error(`${due.id} is gone.`);
  const tried = { ...domain, renewal_tried_at: due.now };
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
  const { domain, now } = due;
  await services.database.transaction(async (tx) => {
    if (!(await isStillDue(tx, services, due))) return;
    await markTried(tx, services, due);
    if (refusal instanceof InsufficientCredits) {
      await tellAboutCredits(tx, services, { domain, now, balanceCents: refusal.balanceCents });
    }
    await recordActivity(tx, {
      id: newId('act'),
      at: now,
      actor: systemActor(domain.workspace_id, 'auto-renewal'),
      action: 'domain.auto_renewal_failed',
      subject: domain.name,
      details: { reason: refusal.message, code: refusal.code },
    });
  });
}

/** Once a day and workspace, about every domain that waits for credits. */
async function tellAboutCredits(
  tx: HostmasterTx,
  services: LifecycleServices,
  facts: { readonly domain: DomainRow; readonly now: number; readonly balanceCents: number },
): Promise<void> {
  const workspaceId = facts.domain.workspace_id;
  const { now } = facts;
  const waiting = await tx.all(listRenewals, {
    workspaceId,
    from: now,
    until: now + autoRenewLeadMs,
  });
  await postMail(tx, {
    workspaceId,
    at: now,
    notice: autoRenewalUnpaid(services.links, {
      workspaceId,
      now,
      domains: waiting.map(({ name, expires_at }) => ({ name, expiresAt: expires_at })),
      requiredCents: await renewalCostOf(tx, workspaceId, waiting),
      balanceCents: facts.balanceCents,
    }),
  });
}
