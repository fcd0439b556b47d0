/** What registration and renewal jobs share: loading the term, and waiting for a decision. */

import { newId } from '../base/ids.ts';
import { payloadOf } from '../jobs/handler.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import { findDomainById } from '../storage/queries/domains.ts';
import { listSendsOfTerm } from '../storage/queries/sends.ts';
import { findTerm } from '../storage/queries/terms.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { Send } from '../storage/tables/sends.ts';
import type { Term } from '../storage/tables/terms.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import type { TermJob } from './job-kinds.ts';
import { journalOutcome } from './journal.ts';

export interface TermWork {
  readonly domain: Domain;
  readonly term: Term;
  /** What was sent for this term so far, oldest first. */
  readonly sends: readonly Send[];
}

/** Null when the term was settled before, for example together with a refused registration. */
export async function loadTermWork(context: FulfilmentContext): Promise<TermWork | null> {
  const { domainId, termId } = payloadOf<TermJob>(context.job);
  const { database } = context;
  const [domain, term, sends] = await Promise.all([
    database.first(findDomainById, { id: domainId }),
    database.first(findTerm, { id: termId }),
    database.all(listSendsOfTerm, { domainId, termId }),
  ]);
  if (domain === undefined || term === undefined) throw new Error(`${domainId} is incomplete.`);
  if (term.state === 'pending') return { domain, term, sends };
  await database.transaction((tx) => finishJob(tx, context.job));
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
  { domain }: Pick<TermWork, 'domain'>,
  wait: { readonly reason: string; readonly kind: WaitingKind; readonly delayMs: number },
): Promise<void> {
  const { reason, kind, delayMs } = wait;
  const isNew = context.job.attention === null;
  await context.database.transaction(async (tx) => {
    if (isNew) {
      recordFact(tx, {
        id: newId('act'),
        at: await context.calendarNow(tx),
        actor: systemActor(domain.workspaceId, context.job.kind),
        fact: { kind, domain: domain.name, reason },
      });
    }
    await postponeJob(tx, context.job, { delayMs, attempts: 0, attention: reason });
  });
  context.log.error({ domain: domain.name, reason }, 'a job waits for a person');
}

/** The registry has accepted the command but not decided yet: the job queries it again later. */
export async function awaitDecision(
  context: FulfilmentContext,
  accepted: {
    readonly domain: Pick<Domain, 'workspaceId'>;
    readonly sendId: string;
    readonly askAfterMs: number;
  },
): Promise<void> {
  const { domain, sendId, askAfterMs } = accepted;
  await context.database.transaction(
    async (tx) => {
      await Promise.all([
        journalOutcome(tx, { id: sendId, outcome: 'pending' }),
        postponeJob(tx, context.job, { delayMs: askAfterMs, attempts: 0 }),
      ]);
    },
    { commitsWith: domain.workspaceId },
  );
}
