/**
 * Applies the desired state at the registry: nameservers, privacy, lock, hold and DS records are
 * compared with a fresh `info` and sent only where they differ. After a definite refusal the domain shows the
 * registry's state again, and the owner learns the reason.
 */

import { minuteMs } from '@hostmaster/contract/durations';
import { loadList } from '@hostmaster/storage';
import { combine } from '../changes/change.ts';
import { type DomainJob, endJob, transferOutJob } from '../changes/job-kinds.ts';
import { type Decided, persist } from '../changes/persist.ts';
import { dsProblemKinds } from '../domains/ds-problems.ts';
import { newSend } from '../domains/new-send.ts';
import type { Fact } from '../facts/fact.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { ended, finishJob, postponed, postponeJob } from '../jobs/persist-job.ts';
import { domainKey } from '../operations/loading.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { findOwnerChange } from '../storage/queries/contacts/owner-changes.ts';
import { findDnssec } from '../storage/queries/domains/domain-dnssec.ts';
import { findHold } from '../storage/queries/domains/domain-holds.ts';
import { findDomainById } from '../storage/queries/domains/domains.ts';
import { findNotes } from '../storage/queries/registry/registry-notes.ts';
import { listSendsToward } from '../storage/queries/registry/sends.ts';
import { findPendingTerm } from '../storage/queries/renewal/terms.ts';
import { removeAll, update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { ownerChanges } from '../storage/tables/contacts/owner-changes.ts';
import { dnssecProblems } from '../storage/tables/domains/dnssec-problems.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { presentSigner } from '../zones/delegation-signers.ts';
import { adoptSigners } from './adopt-signers.ts';
import { changeContact } from './change-contact.ts';
import {
  confirmSigners,
  type DesiredSigners,
  loadDesiredSigners,
  noteRefusedSigners,
} from './desired-signers.ts';
import { type DesiredChanges, desiredChanges, registrationOf } from './desired-state.ts';
import { jobFact, loadRecipient, persistDomainJob } from './domain-job.ts';
import { dropNameservers } from './drop-nameservers.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalAnswer, sendRow } from './journal.ts';
import { noteDeletion } from './note-deletion.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { revertChanges } from './revert-changes.ts';
import { cancelledReason } from './term-work.ts';

const undecidedAskMs = 5_000;

export async function convergeDomain(context: FulfilmentContext): Promise<void> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const { database } = context;
  const domain = await database.first(findDomainById, { id: domainId });
  if (domain?.state !== 'live') return finishJob(context);
  const found = await context.registrar.info(domain.name);
  if (found === null || !found.isOurs) return concludeLost(context, domain, found);
  if (found.deletion !== null) return concludeDeleted(context, domain);
  // The registry has not decided on the previous update and would refuse another one.
  if (found.pending === 'update') return askLater(context, undecidedAskMs);
  if (found.pending === 'transfer') return waitForTransfer(context, domain);
  const [registration, hold, authCode, dnssec] = await Promise.all([
    registrationOf(database, domain),
    database.first(findHold, { domainId }),
    authCodeToSend(context, domain),
    loadDesiredSigners(database, domain),
  ]);
  if (dnssec === null && found.dnssec.length > 0) return adoptSigners(context, domain, found);
  const capabilities = context.registrar.capabilitiesFor(domain.name);
  const wanted = desiredChanges(domain, found, capabilities, { ...registration, hold, dnssec });
  const waiting = hostsWithoutAddress(domain, found, registration.hostAddresses ?? {});
  const { nameservers, ...others } = wanted;
  const isApart = nameservers !== undefined && sendsApart(domain, found, others);
  const changes: DesiredChanges = waiting.length > 0 || isApart ? others : wanted;
  if (Object.keys(changes).length === 0 && authCode === null) {
    const change = await database.first(findOwnerChange, { domainId });
    if (change !== undefined) return changeContact(context, { domain, found, change });
    const isNew =
      nameservers !== undefined &&
      domain.registry.appliedRevision !== domain.registry.desiredRevision;
    const fact = {
      kind: 'domain.nameservers_waiting',
      domain: domain.name,
      hosts: waiting,
    } as const;
    // Nameservers that wait for an address are not what the phase has to see at the registry.
    const isOfNameservers = dnssec?.phase === 'confirming_nameservers';
    const confirmed = isOfNameservers && nameservers !== undefined ? null : dnssec;
    return conclude(context, domain, { fact: isNew ? fact : null, confirmed });
  }
  const { sendId, reason } = await journalUpdate(context, domain);
  if (sendId === null) return refuse(context, domain, { found, changes, reason });
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
  const lost = outcome.lostNameservers ?? [];
  const sent = withoutHosts(changes, lost);
  const converged = {
    kind: 'domain.converged',
    domain: domain.name,
    ...sentSettings(sent),
  } as const;
  // DS records are compared again, so that the registry itself shows them.
  const isMore = changes.dnssec !== undefined || isApart;
  const confirmed = isMore ? null : dnssec;
  await conclude(context, domain, { fact: converged, lost, confirmed, isMore });
}

