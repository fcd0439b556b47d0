/**
 * Follows the request of another registrar for a domain of ours, from the question whether there is
 * one to its end. What the registry shows decides, so that lost replies, late messages and answers of
 * both sides at once lead to the same end. The answer of the owner is sent while the request is
 * pending; without one the registry decides.
 */
import { newId } from '../base/ids.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { payloadOf } from '../jobs/handler.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import { postMail } from '../mail/outbox.ts';
import { transferOutStopped } from '../mail/transfer-notices.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import type { RegistryTransfer } from '../registrars/registrar.ts';
import {
  findDomainById,
  lockDomainById,
  raiseDesiredRevision,
  setAuthCode,
} from '../storage/queries/domains.ts';
import { setSendsAuthCode } from '../storage/queries/registry-notes.ts';
import {
  findPendingTransferOut,
  setTransferOutState,
  setTransferOutUntil,
} from '../storage/queries/transfers-out.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { TransferOut } from '../storage/tables/transfers-out.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { type DomainJob, enqueueConvergence, enqueueEnd } from './job-kinds.ts';
import { journalAnswer, journalOutcome, journalSend } from './journal.ts';
import { noteTransferOut } from './note-transfer-out.ts';

export async function followTransferOut(context: FulfilmentContext): Promise<void> {
  const { database, registrar, job } = context;
  const { domainId } = payloadOf<DomainJob>(job);
  const domain = await database.first(findDomainById, { id: domainId });
  const found = domain?.state === 'live' ? await registrar.info(domain.name) : null;
  if (domain === undefined || found === null) {
    await database.transaction((tx) => finishJob(tx, job));
    return;
  }
  if (!found.isOurs) return end(context, domain);
  const seen = await registrar.transferOf(domain.name);
  if (found.pending !== 'transfer') return stop(context, domain, seen);
  const request = await note(context, domain, seen);
  if (request?.decision) await answer(context, domain, request);
}

/** Finishes the job, unless the owner has answered. */
async function note(
  context: FulfilmentContext,
  { id }: Domain,
  seen: RegistryTransfer | null,
): Promise<TransferOut | null> {
  return context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id });
    if (domain?.state !== 'live') {
      await finishJob(tx, context.job);
      return null;
    }
    // Decided between the two questions, or not told: the status of the domain counts.
    const told = seen?.status === 'pending' && !seen.requestedByUs ? seen : null;
    const request = await noteTransferOut(tx, context, { domain, seen: told });
    if (request.decision === null) await finishJob(tx, context.job);
    return request;
  });
}

/** The next run asks what became of it. */
async function answer(
  context: FulfilmentContext,
  { id: domainId, name }: Domain,
  { id, decision }: TransferOut,
): Promise<void> {
  const sendId = await context.database.transaction(async (tx) =>
    journalSend(tx, {
      domainId,
      termId: null,
      command: 'answer-transfer',
      expected: id,
      at: await context.calendarNow(tx),
    }),
  );
  const accepts = decision === 'approve';
  const outcome = await journalAnswer(context.database, sendId, () =>
    context.registrar.answerTransfer({ sendId, name, beforeSend: context.holdLease, accepts }),
  );
  await context.database.transaction((tx) =>
    journalOutcome(tx, { id: sendId, outcome: outcome.kind }),
  );
  // Also the answer when the other side or the registry was faster, which the next run sees.
  if (outcome.kind === 'refused') {
    throw new Error(`The registry refuses the answer to a transfer: ${outcome.reason}`);
  }
  const delayMs = outcome.kind === 'pending' ? outcome.askAfterMs : 0;
  await context.database.transaction((tx) =>
    postponeJob(tx, context.job, { delayMs, attempts: 0 }),
  );
}

/** Another registrar has the domain: the row ends by a job of its own, which asks again. */
async function end(context: FulfilmentContext, { id }: Domain): Promise<void> {
  await context.database.transaction(async (tx) => {
    await tx.first(lockDomainById, { id });
    await enqueueEnd(tx, { domainId: id });
    await finishJob(tx, context.job);
  });
}

/** Denied or cancelled: the domain stays, with an auth code that the other registrar does not know. */
async function stop(
  context: FulfilmentContext,
  { id }: Domain,
  seen: RegistryTransfer | null,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id });
    const request = await tx.first(findPendingTransferOut, { domainId: id });
    // Requested between the two questions.
    if (seen?.status === 'pending' && !seen.requestedByUs) {
      await postponeJob(tx, context.job, { delayMs: 0, attempts: 0 });
      return;
    }
    await finishJob(tx, context.job);
    if (domain?.state !== 'live' || request === undefined) return;
    const state = seen?.status === 'denied' ? 'denied' : 'cancelled';
    await tx.run(setTransferOutState, { id: request.id, state });
    await resume(tx, context, domain);
    const at = await context.calendarNow(tx);
    const { workspaceId, name } = domain;
    const facts = { workspaceId, name, isDenied: state === 'denied', requestId: request.id };
    await postMail(tx, { workspaceId, at, notice: transferOutStopped(context.links, facts) });
    recordFact(tx, {
      id: newId('act'),
      at,
      actor: systemActor(workspaceId, context.job.kind),
      fact: { kind: `domain.transfer_out_${state}`, domain: name },
    });
  });
}

async function resume(
  tx: HostmasterTx,
  { secrets, rules }: FulfilmentContext,
  domain: Domain,
): Promise<void> {
  const { id } = domain;
  const free = { ...domain, transferOutUntil: null, authCodeExpiresAt: null };
  await tx.run(setTransferOutUntil, {
    id,
    transferOutUntil: null,
    dueAt: nextDueAt(free, rules),
  });
  await tx.run(setAuthCode, {
    id,
    authCode: secrets.seal(newAuthCode()),
    authCodeExpiresAt: null,
  });
  await tx.run(setSendsAuthCode, { domainId: id, sends: true });
  await tx.run(raiseDesiredRevision, { id });
  await enqueueConvergence(tx, { domainId: id });
}
