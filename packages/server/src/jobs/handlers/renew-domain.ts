/**
 * Renews a domain at the registry. The expiry it starts from is journaled with the first send and is
 * the safety catch of every repetition: the registry cannot renew twice from the same date.
 */
import { addYears } from '../../domains/add-years.ts';
import type { CommandOutcome, PremiumPrice } from '../../registrars/registrar.ts';
import { findDomainById } from '../../storage/queries/domains.ts';
import { listSendsOfTerm } from '../../storage/queries/sends.ts';
import { findTerm } from '../../storage/queries/terms.ts';
import type { DomainRow, SendRow, TermRow } from '../../storage/schema.ts';
import { type JobContext, payloadOf } from '../handler.ts';
import type { TermJob } from '../kinds.ts';
import { finishJob, postponeJob } from '../queue.ts';
import { journalOutcome, journalSend } from './journal.ts';
import { confirmRenewal, refuseRenewal } from './settle-term.ts';

interface Renewal {
  readonly domain: DomainRow;
  readonly term: TermRow;
  readonly sends: readonly SendRow[];
}

/** Registries differ by a day or two in what a year later means. */
const toleranceMs = 2 * 86_400_000;

export async function renewDomain(context: JobContext): Promise<void> {
  const renewal = await load(context);
  if (renewal === null) {
    await context.database.transaction((tx) => finishJob(tx, context.job));
    return;
  }
  const startsFrom = Number(renewal.sends[0]?.expected ?? renewal.domain.registry_expires_at);
  if (await settleByAsking(context, renewal, startsFrom)) return;
  const sendId = await context.database.transaction(async (tx) =>
    journalSend(tx, {
      domainId: renewal.domain.id,
      termId: renewal.term.id,
      command: 'renew',
      expected: String(startsFrom),
      at: await context.calendarNow(tx),
    }),
  );
  const outcome = await context.registrar.renew({
    sendId,
    name: renewal.domain.name,
    beforeSend: context.holdLease,
    years: renewal.term.years,
    currentExpiresAt: startsFrom,
    premium:
      renewal.domain.premium === null ? null : (JSON.parse(renewal.domain.premium) as PremiumPrice),
  });
  // An earlier send may have arrived after we asked; then it is its success that refuses this one.
  if (outcome.kind === 'refused' && (await settleByAsking(context, renewal, startsFrom))) return;
  await record(context, renewal, { outcome, sendId });
}

/** False when nothing was sent before, or the registry has no trace of it. */
async function settleByAsking(
  context: JobContext,
  renewal: Renewal,
  startsFrom: number,
): Promise<boolean> {
  const last = renewal.sends.at(-1);
  if (last === undefined) return false;
  const outcome = await askAboutSends(context, renewal, startsFrom);
  if (outcome === 'absent') return false;
  await record(context, renewal, { outcome, sendId: last.id });
  return true;
}

/** Null when the term was settled before, for example together with a refused registration. */
async function load(context: JobContext): Promise<Renewal | null> {
  const { domainId, termId } = payloadOf<TermJob>(context.job);
  const { database } = context;
  const [domain, term, sends] = await Promise.all([
    database.first(findDomainById, { id: domainId }),
    database.first(findTerm, { id: termId }),
    database.all(listSendsOfTerm, { domainId, termId }),
  ]);
  if (domain === undefined || term === undefined) throw new Error(`${domainId} is incomplete.`);
  if (term.state !== 'pending') return null;
  if (domain.registry_expires_at === null) throw new Error(`${domain.name} is not registered yet.`);
  return { domain, term, sends };
}

async function askAboutSends(
  context: JobContext,
  { domain, term, sends }: Renewal,
  startsFrom: number,
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
  if (isClose(found.expiresAt, addYears(startsFrom, term.years))) {
    return { kind: 'done', expiresAt: found.expiresAt };
  }
  if (isClose(found.expiresAt, startsFrom)) return 'absent';
  throw new Error(
    `${domain.name} expires ${new Date(found.expiresAt).toISOString()} at the registry, which is neither before nor after this renewal.`,
  );
}

async function record(
  context: JobContext,
  { domain, term }: Renewal,
  result: { readonly outcome: CommandOutcome; readonly sendId: string | undefined },
): Promise<void> {
  const { outcome, sendId } = result;
  switch (outcome.kind) {
    case 'done':
      return confirmRenewal(context, { domainId: domain.id, term, expiresAt: outcome.expiresAt });
    case 'refused':
      return refuseRenewal(context, { domainId: domain.id, term, reason: outcome.reason });
    case 'pending':
      await context.database.transaction(async (tx) => {
        if (sendId !== undefined) await journalOutcome(tx, { id: sendId, outcome: 'pending' });
        await postponeJob(tx, context.job, { delayMs: outcome.askAfterMs, attempts: 0 });
      });
  }
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= toleranceMs;
}
