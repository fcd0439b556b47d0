/**
 * Follows the request of another registrar for a domain of ours, from the question whether there is
 * one to its end. What the registry shows decides, so that lost replies, late messages and answers of
 * both sides at once lead to the same end. The answer of the owner is sent while the request is
 * pending; without one the registry decides.
 */
import { combine } from '../changes/change.ts';
import { convergenceJob, type DomainJob, endJob } from '../changes/job-kinds.ts';
import { persistRows } from '../changes/persist-rows.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { ended, finishJob, persistJob, postponed } from '../jobs/persist-job.ts';
import { mailTo } from '../notices/new-mail.ts';
import { transferOutStopped } from '../notices/transfer-notices.ts';
import { domainKey } from '../operations/loading.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import type { RegistryTransfer } from '../registrars/registrar.ts';
import { findDomainById, lockDomainById } from '../storage/queries/domains/domains.ts';
import { findPendingTransferOut } from '../storage/queries/transfers/transfers-out.ts';
import { update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { type TransferOut, transfersOut } from '../storage/tables/transfers/transfers-out.ts';
import { jobFact, loadRecipient, persistDomainJob } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalAnswer, journalSend, outcomeRow } from './journal.ts';
import { noteTransferOut } from './note-transfer-out.ts';

export async function followTransferOut(context: FulfilmentContext): Promise<void> {
  const { database, registrar } = context;
  const { domainId } = payloadOf<DomainJob>(context.job);
  const domain = await database.first(findDomainById, { id: domainId });
  const found = domain?.state === 'live' ? await registrar.info(domain.name) : null;
  if (domain === undefined || found === null) return finishJob(context);
  if (!found.isOurs) return end(context, domain);
  const seen = await registrar.transferOf(domain.name);
  if (found.pending !== 'transfer') return stop(context, domain, seen);
  const request = await note(context, domain, seen);
  if (request?.decision) await answer(context, domain, request);
}

/** Finishes the job, unless the owner has answered. */
function note(
  context: FulfilmentContext,
  before: Domain,
  seen: RegistryTransfer | null,
): Promise<TransferOut | null> {
  const { id, name, workspaceId: owner } = before;
  return persistJob(context, {
    keys: [domainKey(name)],
    owner,
    load: (reader) =>
      Promise.all([
        reader.first(lockDomainById, { id }),
        reader.first(findPendingTransferOut, { domainId: id }),
        context.calendarNow(reader),
        loadRecipient(reader, before),
      ]),
    decide([domain, known, at, recipient]) {
      if (domain?.state !== 'live') return { answer: null, change: ended(context) };
      // Decided between the two questions, or not told: the status of the domain counts.
      const told = seen?.status === 'pending' && !seen.requestedByUs ? seen : null;
      const noted = noteTransferOut(context, { domain, seen: told, known, at, recipient });
      const { request, change } = noted;
      const isAnswered = request.decision !== null;
      return { answer: request, change: isAnswered ? change : ended(context, change) };
    },
  });
}

/** The next run asks what became of it. */
async function answer(
  context: FulfilmentContext,
  domain: Domain,
  { id, decision }: TransferOut,
): Promise<void> {
  const { name } = domain;
  const { id: sendId } = await journalSend(context, domain, {
    termId: null,
    command: 'answer-transfer',
    expected: id,
  });
  const accepts = decision === 'approve';
  const outcome = await journalAnswer(context.database, sendId, () =>
    context.registrar.answerTransfer({ sendId, name, beforeSend: context.holdLease, accepts }),
  );
  const answered = outcomeRow({ id: sendId, outcome: outcome.kind });
  // Also the answer when the other side or the registry was faster, which the next run sees.
  if (outcome.kind === 'refused') {
    await persistRows(context.database, answered);
    throw new Error(`The registry refuses the answer to a transfer: ${outcome.reason}`);
  }
  const delayMs = outcome.kind === 'pending' ? outcome.askAfterMs : 0;
  const change = postponed(context, { delayMs, attempts: 0 }, { rows: [answered] });
  await persistDomainJob(context, domain, { decide: () => change });
}

/** Another registrar has the domain: the row ends by a job of its own, which asks again. */
function end(context: FulfilmentContext, before: Domain): Promise<void> {
  return persistDomainJob(context, before, {
    decide: ({ domain }) => ended(context, { jobs: [endJob({ domainId: domain.id })] }),
  });
}

/** Denied or cancelled: the domain stays, with an auth code that the other registrar does not know. */
function stop(
  context: FulfilmentContext,
  before: Domain,
  seen: RegistryTransfer | null,
): Promise<void> {
  return persistDomainJob(context, before, {
    load: (reader) =>
      Promise.all([
        reader.first(findPendingTransferOut, { domainId: before.id }),
        loadRecipient(reader, before),
      ]),
    decide({ domain, at }, [request, recipient]) {
      // Requested between the two questions.
      if (seen?.status === 'pending' && !seen.requestedByUs) {
        return postponed(context, { delayMs: 0, attempts: 0 });
      }
      if (domain.state !== 'live' || request === undefined) return ended(context);
      const { workspaceId, name } = domain;
      const state = seen?.status === 'denied' ? 'denied' : 'cancelled';
      const stopped = { workspaceId, name, isDenied: state === 'denied', requestId: request.id };
      const notice = transferOutStopped(context.links, stopped);
      const fact = { kind: `domain.transfer_out_${state}`, domain: name } as const;
      const change = combine(resumed(context, domain), {
        rows: [update(transfersOut, { id: request.id }, { state })],
        mails: [mailTo({ workspaceId, recipient, at, notice })],
        facts: [jobFact(context, domain, { at, fact })],
      });
      return ended(context, change);
    },
  });
}

function resumed({ secrets, rules }: FulfilmentContext, domain: Domain) {
  const { id } = domain;
  const free = { transferOutUntil: null, authCodeExpiresAt: null };
  const set = {
    ...free,
    dueAt: nextDueAt(domains.changed(domain, free), rules),
    authCode: secrets.seal(newAuthCode()),
    desiredRevision: domain.registry.desiredRevision + 1,
  };
  return {
    rows: [
      update(domains, { id }, set),
      statement('setSendsAuthCode', { domainId: id, sends: true }),
    ],
    jobs: [convergenceJob({ domainId: id })],
  };
}
