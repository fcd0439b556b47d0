/**
 * Applies the desired state at the registry: nameservers, privacy, lock and hold are compared with a
 * fresh `info` and sent only where they differ. After a definite refusal the domain shows the
 * registry's state again, and the owner learns the reason.
 */

import { minuteMs } from '@hostmaster/contract/durations';
import { newId } from '../base/ids.ts';
import type { Fact, FactEntry } from '../facts/fact.ts';
import { payloadOf } from '../jobs/handler.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { findHold } from '../storage/queries/domain-holds.ts';
import { findDomainById, lockDomainById, setAppliedRevision } from '../storage/queries/domains.ts';
import { deleteOwnerChange, findOwnerChange } from '../storage/queries/owner-changes.ts';
import { findNotes, setRefusal, setSendsAuthCode } from '../storage/queries/registry-notes.ts';
import { listSendsToward } from '../storage/queries/sends.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { changeContact } from './change-contact.ts';
import { type DesiredChanges, desiredChanges, registrationOf } from './desired-state.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { type DomainJob, enqueueEnd, enqueueTransferOut } from './job-kinds.ts';
import { journalAnswer, journalSend } from './journal.ts';
import { noteDeletion } from './note-deletion.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { revertChanges } from './revert-changes.ts';
import { cancelledReason } from './term-work.ts';

const undecidedAskMs = 5_000;

export async function convergeDomain(context: FulfilmentContext): Promise<void> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const { database } = context;
  const domain = await database.first(findDomainById, { id: domainId });
  if (domain?.state !== 'live') {
    await database.transaction((tx) => finishJob(tx, context.job));
    return;
  }
  const found = await context.registrar.info(domain.name);
  if (found === null || !found.isOurs) return concludeLost(context, domain, found);
  if (found.deletion !== null) return concludeDeleted(context, domain);
  // The registry has not decided on the previous update and would refuse another one.
  if (found.pending === 'update') return askLater(context, undecidedAskMs);
  if (found.pending === 'transfer') return waitForTransfer(context, domain);
  const registration = await registrationOf(database, domain);
  const wanted = desiredChanges(domain, found, context.registrar.capabilitiesFor(domain.name), {
    ...registration,
    hold: await database.first(findHold, { domainId }),
  });
  const waiting = hostsWithoutAddress(domain, found, registration.hostAddresses ?? {});
  const { nameservers, ...others } = wanted;
  const changes: DesiredChanges = waiting.length > 0 ? others : wanted;
  const authCode = await authCodeToSend(context, domain);
  if (Object.keys(changes).length === 0 && authCode === null) {
    const change = await database.first(findOwnerChange, { domainId });
    if (change !== undefined) return changeContact(context, { domain, found, change });
    const isNew = nameservers !== undefined && domain.appliedRevision !== domain.desiredRevision;
    const fact = {
      kind: 'domain.nameservers_waiting',
      domain: domain.name,
      hosts: waiting,
    } as const;
    return conclude(context, domain, isNew ? fact : null);
  }
  const reason = await reasonToRefuse(context, domain);
  if (reason !== null) return refuse(context, domain, { found, changes, reason });
  const sendId = await journalUpdate(context, domain);
  const outcome = await journalAnswer(database, sendId, () =>
    context.registrar.update({
      sendId,
      name: domain.name,
      beforeSend: context.holdLease,
      current: found,
      ...registration,
      ...changes,
      ...(authCode === null ? {} : { authCode }),
    }),
  );
  if (outcome.kind === 'pending') return askLater(context, outcome.askAfterMs);
  if (outcome.kind === 'refused') {
    return refuse(context, domain, { found, changes, reason: outcome.reason });
  }
  await conclude(context, domain, { kind: 'domain.converged', domain: domain.name, ...changes });
}

/** A deleted domain cannot be changed; after a restore it is compared again. */
async function concludeDeleted(context: FulfilmentContext, { id }: Domain): Promise<void> {
  await context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id });
    const beganAt = context.clock.now();
    const isNoted = domain?.state !== 'live' || (await noteDeletion(tx, { domainId: id, beganAt }));
    const delayMs = isNoted ? 0 : minuteMs;
    await postponeJob(tx, context.job, { delayMs, attempts: 0 });
  });
}

/** The registry refuses changes until the transfer has ended; then the domain converges again. */
async function waitForTransfer(context: FulfilmentContext, { id }: Domain): Promise<void> {
  await context.database.transaction(async (tx) => {
    await tx.first(lockDomainById, { id });
    await enqueueTransferOut(tx, { domainId: id });
    await finishJob(tx, context.job);
  });
}

