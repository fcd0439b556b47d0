/**
 * Renews a domain at the registry. The current expiry is journaled with the first send and repeated
 * in every retry, so the registry cannot renew twice from the same date.
 */

import { addYears, dayMs } from '@hostmaster/contract/durations';
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
  waitForPrice,
} from './term-work.ts';

/** Registries differ by a day or two in how they add a year. */
const toleranceMs = 2 * dayMs;
const meanYearMs = 365.25 * dayMs;

export async function runRenewal(context: FulfilmentContext): Promise<void> {
  const work = await loadTermWork(context);
  if (work === null) return;
  // A restore before it belongs to the same term.
  const renewal = { ...work, sends: work.sends.filter(({ command }) => command === 'renew') };
  if (renewal.domain.registry.registryExpiresAt === null) {
    throw new Error(`${renewal.domain.name} is not registered yet.`);
  }
  const purchase = await purchaseOf(context, renewal);
  if (purchase.years === 0) {
    await confirmRenewal(context, {
      domain: renewal.domain,
      term: renewal.term,
      expiresAt: purchase.startsFrom,
    });
    return;
  }
  if (await settleByAsking(context, renewal, purchase)) return;
  if (decisionOf(context.job) === 'cancel') {
    const { domain, term } = renewal;
    return refuseRenewal(context, { domain, term, reason: cancelledReason });
  }
  const send = await journalSend(context, renewal.domain, {
    termId: renewal.term.id,
    command: 'renew',
    expected: String(purchase.startsFrom),
    years: purchase.years,
  });
  const sendId = send.id;
  const outcome = await journalAnswer(context.database, sendId, () =>
    renewAtRegistry(context, renewal, { ...purchase, sendId }),
  );
  if (outcome.kind === 'too-expensive') return waitForPrice(context, renewal, outcome);
  // A registry that repeats commands itself refuses the second one, and so it does when an earlier
  // send of ours has succeeded after our query.
  const sent = { ...renewal, sends: [...renewal.sends, send] };
  if (outcome.kind === 'refused' && (await settleByAsking(context, sent, purchase))) return;
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

/**
 * A journaled purchase does not change. Before the first send, years that the registry already has
 * beyond the earlier terms, from its auto-renewal or from an extension, are not bought again.
 */
async function purchaseOf(
  context: FulfilmentContext,
  { domain, term, sends }: TermWork,
): Promise<Purchase> {
  const first = sends[0];
  if (first !== undefined) {
    return { startsFrom: Number(first.expected), years: first.years ?? term.years };
  }
  const startsFrom = await registryExpiryOf(context, domain);
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

/** Only at registries with auto-renewal the stored expiry can be outdated and is read again. */
async function registryExpiryOf(context: FulfilmentContext, domain: Domain): Promise<number> {
  const kept = Number(domain.registry.registryExpiresAt);
  if (context.registrar.capabilitiesFor(domain.name).autoRenewGraceMs === null) return kept;
  const found = await context.registrar.info(domain.name);
  return (found?.isOurs === true ? found.expiresAt : null) ?? kept;
}

type KnownSend = Pick<Send, 'id' | 'sentAt' | 'outcome' | 'answer'>;
type SentRenewal = Pick<TermWork, 'domain' | 'term'> & { readonly sends: readonly KnownSend[] };

/** False when nothing was sent before, or the registry shows no effect of it. */
async function settleByAsking(
  context: FulfilmentContext,
  renewal: SentRenewal,
  purchase: Purchase,
): Promise<boolean> {
  const last = renewal.sends.at(-1);
  if (last === undefined) return false;
  const outcome = await askAboutSends(context, renewal, purchase);
  if (outcome === 'absent') return false;
  await record(context, renewal, { outcome, sendId: last.id });
  return true;
}

async function askAboutSends(
  context: FulfilmentContext,
  { domain, sends }: SentRenewal,
  { startsFrom, years }: Purchase,
): Promise<CommandOutcome | 'absent'> {
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
    throw new Error('The registry shows no expiry date, so whether it renewed is unknown.');
  }
  if (isClose(found.expiresAt, addYears(startsFrom, years))) {
    return { kind: 'done', expiresAt: found.expiresAt };
  }
  if (isClose(found.expiresAt, startsFrom)) {
    const reason = reasonToGiveUp(sends, await context.calendarNow(context.database));
    return reason === null ? 'absent' : { kind: 'refused', reason };
  }
  throw new Error(
    `${domain.name} expires ${new Date(found.expiresAt).toISOString()} at the registry, which is neither before nor after this renewal.`,
  );
}

async function record(
  context: FulfilmentContext,
  { domain, term }: Pick<TermWork, 'domain' | 'term'>,
  result: { readonly outcome: CommandOutcome; readonly sendId: string },
): Promise<void> {
  const { outcome, sendId } = result;
  switch (outcome.kind) {
    case 'done':
      return confirmRenewal(context, { domain, term, ...outcome });
    case 'refused':
      return refuseRenewal(context, { domain, term, reason: outcome.reason });
    case 'pending':
      return awaitDecision(context, { domain, sendId, askAfterMs: outcome.askAfterMs });
  }
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= toleranceMs;
}
