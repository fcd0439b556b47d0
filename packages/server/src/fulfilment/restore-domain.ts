/**
 * Restores a deleted domain at the registry; the renewal that was bought with it follows in the same
 * lane. What the registry shows decides: a name that is no longer deleted was restored, whatever
 * became of the reply. After a definite refusal all credits return.
 */

import { newId } from '../base/ids.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { foldTerms } from '../domains/terms.ts';
import type { Fact } from '../facts/fact.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import { postMail } from '../mail/outbox.ts';
import { domainRestored, restoreRefused } from '../mail/restore-notices.ts';
import { voidTerm } from '../operations/close-term.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { lockDomainById, raiseDesiredRevision, updateExpiry } from '../storage/queries/domains.ts';
import { setRestored } from '../storage/queries/restores.ts';
import { listTerms } from '../storage/queries/terms.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { enqueueConvergence } from './job-kinds.ts';
import { journalAnswer, journalSend } from './journal.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { loadTermWork, type TermWork } from './term-work.ts';

const gone = 'The registry no longer holds this name for us.';
const tooLate = 'The time in which the name could be restored is over.';

export async function restoreDomain(context: FulfilmentContext): Promise<void> {
  const work = await loadTermWork(context);
  if (work === null) return;
  const { domain } = work;
  const found = await context.registrar.info(domain.name);
  if (found === null || !found.isOurs) return refuse(context, work, gone);
  if (found.deletion === null) return confirm(context, work, found);
  if (found.deletion.phase === 'final') return refuse(context, work, tooLate);
  const sends = work.sends.filter(({ command }) => command === 'restore');
  const reason = reasonToGiveUp(sends, await context.calendarNow(context.database));
  if (reason !== null) return refuse(context, work, reason);
  const { sendId, at } = await journal(context, work);
  const outcome = await journalAnswer(context.database, sendId, () =>
    context.registrar.restore({
      sendId,
      name: domain.name,
      beforeSend: context.holdLease,
      current: found,
      deletedAt: domain.deletedAt ?? at,
      restoredAt: at,
    }),
  );
  if (outcome.kind === 'refused') {
    // Also the answer to a step that an earlier send has done.
    const now = await context.registrar.info(domain.name);
    if (now?.isOurs === true && now.deletion === null) return confirm(context, work, now);
    return refuse(context, work, outcome.reason);
  }
  // Another look finds the domain restored, or not decided yet.
  const delayMs = outcome.kind === 'pending' ? outcome.askAfterMs : 0;
  await context.database.transaction((tx) =>
    postponeJob(tx, context.job, { delayMs, attempts: 0 }),
  );
}

async function journal(context: FulfilmentContext, { domain, term }: TermWork) {
  return context.database.transaction(async (tx) => {
    const at = await context.calendarNow(tx);
    const sendId = journalSend(tx, {
      domainId: domain.id,
      termId: term.id,
      command: 'restore',
      expected: null,
      at,
    });
    return { sendId, at };
  });
}

/** The renewal behind it in the lane adds the year and takes the credits. */
async function confirm(
  context: FulfilmentContext,
  { domain: { id } }: TermWork,
  found: RegistryDomain,
): Promise<void> {
  await settle(context, id, async (tx, domain, at) => {
    const registryExpiresAt = found.expiresAt ?? domain.registryExpiresAt;
    const live: Domain = {
      ...domain,
      state: 'live',
      registryExpiresAt,
      deletedAt: null,
      redemptionUntil: null,
    };
    const dueAt = nextDueAt(live, context.rules);
    await tx.run(setRestored, { id, registryExpiresAt, dueAt });
    await tx.run(raiseDesiredRevision, { id });
    await enqueueConvergence(tx, { domainId: id });
    const { workspaceId, name, expiresAt } = domain;
    const facts = { workspaceId, name, expiresAt, changeId: context.job.id };
    await postMail(tx, { workspaceId, at, notice: domainRestored(context.links, facts) });
    return { kind: 'domain.restored', domain: name };
  });
}

/** The year goes with the restore: its credits return and the expiry is what it was. */
async function refuse(
  context: FulfilmentContext,
  { domain: { id }, term }: TermWork,
  reason: string,
): Promise<void> {
  await settle(context, id, async (tx, domain, at) => {
    await voidTerm(tx, term, at);
    const fold = foldTerms(await tx.all(listTerms, { domainId: id }));
    if (fold === null) throw new Error(`${domain.name} has no term left.`);
    const dueAt = nextDueAt({ ...domain, ...fold }, context.rules);
    await tx.run(updateExpiry, { id, ...fold, renewalFailed: domain.renewalFailed, dueAt });
    const { workspaceId, name } = domain;
    const facts = { workspaceId, name, reason, changeId: context.job.id };
    await postMail(tx, { workspaceId, at, notice: restoreRefused(context.links, facts) });
    return { kind: 'domain.restore_failed', domain: name, reason };
  });
}

async function settle(
  context: FulfilmentContext,
  domainId: string,
  change: (tx: HostmasterTx, domain: Domain, at: number) => Promise<Fact>,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id: domainId });
    if (domain === undefined) throw new Error(`${domainId} is gone.`);
    await finishJob(tx, context.job);
    const at = await context.calendarNow(tx);
    const fact = await change(tx, domain, at);
    recordFact(tx, {
      id: newId('act'),
      at,
      actor: systemActor(domain.workspaceId, context.job.kind),
      fact,
    });
  });
}
