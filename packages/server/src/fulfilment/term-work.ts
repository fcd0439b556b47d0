/** What registration and renewal jobs share: loading the term, and waiting for a decision. */

import { dayMs } from '@hostmaster/contract/durations';
import { readList } from '@hostmaster/storage';
import type { TermJob } from '../changes/job-kinds.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { finishJob, persistJob, postponed } from '../jobs/persist-job.ts';
import { domainKey } from '../operations/loading.ts';
import { type CommandOutcome, PriceTooHigh } from '../registrars/registrar.ts';
import { findDomainById } from '../storage/queries/domains/domains.ts';
import { listSendsOfTerm } from '../storage/queries/registry/sends.ts';
import { findPaidTerm, type PaidTerm } from '../storage/queries/renewal/terms.ts';
import type { RowWrite } from '../storage/row-write.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { Send } from '../storage/tables/registry/sends.ts';
import { type DomainSubject, jobFact } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { outcomeRow } from './journal.ts';

export interface TermWork {
  readonly domain: Domain;
  readonly term: PaidTerm;
  /** What was sent for this term so far, oldest first. */
  readonly sends: readonly Send[];
}

/** Null when the term was settled before, for example together with a refused registration. */
export async function loadTermWork(context: FulfilmentContext): Promise<TermWork | null> {
  const { domainId, termId } = payloadOf<TermJob>(context.job);
  const { database } = context;
  const [domain, term, sends] = await Promise.all([
    database.first(findDomainById, { id: domainId }),
    database.first(findPaidTerm, { id: termId }),
    readList(database, listSendsOfTerm, { domainId, termId }),
  ]);
  if (domain === undefined || term === undefined) throw new Error(`${domainId} is incomplete.`);
  if (term.state === 'pending') return { domain, term, sends };
  await finishJob(context);
  return null;
}

export const cancelledReason = 'The operator cancelled the request.';

type WaitingKind = 'domain.registration_undecided' | 'domain.renewal_held';

/**
 * Only a person can decide: the credits stay held, the job shows the reason, and it looks again from
 * time to time in case the matter resolves itself.
 */
export async function waitForPerson(
  context: FulfilmentContext,
  { domain }: { readonly domain: DomainSubject },
  wait: {
    readonly reason: string;
    readonly kind: WaitingKind;
    readonly delayMs: number;
    /** What is stored with it. */
    readonly rows?: readonly RowWrite[];
  },
): Promise<void> {
  const { reason, kind, delayMs, rows = [] } = wait;
  const isNew = context.job.attention === null;
  await persistJob(context, {
    keys: [domainKey(domain.name)],
    owner: domain.workspaceId,
    load: (reader) => context.calendarNow(reader),
    decide(at) {
      const fact = { kind, domain: domain.name, reason };
      const facts = isNew ? [jobFact(context, domain, { at, fact })] : [];
      const next = { delayMs, attempts: 0, attention: reason };
      return { answer: undefined, change: postponed(context, next, { rows, facts }) };
    },
  });
  context.log.error({ domain: domain.name, reason }, 'a job waits for a person');
}

/** How often the registry is asked again about a price that is higher than was agreed. */
const priceAskMs = dayMs;

export interface TooExpensive {
  readonly kind: 'too-expensive';
  readonly reason: string;
}

export async function orTooExpensive(
  sent: Promise<CommandOutcome>,
): Promise<CommandOutcome | TooExpensive> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof PriceTooHigh) return { kind: 'too-expensive', reason: error.message };
    throw error;
  }
}

/** A price that rose is for a person to decide: the name must not be lost over it unseen. */
export function waitForPrice(
  context: FulfilmentContext,
  work: { readonly domain: DomainSubject },
  { reason, sendId }: TooExpensive & { readonly sendId: string },
): Promise<void> {
  // It was not sent, so that the next one may be another purchase.
  const rows = [outcomeRow({ id: sendId, outcome: 'refused' })];
  return waitForPerson(context, work, {
    ...{ reason, rows },
    ...{ kind: 'domain.renewal_held', delayMs: priceAskMs },
  });
}

/** The registry has accepted the command and does not show its effect yet: the job asks again later. */
export async function awaitDecision(
  context: FulfilmentContext,
  accepted: {
    readonly domain: DomainSubject;
    readonly sendId: string;
    readonly askAfterMs: number;
    readonly outcome?: 'pending' | 'done';
  },
): Promise<void> {
  const { domain, sendId, askAfterMs, outcome = 'pending' } = accepted;
  const rows = [outcomeRow({ id: sendId, outcome })];
  const change = postponed(context, { delayMs: askAfterMs, attempts: 0 }, { rows });
  await persistJob(context, {
    keys: [domainKey(domain.name)],
    owner: domain.workspaceId,
    load: async () => undefined,
    decide: () => ({ answer: undefined, change }),
  });
}
