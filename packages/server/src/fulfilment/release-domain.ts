/**
 * Deletes an expired domain at the registry. A fresh `info` must show the domain as ours first, and
 * after a lost reply the job queries the registry again.
 */
import { newId } from '../base/ids.ts';
import { payloadOf } from '../jobs/handler.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import { findDomainById } from '../storage/queries/domains.ts';
import { endRelease } from '../storage/queries/lifecycle.ts';
import { setEndedAt } from '../storage/queries/registry-notes.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { closeZone } from '../zones/publication/publish-change.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import type { DomainJob } from './job-kinds.ts';
import { journalSend } from './journal.ts';

export async function releaseDomain(context: FulfilmentContext): Promise<void> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const domain = await context.database.first(findDomainById, { id: domainId });
  if (domain?.state !== 'releasing') {
    await context.database.transaction((tx) => finishJob(tx, context.job));
    return;
  }
  const found = await context.registrar.info(domain.name);
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
  if (outcome.kind === 'pending') {
    await context.database.transaction((tx) =>
      postponeJob(tx, context.job, { delayMs: outcome.askAfterMs, attempts: 0 }),
    );
    return;
  }
  await conclude(context, domain);
}

async function conclude(context: FulfilmentContext, domain: Domain): Promise<void> {
  await context.database.transaction(async (tx) => {
    const at = await context.calendarNow(tx);
    await tx.run(endRelease, { id: domain.id });
    await tx.run(setEndedAt, { domainId: domain.id, endedAt: at });
    await closeZone(tx, domain);
    await recordActivity(tx, {
      id: newId('act'),
      at,
      actor: systemActor(domain.workspaceId, context.job.kind),
      action: 'domain.released',
      subject: domain.name,
    });
    await finishJob(tx, context.job);
  });
}