/** A retry would not change this. A name that another registrar holds ends here. */
async function concludeLost(
  context: FulfilmentContext,
  domain: Domain,
  found: RegistryDomain | null,
): Promise<void> {
  const reason = 'The registry does not hold this name for us.';
  await context.database.transaction((tx) => tx.run(deleteOwnerChange, { domainId: domain.id }));
  const fact = { kind: 'domain.convergence_refused', domain: domain.name, reason } as const;
  await conclude(context, domain, fact);
  if (found === null) return;
  await context.database.transaction(async (tx) => {
    await tx.first(lockDomainById, { id: domain.id });
    await enqueueEnd(tx, { domainId: domain.id });
  });
}

/** A host inside the name needs an address; the record that brings it starts another attempt. */
function hostsWithoutAddress(
  { name, nameservers }: Domain,
  { hostAddresses }: RegistryDomain,
  known: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  if (hostAddresses === null) return [];
  return nameservers.filter(
    (host) =>
      host.endsWith(`.${name}`) &&
      (known[host] ?? []).length === 0 &&
      (hostAddresses[host] ?? []).length === 0,
  );
}

/** An operator cancelled it, or the registry fails it each time. */
async function reasonToRefuse(context: FulfilmentContext, domain: Domain): Promise<string | null> {
  if (decisionOf(context.job) === 'cancel') return cancelledReason;
  const { database } = context;
  const sends = await database.all(listSendsToward, {
    domainId: domain.id,
    command: 'update',
    expected: String(domain.desiredRevision),
  });
  return reasonToGiveUp(sends, await context.calendarNow(database));
}

async function journalUpdate(context: FulfilmentContext, domain: Domain): Promise<string> {
  return context.database.transaction(async (tx) =>
    journalSend(tx, {
      domainId: domain.id,
      termId: null,
      command: 'update',
      expected: String(domain.desiredRevision),
      at: await context.calendarNow(tx),
    }),
  );
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
  fact: Fact | null,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id: before.id });
    await tx.run(setAppliedRevision, { id: before.id, revision: before.desiredRevision });
    const isCurrent = domain?.desiredRevision === before.desiredRevision;
    // A code that was replaced meanwhile has still to be sent.
    if (fact?.kind === 'domain.converged' && isCurrent) {
      await tx.run(setSendsAuthCode, { domainId: before.id, sends: false });
    }
    // The registry has what the owner wants now.
    if (fact === null || fact.kind === 'domain.converged') {
      await tx.run(setRefusal, { domainId: before.id, refusal: null });
    }
    if (fact !== null) recordFact(tx, await entry(tx, context, before, fact));
    if (isCurrent && !(await hasOwnerChange(tx, before))) await finishJob(tx, context.job);
    else await postponeJob(tx, context.job, { delayMs: 0, attempts: 0 });
  });
}

/** The registrant is changed last, by a run of its own. */
async function hasOwnerChange(tx: HostmasterTx, { id: domainId }: Domain): Promise<boolean> {
  return (await tx.first(findOwnerChange, { domainId })) !== undefined;
}

/** What was refused is taken back first; other changes of the same command get their own attempt. */
async function refuse(
  context: FulfilmentContext,
  before: Domain,
  refusal: {
    readonly found: RegistryDomain;
    readonly changes: DesiredChanges;
    readonly reason: string;
  },
): Promise<void> {
  const { changes, reason } = refusal;
  await context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id: before.id });
    await tx.run(setAppliedRevision, { id: before.id, revision: before.desiredRevision });
    const kind = 'domain.convergence_refused';
    const fact: Fact = { kind, domain: before.name, ...changes, reason };
    recordFact(tx, await entry(tx, context, before, fact));
    const isSuperseded = domain?.desiredRevision !== before.desiredRevision;
    const isReverted = !isSuperseded && (await revertChanges(tx, context, { domain, ...refusal }));
    const hasMore = isReverted && Object.keys(changes).length > 1;
    const isDone = !isSuperseded && !hasMore && !(await hasOwnerChange(tx, before));
    if (!isDone) await postponeJob(tx, context.job, { delayMs: 0, attempts: 0 });
    else await finishJob(tx, context.job);
  });
}

async function entry(
  tx: HostmasterTx,
  context: FulfilmentContext,
  { workspaceId }: Domain,
  fact: Fact,
): Promise<FactEntry> {
  return {
    id: newId('act'),
    at: await context.calendarNow(tx),
    actor: systemActor(workspaceId, context.job.kind),
    fact,
  };
}
