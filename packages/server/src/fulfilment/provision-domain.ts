/**
 * Registers a domain at the registry. After an earlier send with unknown outcome, the job first
 * queries the registry. Only when the registry has no object, it sends the same registration again,
 * with the same auth code.
 */
import { newAuthCode } from '../registrars/auth-code.ts';
import type { CommandOutcome, RegistryDomain } from '../registrars/registrar.ts';
import { lockDomainById, setAuthCode } from '../storage/queries/domains.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { Send } from '../storage/tables/sends.ts';
import { desiredChanges, registrationOf } from './desired-state.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalSend } from './journal.ts';
import { confirmRegistration, refuseRegistration } from './settle-term.ts';
import { awaitDecision, loadTermWork, type TermWork } from './term-work.ts';

/** Poll interval for a registration that the registry accepted but does not show yet; it grows. */
const undecidedAskMs = { min: 5_000, max: 600_000 } as const;

export async function provisionDomain(context: FulfilmentContext): Promise<void> {
  const provision = await loadTermWork(context);
  if (provision === null) return;
  if (await settleByAsking(context, provision)) return;
  const send = await journal(context, provision);
  const outcome = await create(context, provision, send);
  // The registry refuses this send when an earlier one has succeeded after our query.
  if (outcome.kind === 'refused' && (await settleByAsking(context, provision))) return;
  await record(context, provision, { outcome, send });
}

/** False when nothing was sent before, or the registry has no object from it. */
async function settleByAsking(context: FulfilmentContext, provision: TermWork): Promise<boolean> {
  const [first] = provision.sends;
  const last = provision.sends.at(-1);
  if (first === undefined || last === undefined) return false;
  const outcome = await askAboutSends(context, provision);
  if (outcome === 'absent') return false;
  // It is unknown which send succeeded. With the oldest revision, later changes are compared too.
  await record(context, provision, { outcome, send: { id: last.id, expected: first.expected } });
  return true;
}

async function askAboutSends(
  context: FulfilmentContext,
  { domain, sends }: TermWork,
): Promise<CommandOutcome | 'absent'> {
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
    if (accepted === undefined) return 'absent';
    return undecided(context, { domain, accepted, isApproved });
  }
  if (!isOurCreation(context, domain, found)) {
    return { kind: 'refused', reason: 'The name was registered elsewhere.' };
  }
  if (found.pending === 'create') return { kind: 'pending', askAfterMs: 1_000 };
  const capabilities = registrar.capabilitiesFor(domain.name);
  const isIncomplete = Object.keys(desiredChanges(domain, found, capabilities)).length > 0;
  return { kind: 'done', expiresAt: found.expiresAt, isIncomplete };
}

/**
 * An accepted registration is never sent again. The job waits for the registry's decision without a
 * time limit: after an early refund, a late approval would be a registration without payment.
 */
async function undecided(
  context: FulfilmentContext,
  wait: {
    readonly domain: Domain;
    readonly accepted: Send;
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
  const { min, max } = undecidedAskMs;
  return { kind: 'pending', askAfterMs: Math.min(max, Math.max(min, Math.round(waitedMs / 100))) };
}

/** The auth code is random and journaled before the first send, so it identifies our creation. */
function isOurCreation(context: FulfilmentContext, domain: Domain, found: RegistryDomain): boolean {
  // An object that is being deleted belongs to an earlier registration of ours.
  if (!found.isOurs || found.pending === 'delete') return false;
  if (found.authCode === null || domain.authCode === null) return true;
  return found.authCode === context.secrets.open(domain.authCode);
}

interface JournaledCreate extends Pick<Send, 'id' | 'expected'> {
  readonly authCode: string;
  readonly domain: Domain;
}

/** Commits the auth code, the desired state's revision and the send's id before the send. */
async function journal(context: FulfilmentContext, provision: TermWork): Promise<JournaledCreate> {
  return context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id: provision.domain.id });
    if (domain === undefined) throw new Error(`${provision.domain.id} is gone.`);
    let authCode: string;
    if (domain.authCode === null) {
      authCode = newAuthCode();
      await tx.run(setAuthCode, { id: domain.id, authCode: context.secrets.seal(authCode) });
    } else {
      authCode = context.secrets.open(domain.authCode);
    }
    const expected = String(domain.desiredRevision);
    const id = await journalSend(tx, {
      domainId: domain.id,
      termId: provision.term.id,
      command: 'create',
      expected,
      at: await context.calendarNow(tx),
    });
    return { id, expected, authCode, domain };
  });
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
  { domain, term }: TermWork,
  result: {
    readonly outcome: CommandOutcome;
    readonly send: Pick<Send, 'id' | 'expected'>;
  },
): Promise<void> {
  const { outcome, send } = result;
  switch (outcome.kind) {
    case 'done':
      return confirmRegistration(context, {
        domainId: domain.id,
        term,
        expiresAt: outcome.expiresAt,
        sentRevision: outcome.isIncomplete === true ? 0 : Number(send.expected),
      });
    case 'refused':
      return refuseRegistration(context, { domainId: domain.id, term, reason: outcome.reason });
    case 'pending':
      return awaitDecision(context, { sendId: send.id, askAfterMs: outcome.askAfterMs });
  }
}
