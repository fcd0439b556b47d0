/**
 * Renews a domain at the registry. The current expiry is journaled with the first send and repeated
 * in every retry, so the registry cannot renew twice from the same date.
 */

import { addYears, dayMs, hourMs } from '@hostmaster/contract/durations';
import { readList } from '@hostmaster/storage';
import { foldTerms } from '../domains/terms.ts';
import { decisionOf } from '../jobs/job-control.ts';
import type { CommandOutcome } from '../registrars/registrar.ts';
import { listTerms } from '../storage/queries/renewal/terms.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { Send } from '../storage/tables/registry/sends.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalAnswer, journalSend } from './journal.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { confirmRenewal, refuseRenewal } from './settle-term.ts';
import {
  awaitDecision,
  cancelledReason,
  loadTermWork,
  orTooExpensive,
  type TermWork,
  type TooExpensive,
  waitForPerson,
  waitForPrice,
} from './term-work.ts';

/** Registries differ by a day or two in how they add a year. */
const toleranceMs = 2 * dayMs;
const meanYearMs = 365.25 * dayMs;
const undecidedAskMs = hourMs;

export async function runRenewal(context: FulfilmentContext): Promise<void> {
  const work = await loadTermWork(context);
  if (work === null) return;
  // A restore before it belongs to the same term. What was refused has changed nothing.
  const sends = work.sends.filter(
    ({ command, outcome }) => command === 'renew' && outcome !== 'refused',
  );
  const renewal = { ...work, sends };
  const { domain, term } = renewal;
  if (domain.registry.registryExpiresAt === null) {
    throw new Error(`${domain.name} is not registered yet.`);
  }
  const decision = decisionOf(context.job);
  const journaled = await purchaseOf(context, renewal);
  const known = await askAboutSends(context, renewal, journaled);
  const isUndecided = known !== 'absent' && known.kind === 'undecided';
  const last = sends.at(-1);
  if (last !== undefined && known !== 'absent' && !(isUndecided && decision !== null)) {
    return record(context, renewal, { outcome: known, sendId: last.id });
  }
  if (decision === 'cancel') {
    return refuseRenewal(context, { domain, term, reason: cancelledReason });
  }
  // A person wants what the registry shows now to be taken as the beginning.
  const purchase = isUndecided ? await newPurchase(context, renewal, 'ask') : journaled;
  if (purchase.years === 0) {
    return confirmRenewal(context, { domain, term, expiresAt: purchase.startsFrom });
  }
  const send = await journalSend(context, domain, {
    termId: term.id,
    command: 'renew',
    expected: String(purchase.startsFrom),
    years: purchase.years,
  });
  const sendId = send.id;
  const outcome = await journalAnswer(context.database, sendId, () =>
    renewAtRegistry(context, renewal, { ...purchase, sendId }),
  );
  if (outcome.kind === 'too-expensive')
    return waitForPrice(context, renewal, { ...outcome, sendId });
  if (outcome.kind === 'refused') {
    // A registry that repeats commands itself refuses the second one, and so it does when an earlier
    // send of ours has succeeded after our query.
    const now = await askAboutSends(context, { domain, sends: [...sends, send] }, purchase);
    const isRefused = now === 'absent' || (now.kind === 'undecided' && last === undefined);
    if (!isRefused) return record(context, renewal, { outcome: now, sendId });
  }
  await record(context, renewal, { outcome, sendId });
}

function renewAtRegistry(
  context: FulfilmentContext,
  { domain }: TermWork,
  { sendId, years, startsFrom }: Purchase & { readonly sendId: string },
): Promise<CommandOutcome | TooExpensive> {
  return orTooExpensive(
    context.registrar.renew({
      sendId,
      name: domain.name,
      beforeSend: context.holdLease,
      years,
      currentExpiresAt: startsFrom,
      premium: domain.registration.premium,
      acceptsAnyPrice: decisionOf(context.job) === 'accept',
    }),
  );
}

interface Purchase {
  /** The current expiry sent with the renewal; prevents a double renewal. */
  readonly startsFrom: number;
  readonly years: number;
}

/** A journaled purchase does not change, unless a person has decided about one that is unclear. */
async function purchaseOf(context: FulfilmentContext, renewal: TermWork): Promise<Purchase> {
  const first = renewal.sends[0];
  if (first === undefined) return newPurchase(context, renewal);
  return { startsFrom: Number(first.expected), years: first.years ?? renewal.term.years };
}