/**
 * Whether nameservers follow in a command of their own. Refused ones are taken back to those that the
 * registry has; where it has none, only this keeps them from being refused with the other changes again.
 */
function sendsApart(
  { registry: { desiredRevision, appliedRevision } }: Domain,
  { nameservers }: RegistryDomain,
  others: DesiredChanges,
): boolean {
  const isTriedBefore = appliedRevision === desiredRevision;
  return isTriedBefore && nameservers.length === 0 && Object.keys(others).length > 0;
}

function sentSettings({ dnssec, ...others }: DesiredChanges) {
  return dnssec === undefined ? others : { ...others, ds: dnssec.map(presentSigner) };
}

function withoutHosts(changes: DesiredChanges, lost: readonly string[]): DesiredChanges {
  if (changes.nameservers === undefined) return changes;
  const nameservers = changes.nameservers.filter((host) => !lost.includes(host));
  return { ...changes, nameservers };
}

/** A deleted domain cannot be changed; after a restore it is compared again. */
function concludeDeleted(context: FulfilmentContext, before: Domain): Promise<void> {
  return persistDomainJob(context, before, {
    load: (reader) => reader.first(findPendingTerm, { domainId: before.id }),
    decide({ domain }, pendingTerm) {
      const isLive = domain.state === 'live';
      if (isLive && pendingTerm !== undefined) {
        return postponed(context, { delayMs: minuteMs, attempts: 0 });
      }
      const noted = isLive ? noteDeletion(domain, context.clock.now()) : {};
      return postponed(context, { delayMs: 0, attempts: 0 }, noted);
    },
  });
}

/** The registry refuses changes until the transfer has ended; then the domain converges again. */
function waitForTransfer(context: FulfilmentContext, before: Domain): Promise<void> {
  return persistDomainJob(context, before, {
    decide: ({ domain }) => ended(context, { jobs: [transferOutJob({ domainId: domain.id })] }),
  });
}

/** A retry would not change this. A name that another registrar holds ends here. */
function concludeLost(
  context: FulfilmentContext,
  before: Domain,
  found: RegistryDomain | null,
): Promise<void> {
  const { id, name } = before;
  const reason = 'The registry does not hold this name for us.';
  return persistDomainJob(context, before, {
    decide({ domain, at }) {
      const fact = { kind: 'domain.convergence_refused', domain: name, reason } as const;
      const change = {
        rows: [removeAll(ownerChanges, { domainId: id }), appliedRow(before)],
        jobs: found === null ? [] : [endJob({ domainId: id })],
        facts: [jobFact(context, before, { at, fact })],
      };
      if (isCurrent(domain, before)) return ended(context, change);
      return postponed(context, { delayMs: 0, attempts: 0 }, change);
    },
  });
}

/** Whether the owner has changed nothing since the job began. */
function isCurrent(domain: Domain, { registry: { desiredRevision } }: Domain): boolean {
  return domain.registry.desiredRevision === desiredRevision;
}

function appliedRow({ id, registry: { desiredRevision } }: Domain) {
  return update(domains, { id }, { appliedRevision: desiredRevision });
}

