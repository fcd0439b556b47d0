/**
 * Registers a domain at the registry. After an earlier send with unknown outcome, the job first
 * queries the registry. Only when the registry has no object, it sends the same registration again,
 * with the same auth code. An object that may or may not be ours is left to a person.
 */

import { hourMs } from '@hostmaster/contract/durations';
import { persist } from '../changes/persist.ts';
import { newCreate } from '../domains/new-send.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { domainKey } from '../operations/loading.ts';
import { assessCreation } from '../registrars/assess-creation.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import {
  type CommandOutcome,
  OutcomeUnknown,
  type RegistryDomain,
} from '../registrars/registrar.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { update } from '../storage/row-write.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import type { Send } from '../storage/tables/registry/sends.ts';
import { desiredChanges, registrationOf } from './desired-state.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { behindMsMax, isLost, journalAnswer, sendRow } from './journal.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { confirmRegistration, refuseRegistration } from './settle-term.ts';
import {
  awaitDecision,
  cancelledReason,
  loadTermWork,
  type TermWork,
  waitForPerson,
} from './term-work.ts';

/** Poll interval for a registration that the registry accepted but does not show yet; it grows. */
const notShownAskMs = { min: 5_000, max: 600_000 } as const;
const undecidedAskMs = hourMs;

/** `undecided`: the registry has an object, and nothing proves whose it is. */
type Outcome = CommandOutcome | { readonly kind: 'undecided'; readonly reason: string };

export async function provisionDomain(context: FulfilmentContext): Promise<void> {
  const provision = await loadTermWork(context);
  if (provision === null) return;
  const { domain, term } = provision;
  // A job that was handed over has its first send in the journal, and has not made it yet.
  const unsent = context.job.isHandedOver === true ? provision.sends[0] : undefined;
  const earlier = unsent === undefined ? provision.sends : [];
  if (await settleByAsking(context, { domain, term, sends: earlier })) return;
  if (decisionOf(context.job) === 'cancel') {
    return refuseRegistration(context, { domain, term, reason: cancelledReason });
  }
  const send = unsent === undefined ? await journal(context, provision) : { ...unsent, domain };
  const outcome = await journalAnswer(context.database, send.id, () =>
    create(context, provision, send),
  );
  const sent = { domain: send.domain, term };
  // The next question comes soon, and until then the lease is kept. Should the process end meanwhile,
  // the send is one without an answer.
  if (outcome.kind === 'pending' && (await context.rest(outcome.askAfterMs))) {
    const accepted = { ...send, outcome: outcome.kind };
    if (await settleByAsking(context, { ...sent, sends: [...earlier, accepted] })) return;
  }
  // A registry that repeats commands itself refuses the second one, and so it does when an earlier
  // send of ours has succeeded after our query.
  const sends = [...earlier, send];
  if (outcome.kind === 'refused' && (await settleByAsking(context, { ...sent, sends }))) return;
  const lost = earlier.find(isLost);
  if (outcome.kind === 'refused' && outcome.isTaken === true && lost !== undefined) {
    // The registry has an object and shows none: a question may be answered by a server that is behind.
    const waitedMs = (await context.calendarNow(context.database)) - lost.sentAt;
    if (waitedMs < behindMsMax) throw new OutcomeUnknown(contradictionReason);
    const undecided = { kind: 'undecided', reason: contradictionReason } as const;
    return record(context, provision, { outcome: undecided, send });
  }
  await record(context, provision, { outcome, send });
}

const contradictionReason =
  'The registry says that the name exists, and shows no object. An earlier registration of ours was not answered.';

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
    authCode:
      domain.transferOut.authCode === null
        ? null
        : context.secrets.open(domain.transferOut.authCode),
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
  readonly domain: Domain;
}

/** Commits the auth code, the desired state's revision and the send's id before the send. */
function journal(context: FulfilmentContext, { domain, term }: TermWork): Promise<JournaledCreate> {
  const { id, name, workspaceId } = domain;
  return persist(context.database, {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'shared',
    load: (reader) =>
      Promise.all([reader.first(lockDomainById, { id }), context.calendarNow(reader)]),
    decide([locked, at]) {
      if (locked === undefined) throw new Error(`${id} is gone.`);
      const authCode = locked.transferOut.authCode ?? context.secrets.seal(newAuthCode());
      const send = newCreate(locked, term, at);
      const coded = update(domains, { id }, { authCode, authCodeExpiresAt: null });
      return {
        answer: { ...send, domain: domains.changed(locked, { authCode }) },
        change: { rows: [sendRow(send), ...(locked.transferOut.authCode === null ? [coded] : [])] },
      };
    },
  });
}

async function create(
  context: FulfilmentContext,
  { term }: TermWork,
  { id, domain }: JournaledCreate,
): Promise<CommandOutcome> {
  if (domain.transferOut.authCode === null) throw new Error(`${domain.id} has no auth code.`);
  return context.registrar.create({
    sendId: id,
    name: domain.name,
    beforeSend: context.holdLease,
    years: term.years,
    ...(await registrationOf(context.database, domain)),
    nameservers: domain.zone.nameservers,
    privacyEnabled: domain.owner.privacyEnabled,
    transferLocked: domain.transferOut.transferLocked,
    authCode: context.secrets.open(domain.transferOut.authCode),
    premium: domain.registration.premium,
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
