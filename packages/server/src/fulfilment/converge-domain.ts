/**
 * Applies the desired state at the registry: nameservers, privacy, lock and hold are compared with a
 * fresh `info` and sent only where they differ.
 */
import { newId } from '../base/ids.ts';
import { payloadOf } from '../jobs/handler.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import { findHold } from '../storage/queries/domain-holds.ts';
import { findDomainById, lockDomainById, setAppliedRevision } from '../storage/queries/domains.ts';
import { findNotes, setSendsAuthCode } from '../storage/queries/registry-notes.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { desiredChanges, registrationOf } from './desired-state.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import type { DomainJob } from './job-kinds.ts';
import { journalSend } from './journal.ts';

const converged = 'domain.converged';
const undecidedAskMs = 5_000;

export async function convergeDomain(context: FulfilmentContext): Promise<void> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const domain = await context.database.first(findDomainById, { id: domainId });
  if (domain?.state !== 'live') {
    await context.database.transaction((tx) => finishJob(tx, context.job));
    return;
  }
  const found = await context.registrar.info(domain.name);
  if (found === null || !found.isOurs) {
    // A retry would not change this. The daily comparison reports it to the operator.
    const reason = 'The registry does not hold this name for us.';
    await conclude(context, domain, { action: 'domain.convergence_refused', details: { reason } });
    return;
  }
  // The registry has not decided on the previous update and would refuse another one.
  if (found.pending === 'update') return askLater(context, undecidedAskMs);
  const registration = await registrationOf(context.database, domain);
  const changes = desiredChanges(domain, found, context.registrar.capabilitiesFor(domain.name), {
    ...registration,
    hold: await context.database.first(findHold, { domainId }),
  });
  const authCode = await authCodeToSend(context, domain);
  if (Object.keys(changes).length === 0 && authCode === null) {
    await conclude(context, domain, null);
    return;
  }
  const sendId = await context.database.transaction(async (tx) =>
    journalSend(tx, {
      domainId,
      termId: null,
      command: 'update',
      expected: String(domain.desiredRevision),
      at: await context.calendarNow(tx),
    }),
  );
  const outcome = await context.registrar.update({
    sendId,
    name: domain.name,
    beforeSend: context.holdLease,
    current: found,
    ...registration,
    ...changes,
    ...(authCode === null ? {} : { authCode }),
  });
  if (outcome.kind === 'pending') return askLater(context, outcome.askAfterMs);
  await conclude(context, domain, {
    action: outcome.kind === 'done' ? converged : 'domain.convergence_refused',
    details: outcome.kind === 'done' ? { ...changes } : { ...changes, reason: outcome.reason },
  });
}

async function askLater(context: FulfilmentContext, delayMs: number): Promise<void> {
  await context.database.transaction((tx) =>
    postponeJob(tx, context.job, { delayMs, attempts: 0 }),
  );
}

/** Not every registry returns the auth code, so a new one stays marked until it was sent. */
async function authCodeToSend(context: FulfilmentContext, domain: Domain): Promise<string | null> {
  const notes = await context.database.first(findNotes, { domainId: domain.id });
  if (notes?.sendsAuthCode !== true || domain.authCode === null) return null;
  return context.secrets.open(domain.authCode);
}

/** Finishes the job, or runs it again at once when the desired state has changed meanwhile. */
async function conclude(
  context: FulfilmentContext,
  before: Domain,
  event: { readonly action: string; readonly details: Record<string, unknown> } | null,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id: before.id });
    await tx.run(setAppliedRevision, { id: before.id, revision: before.desiredRevision });
    if (event?.action === converged) {
      await tx.run(setSendsAuthCode, { domainId: before.id, sends: false });
    }
    if (event !== null) {
      await recordActivity(tx, {
        id: newId('act'),
        at: await context.calendarNow(tx),
        actor: systemActor(before.workspaceId, context.job.kind),
        action: event.action,
        subject: before.name,
        details: event.details,
      });
    }
    if (domain?.desiredRevision === before.desiredRevision) await finishJob(tx, context.job);
    else await postponeJob(tx, context.job, { delayMs: 0, attempts: 0 });
  });
}