/** A host inside the name needs an address; the record that brings it starts another attempt. */
function hostsWithoutAddress(
  { name, zone: { nameservers } }: Domain,
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

type JournaledUpdate =
  | { readonly sendId: string; readonly reason: null }
  | { readonly sendId: null; readonly reason: string };

/** Nothing is sent when an operator cancelled it, or the registry fails it each time. */
async function journalUpdate(context: FulfilmentContext, domain: Domain): Promise<JournaledUpdate> {
  if (decisionOf(context.job) === 'cancel') return { sendId: null, reason: cancelledReason };
  const toward = { command: 'update', expected: String(domain.registry.desiredRevision) } as const;
  return persist(context.database, {
    keys: [domainKey(domain.name)],
    owner: domain.workspaceId,
    commit: 'shared',
    load: (reader) =>
      Promise.all([
        loadList(reader, listSendsToward, { domainId: domain.id, ...toward }),
        context.calendarNow(reader),
      ]),
    decide([sends, at]): Decided<JournaledUpdate> {
      const reason = reasonToGiveUp(sends, at);
      if (reason !== null) return { answer: { sendId: null, reason }, change: {} };
      const send = newSend(domain, { termId: null, ...toward }, at);
      return { answer: { sendId: send.id, reason }, change: { rows: [sendRow(send)] } };
    },
  });
}

function askLater(context: FulfilmentContext, delayMs: number): Promise<void> {
  return postponeJob(context, { delayMs, attempts: 0 });
}

/** Not every registry returns the auth code, so a new one stays marked until it was sent. */
async function authCodeToSend(context: FulfilmentContext, domain: Domain): Promise<string | null> {
  const notes = await context.database.first(findNotes, { domainId: domain.id });
  if (notes?.sendsAuthCode !== true || domain.transferOut.authCode === null) return null;
  return context.secrets.open(domain.transferOut.authCode);
}

/** Finishes the job, or runs it again at once when the desired state has changed meanwhile. */
function conclude(
  context: FulfilmentContext,
  before: Domain,
  end: {
    readonly fact: Fact | null;
    readonly lost?: readonly string[];
    /** What DNSSEC wants, where the registry shows it. */
    readonly confirmed?: DesiredSigners | null;
    readonly isMore?: boolean;
  },
): Promise<void> {
  const { fact, lost = [], confirmed = null, isMore = false } = end;
  const { id: domainId } = before;
  return persistDomainJob(context, before, {
    load: (reader) =>
      Promise.all([
        reader.first(findOwnerChange, { domainId }),
        loadRecipient(reader, before),
        confirmed === null ? undefined : reader.first(findDnssec, { domainId }),
      ]),
    decide({ domain, at }, [ownerChange, recipient, row]) {
      const isConverged = fact?.kind === 'domain.converged';
      const dropped =
        lost.length > 0 && isCurrent(domain, before)
          ? dropNameservers(context, { domain, hosts: lost, at, recipient })
          : null;
      const rows = [
        dropped === null ? appliedRow(before) : update(domains, { id: domainId }, dropped.set),
        // A code that was replaced meanwhile has still to be sent.
        ...(isConverged && isCurrent(domain, before)
          ? [statement('setSendsAuthCode', { domainId, sends: false })]
          : []),
        ...(isConverged ? [statement('setChangedAt', { domainId, changedAt: at })] : []),
        ...(confirmed?.signers == null
          ? []
          : [removeAll(dnssecProblems, { domainId, kind: dsProblemKinds })]),
        // The registry has what the owner wants now.
        ...(fact === null || isConverged
          ? [statement('setRefusal', { domainId, refusal: null })]
          : []),
      ];
      const facts = fact === null ? [] : [jobFact(context, before, { at, fact })];
      const signed = confirmSigners(context, domain, { row, confirmed, at });
      const change = combine({ rows, facts }, dropped?.change ?? {}, signed);
      // The registrant is changed last, by a run of its own.
      const isDone = isCurrent(domain, before) && ownerChange === undefined && !isMore;
      if (isDone) return ended(context, change);
      return postponed(context, { delayMs: 0, attempts: 0 }, change);
    },
  });
}

/** What was refused is taken back first; other changes of the same command get their own attempt. */
function refuse(
  context: FulfilmentContext,
  before: Domain,
  refusal: {
    readonly found: RegistryDomain;
    readonly changes: DesiredChanges;
    readonly reason: string;
  },
): Promise<void> {
  const { changes, reason } = refusal;
  const { id, name } = before;
  const { desiredRevision } = before.registry;
  return persistDomainJob(context, before, {
    load: (reader) =>
      Promise.all([
        reader.first(findOwnerChange, { domainId: id }),
        loadRecipient(reader, before),
        changes.dnssec === undefined ? undefined : reader.first(findDnssec, { domainId: id }),
      ]),
    decide({ domain, at }, [ownerChange, recipient, row]) {
      const kind = 'domain.convergence_refused';
      const fact: Fact = { kind, domain: name, ...sentSettings(changes), reason };
      const isSuperseded = !isCurrent(domain, before);
      const reverted = isSuperseded
        ? null
        : revertChanges(context, { domain, ...refusal, at, recipient });
      const set = { appliedRevision: desiredRevision, ...reverted?.set };
      const isOfSigners = changes.dnssec !== undefined;
      const change = combine(
        {
          rows: [update(domains, { id }, set)],
          facts: isOfSigners ? [] : [jobFact(context, before, { at, fact })],
        },
        isOfSigners
          ? noteRefusedSigners(context, before, {
              reason,
              at,
              isAdding: changes.dnssec.length > 0,
              row,
            })
          : {},
        reverted?.change ?? {},
      );
      const hasMore = isOfSigners || (reverted !== null && Object.keys(changes).length > 1);
      const isDone = !isSuperseded && !hasMore && ownerChange === undefined;
      if (isDone) return ended(context, change);
      return postponed(context, { delayMs: 0, attempts: 0 }, change);
    },
  });
}
