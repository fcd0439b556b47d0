/**
 * Deletes an expired domain at the registry. A fresh `info` must show the domain as ours first, and
 * after a lost reply the job queries the registry again.
 */
import { dayMs } from '@hostmaster/contract/durations';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { payloadOf } from '../jobs/handler.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import { postMail } from '../mail/outbox.ts';
import { domainDeleted } from '../mail/restore-notices.ts';
import type { RegistryDeletion, RegistryDomain } from '../registrars/registrar.ts';
import { findDomainById, lockDomainById } from '../storage/queries/domains.ts';
import { endRelease } from '../storage/queries/lifecycle.ts';
import { setEndedAt } from '../storage/queries/registry-notes.ts';
import { setRedemption, setRestored } from '../storage/queries/restores.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { closeZone } from '../zones/publication/publish-change.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import type { DomainJob } from './job-kinds.ts';
import { journalSend } from './journal.ts';

/** How often a name that cannot be restored any more is looked at until it is free. */
const purgeAskMs = dayMs;

export async function releaseDomain(context: FulfilmentContext): Promise<void> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const domain = await context.database.first(findDomainById, { id: domainId });
  if (domain?.state !== 'releasing') {
    await context.database.transaction((tx) => finishJob(tx, context.job));
    return;
  }
  const askedAt = await context.calendarNow(context.database);
  const found = await context.registrar.info(domain.name);
  if (found?.isOurs === true && found.deletion !== null) {
    await keepInRedemption(context, domain, { ...found.deletion, askedAt });
    return;
  }
  if (found?.isOurs === true && domain.redemptionUntil !== null) {
    await resume(context, domain, found);
    return;
  }
  // A registry with a redemption period still shows domains that are pending deletion.
  if (found === null || !found.isOurs || found.pending === 'delete') {
    await conclude(context, domain);
    return;
  }
  const sendId = await context.database.transaction(async (tx) =>
    journalSend(tx, {
      domainId,
      termId: null,
      command: 'delete',
      expected: String(found.expiresAt),
      at: await context.calendarNow(tx),
    }),
  );
  const outcome = await context.registrar.delete({
    sendId,
    name: domain.name,
    beforeSend: context.holdLease,
  });
  if (outcome.kind === 'refused') throw new Error(`The registry keeps the name: ${outcome.reason}`);
  const { redemption } = context.registrar.capabilitiesFor(domain.name);
  if (outcome.kind === 'done' && !redemption) {
    await conclude(context, domain);
    return;
  }
  // Another look shows whether the name is free or can be restored.
  const delayMs = outcome.kind === 'pending' ? outcome.askAfterMs : 0;
  await context.database.transaction((tx) =>
    postponeJob(tx, context.job, { delayMs, attempts: 0 }),
  );
}

/**
 * The domain stays listed and its zone stays ready until the registry has freed the name. The next
 * look counts from the question: what happened since is not in the answer.
 */
async function keepInRedemption(
  context: FulfilmentContext,
  { id }: Domain,
  { restorableUntil, askedAt: at }: RegistryDeletion & { readonly askedAt: number },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id });
    await finishJob(tx, context.job);
    if (domain?.state !== 'releasing') return;
    const deletedAt = domain.deletedAt ?? at;
    const redemptionUntil = domain.redemptionUntil ?? restorableUntil ?? at;
    const dueAt = redemptionUntil > at ? redemptionUntil : at + purgeAskMs;
    await tx.run(setRedemption, { id, deletedAt, redemptionUntil, dueAt });
    if (domain.redemptionUntil !== null) return;
    const { workspaceId, name } = domain;
    const facts = { workspaceId, name, until: redemptionUntil, changeId: context.job.id };
    await postMail(tx, { workspaceId, at, notice: domainDeleted(context.links, facts) });
    recordFact(tx, {
      id: newId('act'),
      at,
      actor: systemActor(workspaceId, context.job.kind),
      fact: { kind: 'domain.deleted', domain: name, until: isoTime(redemptionUntil) },
    });
  });
}

/** Restored at the registry without us: what was promised to the customer holds again. */
async function resume(
  context: FulfilmentContext,
  { id, workspaceId, name }: Domain,
  { expiresAt }: RegistryDomain,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const at = await context.calendarNow(tx);
    const domain = await tx.first(lockDomainById, { id });
    await finishJob(tx, context.job);
    if (domain?.state !== 'releasing') return;
    const registryExpiresAt = expiresAt ?? domain.registryExpiresAt;
    const live: Domain = { ...domain, state: 'live', registryExpiresAt, redemptionUntil: null };
    await tx.run(setRestored, { id, registryExpiresAt, dueAt: nextDueAt(live, context.rules) });
    recordFact(tx, {
      id: newId('act'),
      at,
      actor: systemActor(workspaceId, context.job.kind),
      fact: { kind: 'domain.restored', domain: name },
    });
  });
}

async function conclude(context: FulfilmentContext, domain: Domain): Promise<void> {
  await context.database.transaction(async (tx) => {
    const at = await context.calendarNow(tx);
    await tx.run(endRelease, { id: domain.id });
    await tx.run(setEndedAt, { domainId: domain.id, endedAt: at });
    await closeZone(tx, domain);
    recordFact(tx, {
      id: newId('act'),
      at,
      actor: systemActor(domain.workspaceId, context.job.kind),
      fact: { kind: 'domain.released', domain: domain.name },
    });
    await finishJob(tx, context.job);
  });
}
