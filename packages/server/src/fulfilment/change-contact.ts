/**
 * Makes a new contact the registrant at the registry, once everything else of the domain is as
 * wanted. A registry with trades accepts the change and decides later; the job asks for the decision.
 * Until then the domain keeps its confirmed contact, so a refusal has nothing to undo.
 */

import { newId } from '../base/ids.ts';
import { changedFields, isOwnerChange } from '../domains/owner-change.ts';
import type { Fact } from '../facts/fact.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { postponeJob } from '../jobs/queue.ts';
import { changeRefused } from '../mail/notices.ts';
import { postMail, postPersonalMail } from '../mail/outbox.ts';
import { ownerDataChanged } from '../mail/owner-notices.ts';
import type { CommandOutcome, RegistryDomain } from '../registrars/registrar.ts';
import { setOwnerChangedAt } from '../storage/queries/domain-moves.ts';
import { lockDomainById, setLock } from '../storage/queries/domains.ts';
import {
  deleteOwnerChange,
  findOwnerChange,
  setContact,
} from '../storage/queries/owner-changes.ts';
import { setRefusal } from '../storage/queries/registry-notes.ts';
import { listSendsToward } from '../storage/queries/sends.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { OwnerChange } from '../storage/tables/owner-changes.ts';
import type { Send } from '../storage/tables/sends.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { contactSendKey, enqueueContactCleaning } from './job-kinds.ts';
import { journalAnswer, journalOutcome, journalSend } from './journal.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { cancelledReason } from './term-work.ts';

/** A registry that accepts a change this often and never carries it out has refused it. */
const acceptancesMax = 3;

interface ContactWork {
  readonly domain: Domain;
  readonly found: RegistryDomain;
  readonly change: OwnerChange;
}

export async function changeContact(context: FulfilmentContext, work: ContactWork): Promise<void> {
  const { domain, change } = work;
  const { database, registrar } = context;
  const sends = await database.all(listSendsToward, {
    domainId: domain.id,
    command: 'update',
    expected: contactSendKey(change),
  });
  const accepted = sends.filter((send) => send.outcome === 'pending');
  const latest = accepted.at(-1);
  if (latest !== undefined) {
    const outcome = await registrar.outcomeOf({ sendId: latest.id, name: domain.name });
    if (outcome.kind === 'done') return confirm(context, work);
    if (outcome.kind === 'refused') return refuse(context, work, outcome.reason);
    if (outcome.kind === 'pending') return askLater(context, outcome.askAfterMs);
  }
  const reason = await reasonToRefuse(context, { sends, accepted: accepted.length });
  if (reason !== null) return refuse(context, work, reason);
  const sendId = await journal(context, work);
  if (sendId === null) return;
  const outcome = await journalAnswer(database, sendId, () => send(context, work, sendId));
  if (outcome.kind === 'done') return confirm(context, work);
  if (outcome.kind === 'refused') return refuse(context, work, outcome.reason);
  await database.transaction(async (tx) => {
    await journalOutcome(tx, { id: sendId, outcome: 'pending' });
    await postponeJob(tx, context.job, { delayMs: outcome.askAfterMs, attempts: 0 });
  });
}

async function reasonToRefuse(
  context: FulfilmentContext,
  { sends, accepted }: { readonly sends: readonly Send[]; readonly accepted: number },
): Promise<string | null> {
  if (decisionOf(context.job) === 'cancel') return cancelledReason;
  if (accepted >= acceptancesMax) {
    return `The registry accepted the change ${accepted} times and did not carry it out.`;
  }
  return reasonToGiveUp(sends, await context.calendarNow(context.database));
}