/**
 * Years that the registry already has beyond the earlier terms, from its auto-renewal or from an
 * extension, are not bought again.
 */
async function newPurchase(
  context: FulfilmentContext,
  { domain, term }: TermWork,
  date: 'kept' | 'ask' = 'kept',
): Promise<Purchase> {
  const startsFrom = await registryExpiryOf(context, domain, date);
  const terms = await readList(context.database, listTerms, { domainId: domain.id });
  const before = foldTerms(
    terms
      .filter(({ position }) => position < term.position)
      .map(({ years, acceptedAt, state, endsAt }) => ({ years, acceptedAt, state, endsAt })),
  );
  const aheadMs = startsFrom - (before?.expiresAt ?? startsFrom);
  const held = Math.max(0, Math.round(aheadMs / meanYearMs));
  return { startsFrom, years: Math.max(0, term.years - held) };
}

/** The stored expiry can be outdated at registries with auto-renewal, and where it contradicts what they show. */
async function registryExpiryOf(
  context: FulfilmentContext,
  domain: Domain,
  date: 'kept' | 'ask',
): Promise<number> {
  const kept = Number(domain.registry.registryExpiresAt);
  const { autoRenewGraceMs } = context.registrar.capabilitiesFor(domain.name);
  if (date === 'kept' && autoRenewGraceMs === null) return kept;
  const found = await context.registrar.info(domain.name);
  return (found?.isOurs === true ? found.expiresAt : null) ?? kept;
}

type KnownSend = Pick<Send, 'id' | 'sentAt' | 'outcome' | 'answer'>;
type SentRenewal = Pick<TermWork, 'domain'> & { readonly sends: readonly KnownSend[] };

/** `undecided`: what the registry shows tells neither that it has renewed nor that it has not. */
type Outcome = CommandOutcome | { readonly kind: 'undecided'; readonly reason: string };

/** `absent` when nothing was sent before, or the registry shows no effect of it. */
async function askAboutSends(
  context: FulfilmentContext,
  { domain, sends }: SentRenewal,
  { startsFrom, years }: Purchase,
): Promise<Outcome | 'absent'> {
  if (sends.length === 0) return 'absent';
  const { registrar } = context;
  const accepted = sends.findLast((send) => send.outcome === 'pending');
  if (accepted !== undefined) {
    const decision = await registrar.outcomeOf({ sendId: accepted.id, name: domain.name });
    if (decision.kind === 'pending' || decision.kind === 'refused') return decision;
  }
  const found = await registrar.info(domain.name);
  if (found === null || !found.isOurs) {
    return { kind: 'refused', reason: 'The registry no longer holds this name for us.' };
  }
  if (found.pending === 'renew') return { kind: 'pending', askAfterMs: 1_000 };
  if (found.expiresAt === null) {
    return {
      kind: 'undecided',
      reason: 'The registry shows no expiry date, so whether it has renewed is unknown.',
    };
  }
  if (isClose(found.expiresAt, addYears(startsFrom, years))) {
    return { kind: 'done', expiresAt: found.expiresAt };
  }
  if (isClose(found.expiresAt, startsFrom)) {
    const reason = reasonToGiveUp(sends, await context.calendarNow(context.database));
    return reason === null ? 'absent' : { kind: 'refused', reason };
  }
  const shown = new Date(found.expiresAt).toISOString();
  return {
    kind: 'undecided',
    reason: `${domain.name} expires ${shown} at the registry, which is neither before nor after this renewal.`,
  };
}

async function record(
  context: FulfilmentContext,
  { domain, term }: Pick<TermWork, 'domain' | 'term'>,
  result: { readonly outcome: Outcome; readonly sendId: string },
): Promise<void> {
  const { outcome, sendId } = result;
  switch (outcome.kind) {
    case 'done':
      return confirmRenewal(context, { domain, term, ...outcome });
    case 'refused':
      return refuseRenewal(context, { domain, term, reason: outcome.reason });
    case 'undecided':
      return waitForPerson(
        context,
        { domain },
        { reason: outcome.reason, kind: 'domain.renewal_held', delayMs: undecidedAskMs },
      );
    case 'pending':
      return awaitDecision(context, { domain, sendId, askAfterMs: outcome.askAfterMs });
  }
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= toleranceMs;
}
