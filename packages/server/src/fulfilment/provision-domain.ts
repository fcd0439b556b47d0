/**
 * Registers a domain at the registry. After an earlier send with unknown outcome, the job first
 * queries the registry. Only when the registry has no object, it sends the same registration again,
 * with the same auth code. An object that may or may not be ours is left to a person.
 */

import { hourMs } from '@hostmaster/contract/durations';
import { loadList } from '@hostmaster/storage';
import { noChange } from '../changes/change.ts';
import type { TermJob } from '../changes/job-kinds.ts';
import { type Decided, persist } from '../changes/persist.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { finishJob } from '../jobs/persist-job.ts';
import { domainKey } from '../operations/loading.ts';
import { assessCreation } from '../registrars/assess-creation.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import type { CommandOutcome, RegistryDomain } from '../registrars/registrar.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { listSendsOfTerm } from '../storage/queries/registry/sends.ts';
import { findPaidTerm } from '../storage/queries/renewal/terms.ts';
import { update } from '../storage/row-write.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import type { Send } from '../storage/tables/registry/sends.ts';
import { desiredChanges, registrationOf } from './desired-state.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalAnswer, newSend, sendRow } from './journal.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { confirmRegistration, refuseRegistration } from './settle-term.ts';
import { awaitDecision, cancelledReason, type TermWork, waitForPerson } from './term-work.ts';

/** Poll interval for a registration that the registry accepted but does not show yet; it grows. */
const notShownAskMs = { min: 5_000, max: 600_000 } as const;
const undecidedAskMs = hourMs;

/** `undecided`: the registry has an object, and nothing proves whose it is. */
type Outcome = CommandOutcome | { readonly kind: 'undecided'; readonly reason: string };

export async function provisionDomain(context: FulfilmentContext): Promise<void> {
  const begun = await begin(context);
  if (begun === null) return finishJob(context);
  const { provision } = begun;
  if (await settleByAsking(context, provision)) return;
  if (decisionOf(context.job) === 'cancel') {
    const { domain, term } = provision;
    return refuseRegistration(context, { domain, term, reason: cancelledReason });
  }
  const send = begun.send ?? (await journal(context, provision));
  const outcome = await journalAnswer(context.database, send.id, () =>
    create(context, provision, send),
  );
  // A registry that repeats commands itself refuses the second one, and so it does when an earlier
  // send of ours has succeeded after our query.
  const sent = { term: provision.term, domain: send.domain, sends: [...provision.sends, send] };
  if (outcome.kind === 'refused' && (await settleByAsking(context, sent))) return;
  await record(context, provision, { outcome, send });
}

interface Begun {
  readonly provision: TermWork;
  /** Null when the registry has to be asked first. */
  readonly send: JournaledCreate | null;
}

/** Journals the first send together with loading. Null when the term was settled before. */
function begin(context: FulfilmentContext): Promise<Begun | null> {
  const { domainId, termId } = payloadOf<TermJob>(context.job);
  return persist(context.database, {
    keys: [`job ${context.job.id}`],
    owner: '',
    commit: 'shared',
    load: (reader) =>
      Promise.all([
        reader.first(lockDomainById, { id: domainId }),
        reader.first(findPaidTerm, { id: termId }),
        loadList(reader, listSendsOfTerm, { domainId, termId }),
        context.calendarNow(reader),
      ]),
    decide([domain, term, sends, at]): Decided<Begun | null> {
      if (domain === undefined || term === undefined) throw new Error(`${domainId} is incomplete.`);
      if (term.state !== 'pending') return { answer: null, change: noChange };
      const provision = { domain, term, sends };
      if (sends.length > 0 || decisionOf(context.job) === 'cancel') {
        return { answer: { provision, send: null }, change: noChange };
      }
      const { answer: send, change } = newCreate(context, provision, at);
      return { answer: { provision, send }, change };
    },
  });
}

/** False when nothing was sent before, or the registry has no object from it. */
async function settleByAsking(
  context: FulfilmentContext,
  provision: Pick<TermWork, 'domain' | 'term'> & { readonly sends: readonly KnownSend[] },
): Promise<boolean> {
  const [first] = provision.sends;
  const last = provision.sends.at(-1);
  if (first === undefined || last === undefined) return false;
  const outcome = await askAboutSends(context, { ...provision, first });
  if (outcome === 'absent') return false;
  // It is unknown which send succeeded. With the oldest revision, later changes are compared too.
  await record(context, provision, { outcome, send: { id: last.id, expected: first.expected } });
  return true;
}

type KnownSend = Pick<Send, 'id' | 'expected' | 'sentAt' | 'outcome' | 'answer'>;

async function askAboutSends(
  context: FulfilmentContext,
  {
    domain,
    sends,
    first,
  }: {
    readonly domain: Domain;
    readonly sends: readonly KnownSend[];
    readonly first: KnownSend;
  },
): Promise<Outcome | 'absent'> {
  const { registrar } = context;
  const accepted = sends.findLast((send) => send.outcome === 'pending');
  let isApproved = false;
  if (accepted !== undefined) {
    const decision = await registrar.outcomeOf({ sendId: accepted.id, name: domain.name });
    if (decision.kind === 'pending' || decision.kind === 'refused') return decision;
    isApproved = decision.kind === 'done';
  }
  const found = await registrar.info(domain.name);
  if (found === null) {
    if (accepted === undefined) return giveUpOrAbsent(context, sends);
    return notShownYet(context, { domain, accepted, isApproved });
  }
  const verdict = assessCreation(found, {
    owner: domain.workspaceId,
    authCode: domain.authCode === null ? null : context.secrets.open(domain.authCode),
    firstSentAt: first.sentAt,
  });
  if (verdict === 'not-ours') {
    return { kind: 'refused', reason: 'The name was registered elsewhere.' };
  }
  if (found.pending === 'create') return { kind: 'pending', askAfterMs: 1_000 };
  const decision = decisionOf(context.job);
  if (verdict === 'ours' || decision === 'accept') return asRegistered(context, domain, found);
  if (decision === 'cancel') return { kind: 'refused', reason: cancelledReason };
  return { kind: 'undecided', reason: undecidedReason };
}