/** Null when the change was replaced meanwhile; the job then runs again. */
async function journal(
  context: FulfilmentContext,
  { domain, change }: ContactWork,
): Promise<string | null> {
  return context.database.transaction(async (tx) => {
    await tx.first(lockDomainById, { id: domain.id });
    const current = await tx.first(findOwnerChange, { domainId: domain.id });
    if (current?.id !== change.id) {
      await postponeJob(tx, context.job, { delayMs: 0, attempts: 0 });
      return null;
    }
    return journalSend(tx, {
      domainId: domain.id,
      termId: null,
      command: 'update',
      expected: contactSendKey(change),
      at: await context.calendarNow(tx),
    });
  });
}

function send(
  context: FulfilmentContext,
  { domain, found, change }: ContactWork,
  sendId: string,
): Promise<CommandOutcome> {
  return context.registrar.update({
    sendId,
    name: domain.name,
    beforeSend: context.holdLease,
    current: found,
    owner: domain.workspaceId,
    contact: change.contact,
    changesContact: true,
    privacyEnabled: domain.privacyEnabled,
  });
}

async function askLater(context: FulfilmentContext, delayMs: number): Promise<void> {
  await context.database.transaction((tx) =>
    postponeJob(tx, context.job, { delayMs, attempts: 0 }),
  );
}

/** The mails name no data of either registrant. */
async function confirm(context: FulfilmentContext, work: ContactWork): Promise<void> {
  await conclude(context, work, async (tx, domain, at) => {
    const { contact: after, id: changeId } = work.change;
    const { id: domainId, contact: before, name, workspaceId } = domain;
    const isNewOwner = isOwnerChange(before, after);
    await tx.run(setContact, { id: domainId, contact: after });
    await tx.run(setRefusal, { domainId, refusal: null });
    if (isNewOwner) await beginLock(tx, domain, at);
    const fields = changedFields(before, after);
    // After a transfer the registry has the contact of the previous owner, which we never saw.
    const recipients = fields.length === 0 ? [] : [before.email, after.email];
    for (const recipient of new Set(recipients)) {
      const facts = { workspaceId, name, changeId, recipient, isNewOwner };
      const notice = ownerDataChanged(context.links, facts);
      await postPersonalMail(tx, { recipient, at, notice });
    }
    return { kind: 'domain.contact_changed', domain: name, fields, isNewOwner };
  });
}

/** With a new owner the domain stays locked for a time. */
async function beginLock(tx: HostmasterTx, domain: Domain, at: number): Promise<void> {
  const { id, transferLocked, desiredRevision } = domain;
  await tx.run(setOwnerChangedAt, { domainId: id, at });
  if (transferLocked) return;
  await tx.run(setLock, { id, transferLocked: true, desiredRevision: desiredRevision + 1 });
}

async function refuse(
  context: FulfilmentContext,
  work: ContactWork,
  reason: string,
): Promise<void> {
  await conclude(context, work, async (tx, { id: domainId, workspaceId, name }, at) => {
    const changeId = work.change.id;
    await tx.run(setRefusal, { domainId, refusal: reason });
    const what = 'owner data' as const;
    const notice = changeRefused(context.links, { workspaceId, name, what, reason, changeId });
    await postMail(tx, { workspaceId, at, notice });
    return { kind: 'domain.contact_refused', domain: name, reason };
  });
}

/** One transaction. The job runs once more, to compare everything else again. */
async function conclude(
  context: FulfilmentContext,
  { domain: before }: ContactWork,
  record: (tx: HostmasterTx, domain: Domain, at: number) => Promise<Fact>,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id: before.id });
    if (domain === undefined) throw new Error(`${before.id} is gone.`);
    await postponeJob(tx, context.job, { delayMs: 0, attempts: 0 });
    const at = await context.calendarNow(tx);
    const fact = await record(tx, domain, at);
    await tx.run(deleteOwnerChange, { domainId: domain.id });
    await enqueueContactCleaning(tx, { workspaceId: domain.workspaceId });
    recordFact(tx, {
      id: newId('act'),
      at,
      actor: systemActor(domain.workspaceId, context.job.kind),
      fact,
    });
  });
}
