/**
 * Makes a new contact the registrant at the registry, once everything else of the domain is as
 * wanted. A registry with trades accepts the change and decides later; the job asks for the decision.
 * Until then the domain keeps its confirmed contact, so a refusal has nothing to undo.
 */

import { readList } from '@hostmaster/storage';
import { type Change, combine, noChange } from '../changes/change.ts';
import { contactCleaningJob, contactSendKey } from '../changes/job-kinds.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { newSend } from '../domains/new-send.ts';
import { changedFields, isOwnerChange } from '../domains/owner-change.ts';
import type { Fact } from '../facts/fact.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { persistJob, postponed, postponeJob } from '../jobs/persist-job.ts';
import { mailTo, personalMail } from '../notices/new-mail.ts';
import { changeRefused } from '../notices/notices.ts';
import { ownerDataChanged } from '../notices/owner-notices.ts';
import { askRegistrant, loadRegistrantAddress } from '../operations/contacts/ask-registrant.ts';
import { liftUnconfirmed } from '../operations/contacts/registrant-hold.ts';
import { domainKey } from '../operations/loading.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import type { CommandOutcome, RegistryDomain } from '../registrars/registrar.ts';
import { findOwnerChange } from '../storage/queries/contacts/owner-changes.ts';
import { findHold } from '../storage/queries/domains/domain-holds.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { listSendsToward } from '../storage/queries/registry/sends.ts';
import { removeAll, update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { type OwnerChange, ownerChanges } from '../storage/tables/contacts/owner-changes.ts';
import type { RegistrantAddress } from '../storage/tables/contacts/registrant-addresses.ts';
import type { DomainHold } from '../storage/tables/domains/domain-holds.ts';
import { type Domain, type DomainFields, domains } from '../storage/tables/domains/domains.ts';
import type { Send } from '../storage/tables/registry/sends.ts';
import { jobFact, type LockedDomain, loadRecipient, persistDomainJob } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalAnswer, sendRow } from './journal.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { awaitDecision, cancelledReason } from './term-work.ts';

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
  const sends = await readList(database, listSendsToward, {
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
  await awaitDecision(context, { domain, sendId, askAfterMs: outcome.askAfterMs });
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
function journal(
  context: FulfilmentContext,
  { domain, change }: ContactWork,
): Promise<string | null> {
  return persistJob(context, {
    keys: [domainKey(domain.name)],
    owner: domain.workspaceId,
    load: (reader) =>
      Promise.all([
        reader.first(lockDomainById, { id: domain.id }),
        reader.first(findOwnerChange, { domainId: domain.id }),
        context.calendarNow(reader),
      ]),
    decide([, current, at]) {
      if (current?.id !== change.id) {
        return { answer: null, change: postponed(context, { delayMs: 0, attempts: 0 }) };
      }
      const expected = contactSendKey(change);
      const send = newSend(domain, { termId: null, command: 'update', expected }, at);
      return { answer: send.id, change: { rows: [sendRow(send)] } };
    },
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
    privacyEnabled: domain.owner.privacyEnabled,
  });
}

function askLater(context: FulfilmentContext, delayMs: number): Promise<void> {
  return postponeJob(context, { delayMs, attempts: 0 });
}

/** The mails name no data of either registrant. */
function confirm(context: FulfilmentContext, work: ContactWork): Promise<void> {
  return conclude(context, work, ({ domain, at }, { recipient: workspaceEmail, known, hold }) => {
    const { contact: after, id: changeId } = work.change;
    const { id, name, workspaceId } = domain;
    const { contact: before } = domain.owner;
    const isNewOwner = isOwnerChange(before, after);
    const fields = changedFields(before, after);
    // After a transfer the registry has the contact of the previous owner, which we never saw.
    const recipients = fields.length === 0 ? [] : [before.email, after.email];
    const owned = isNewOwner ? underNewOwner(context, domain, at) : {};
    const { links } = context;
    const set = { contact: after, ...owned.set };
    const changed = domains.changed(domain, set);
    const asked = { domain: changed, known, workspaceEmail, at, links };
    const isReachable = known !== undefined && known.confirmedAt !== null;
    const contactChange: Change = {
      rows: [
        update(domains, { id }, set),
        statement('setRefusal', { domainId: id, refusal: null }),
        statement('setChangedAt', { domainId: id, changedAt: at }),
        ...(owned.rows ?? []),
      ],
      facts: owned.facts ?? [],
      mails: [...new Set(recipients)].map((recipient) => {
        const facts = { workspaceId, name, changeId, recipient, isNewOwner };
        const notice = ownerDataChanged(links, facts);
        return personalMail({ cause: workspaceId, recipient, at, notice });
      }),
    };
    return {
      change: combine(
        contactChange,
        isNewOwner ? askRegistrant(asked) : noChange,
        isReachable
          ? liftUnconfirmed({ domain: changed, before: hold, workspaceEmail }, { at, links })
          : noChange,
      ),
      fact: { kind: 'domain.contact_changed', domain: name, fields, isNewOwner },
    };
  });
}

interface NewOwnership extends Pick<Change, 'rows' | 'facts'> {
  readonly set?: Partial<DomainFields>;
}

/** The domain stays locked for a time, and an auth code that the previous owner may have is replaced. */
function underNewOwner(context: FulfilmentContext, domain: Domain, at: number): NewOwnership {
  const { id: domainId, name } = domain;
  const { transferLocked, authCodeExpiresAt } = domain.transferOut;
  const isCodeKnown = authCodeExpiresAt !== null;
  const changed = domains.changed(domain, { authCodeExpiresAt: null });
  const fact = { kind: 'domain.auth_code_replaced', domain: name } as const;
  return {
    set: {
      transferLocked: true,
      ...(isCodeKnown && {
        authCode: context.secrets.seal(newAuthCode()),
        authCodeExpiresAt: null,
        dueAt: nextDueAt(changed, context.rules),
      }),
      desiredRevision: domain.registry.desiredRevision + (isCodeKnown || !transferLocked ? 1 : 0),
    },
    rows: [
      statement('setOwnerChangedAt', { domainId, at }),
      ...(isCodeKnown ? [statement('setSendsAuthCode', { domainId, sends: true })] : []),
    ],
    facts: isCodeKnown ? [jobFact(context, domain, { at, fact })] : [],
  };
}

function refuse(context: FulfilmentContext, work: ContactWork, reason: string): Promise<void> {
  return conclude(context, work, ({ domain, at }, { recipient }) => {
    const { id: domainId, workspaceId, name } = domain;
    const refused = {
      workspaceId,
      name,
      what: 'owner details',
      reason,
      changeId: work.change.id,
    } as const;
    const notice = changeRefused(context.links, refused);
    return {
      change: {
        rows: [statement('setRefusal', { domainId, refusal: reason })],
        mails: [mailTo({ workspaceId, recipient, at, notice })],
      },
      fact: { kind: 'domain.contact_refused', domain: name, reason },
    };
  });
}

interface LoadedOwner {
  /** The address for notices to the workspace. */
  readonly recipient: string | null;
  /** The address of the new contact. */
  readonly known: RegistrantAddress | undefined;
  readonly hold: DomainHold | undefined;
}

/** The job runs once more, to compare everything else again. */
function conclude(
  context: FulfilmentContext,
  { domain: before, change: { contact } }: ContactWork,
  decide: (
    locked: LockedDomain,
    loaded: LoadedOwner,
  ) => { readonly change: Change; readonly fact: Fact },
): Promise<void> {
  const { id: domainId, workspaceId } = before;
  return persistDomainJob(context, before, {
    async load(reader) {
      const [recipient, known, hold] = await Promise.all([
        loadRecipient(reader, before),
        loadRegistrantAddress(reader, { workspaceId, owner: { contact } }),
        reader.first(findHold, { domainId }),
      ]);
      return { recipient, known, hold };
    },
    decide(locked, loaded) {
      const { change, fact } = decide(locked, loaded);
      const concluded = combine(change, {
        rows: [removeAll(ownerChanges, { domainId })],
        jobs: [contactCleaningJob({ workspaceId })],
        facts: [jobFact(context, before, { at: locked.at, fact })],
      });
      return postponed(context, { delayMs: 0, attempts: 0 }, concluded);
    },
  });
}