const undecidedReason =
  'The registry holds the name for us, and nothing it shows proves that this registration created it.';

function asRegistered(
  { registrar }: FulfilmentContext,
  domain: Domain,
  found: RegistryDomain,
): Outcome {
  const { expiresAt } = found;
  if (expiresAt === null) {
    return { kind: 'undecided', reason: 'The registry shows no expiry date of the name.' };
  }
  const capabilities = registrar.capabilitiesFor(domain.name);
  const isIncomplete = Object.keys(desiredChanges(domain, found, capabilities)).length > 0;
  return { kind: 'done', expiresAt, isIncomplete };
}

async function giveUpOrAbsent(
  context: FulfilmentContext,
  sends: readonly KnownSend[],
): Promise<Outcome | 'absent'> {
  const reason = reasonToGiveUp(sends, await context.calendarNow(context.database));
  return reason === null ? 'absent' : { kind: 'refused', reason };
}

/**
 * An accepted registration is never sent again. The job waits for the registry's decision without a
 * time limit: after an early refund, a late approval would be a registration without payment.
 */
async function notShownYet(
  context: FulfilmentContext,
  wait: {
    readonly domain: Domain;
    readonly accepted: Pick<Send, 'sentAt'>;
    readonly isApproved: boolean;
  },
): Promise<CommandOutcome> {
  const waitedMs = (await context.calendarNow(context.database)) - wait.accepted.sentAt;
  const { decisionMsMax } = context.registrar.capabilitiesFor(wait.domain.name);
  if (!wait.isApproved && decisionMsMax !== null && waitedMs > decisionMsMax) {
    return {
      kind: 'refused',
      reason: 'The registry accepted the registration and no longer reports it.',
    };
  }
  const { min, max } = notShownAskMs;
  return { kind: 'pending', askAfterMs: Math.min(max, Math.max(min, Math.round(waitedMs / 100))) };
}

interface JournaledCreate extends KnownSend {
  readonly authCode: string;
  readonly domain: Domain;
}

/** Commits the auth code, the desired state's revision and the send's id before the send. */
function journal(context: FulfilmentContext, provision: TermWork): Promise<JournaledCreate> {
  const { id, name, workspaceId } = provision.domain;
  return persist(context.database, {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'shared',
    load: (reader) =>
      Promise.all([reader.first(lockDomainById, { id }), context.calendarNow(reader)]),
    decide([domain, at]) {
      if (domain === undefined) throw new Error(`${id} is gone.`);
      return newCreate(context, { domain, term: provision.term }, at);
    },
  });
}

/** Expects the domain locked. */
function newCreate(
  { secrets }: FulfilmentContext,
  { domain, term }: Pick<TermWork, 'domain' | 'term'>,
  at: number,
): Decided<JournaledCreate> {
  const { id } = domain;
  const sealed = domain.authCode ?? secrets.seal(newAuthCode());
  const expected = String(domain.desiredRevision);
  const send = newSend(domain, { termId: term.id, command: 'create', expected }, at);
  const coded = update(domains, { id }, { authCode: sealed, authCodeExpiresAt: null });
  return {
    answer: { ...send, authCode: secrets.open(sealed), domain: { ...domain, authCode: sealed } },
    change: { rows: [sendRow(send), ...(domain.authCode === null ? [coded] : [])] },
  };
}

async function create(
  context: FulfilmentContext,
  { term }: TermWork,
  { id, authCode, domain }: JournaledCreate,
): Promise<CommandOutcome> {
  return context.registrar.create({
    sendId: id,
    name: domain.name,
    beforeSend: context.holdLease,
    years: term.years,
    ...(await registrationOf(context.database, domain)),
    nameservers: domain.nameservers,
    privacyEnabled: domain.privacyEnabled,
    transferLocked: domain.transferLocked,
    authCode,
    premium: domain.premium,
  });
}

async function record(
  context: FulfilmentContext,
  { domain, term }: Pick<TermWork, 'domain' | 'term'>,
  result: {
    readonly outcome: Outcome;
    readonly send: Pick<Send, 'id' | 'expected'>;
  },
): Promise<void> {
  const { outcome, send } = result;
  switch (outcome.kind) {
    case 'done':
      return confirmRegistration(context, {
        domain,
        term,
        expiresAt: outcome.expiresAt,
        sentRevision: outcome.isIncomplete === true ? 0 : Number(send.expected),
      });
    case 'refused':
      return refuseRegistration(context, { domain, term, reason: outcome.reason });
    case 'undecided':
      return waitForPerson(
        context,
        { domain },
        {
          reason: outcome.reason,
          kind: 'domain.registration_undecided',
          delayMs: undecidedAskMs,
        },
      );
    case 'pending':
      return awaitDecision(context, { domain, sendId: send.id, askAfterMs: outcome.askAfterMs });
  }
}
