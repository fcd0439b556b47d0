/**
 * The four ways a term ends. Each is one transaction with the job's fencing token in it: the term,
 * the money, the domain and the job change together, or nothing does.
 */

import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { type LifecycleRules, nextDueAt } from '../domains/lifecycle.ts';
import { foldTerms } from '../domains/terms.ts';
import type { Fact } from '../facts/fact.ts';
import { finishJob } from '../jobs/queue.ts';
import { heldCents } from '../ledger/ledger.ts';
import type { Notice } from '../mail/notice.ts';
import {
  autoRenewed,
  registrationFailed,
  registrationSucceeded,
  renewalRefused,
} from '../mail/notices.ts';
import { postMailTo } from '../mail/outbox.ts';
import { postTerm, voidTerm } from '../operations/close-term.ts';
import {
  lockDomainById,
  setRegistered,
  setRegistryExpiry,
  setState,
  updateExpiry,
} from '../storage/queries/domains.ts';
import { setEndedAt } from '../storage/queries/registry-notes.ts';
import { listTerms } from '../storage/queries/terms.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces.ts';
import { command } from '../storage/query.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { Term } from '../storage/tables/terms.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { openZone } from '../zones/publication/publish-change.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { enqueueConvergence } from './job-kinds.ts';

interface TermSettlement {
  readonly domain: Pick<Domain, 'id' | 'workspaceId'>;
  readonly term: Term;
}

export async function confirmRegistration(
  context: FulfilmentContext,
  settlement: TermSettlement & { readonly expiresAt: number; readonly sentRevision: number },
): Promise<void> {
  await settle(context, settlement, async (tx, domain, at) => {
    const live = {
      ...domain,
      state: 'live' as const,
      registryExpiresAt: settlement.expiresAt,
    };
    const { id, state, registryExpiresAt } = live;
    const dueAt = nextDueAt(live, context.rules);
    tx.write([command(setRegistered, { id, state, registryExpiresAt, dueAt })]);
    await Promise.all([postTerm(tx, settlement.term, at), openZone(tx, live)]);
    if (domain.desiredRevision !== settlement.sentRevision) {
      await enqueueConvergence(tx, { domainId: domain.id });
    }
    return {
      fact: {
        kind: 'domain.registered',
        domain: domain.name,
        years: settlement.term.years,
        expiresAt: isoTime(domain.expiresAt),
      },
      notice: registrationSucceeded(context.links, {
        ...subjectOf(domain, settlement.term),
        expiresAt: domain.expiresAt,
      }),
    };
  });
}

/** Refunds in full, frees the name, and cancels the renewals queued behind the registration. */
export async function refuseRegistration(
  context: FulfilmentContext,
  settlement: TermSettlement & { readonly reason: string },
): Promise<void> {
  await settle(context, settlement, async (tx, domain, at) => {
    for (const term of await tx.all(listTerms, { domainId: domain.id })) {
      if (term.state === 'pending') await voidTerm(tx, term, at);
    }
    await tx.run(setState, { id: domain.id, state: 'failed', dueAt: null });
    await tx.run(setEndedAt, { domainId: domain.id, endedAt: at });
    return {
      fact: {
        kind: 'domain.registration_failed',
        domain: domain.name,
        reason: settlement.reason,
      },
      notice: registrationFailed(context.links, {
        ...subjectOf(domain, settlement.term),
        reason: settlement.reason,
      }),
    };
  });
}

export async function confirmRenewal(
  context: FulfilmentContext,
  settlement: TermSettlement & { readonly expiresAt: number },
): Promise<void> {
  await settle(context, settlement, async (tx, domain, at) => {
    await postTerm(tx, settlement.term, at);
    await tx.run(setRegistryExpiry, { id: domain.id, registryExpiresAt: settlement.expiresAt });
    const renewed = { ...domain, registryExpiresAt: settlement.expiresAt };
    const expiresAt = await writeExpiry(tx, renewed, {
      renewalFailed: false,
      rules: context.rules,
    });
    const fact = {
      kind: 'domain.renewed',
      domain: domain.name,
      years: settlement.term.years,
      expiresAt: isoTime(expiresAt),
    } as const;
    if (!settlement.term.automatic) return { fact };
    return {
      fact,
      notice: autoRenewed(context.links, {
        ...subjectOf(domain, settlement.term),
        expiresAt,
        amountCents: await heldCents(tx, settlement.term.holdId),
      }),
    };
  });
}

/** Removes and refunds only this renewal's years and credits. */
export async function refuseRenewal(
  context: FulfilmentContext,
  settlement: TermSettlement & { readonly reason: string },
): Promise<void> {
  await settle(context, settlement, async (tx, domain, at) => {
    await voidTerm(tx, settlement.term, at);
    const expiresAt = await writeExpiry(tx, domain, { renewalFailed: true, rules: context.rules });
    return {
      fact: { kind: 'domain.renewal_failed', domain: domain.name, reason: settlement.reason },
      notice: renewalRefused(context.links, {
        ...subjectOf(domain, settlement.term),
        isAutomatic: settlement.term.automatic,
        expiresAt,
        releasedAt: expiresAt + context.rules.graceMs(domain.name),
        now: at,
        reason: settlement.reason,
        autoRenew: domain.autoRenew,
      }),
    };
  });
}

/** What every notice about a term names. */
function subjectOf({ workspaceId, name }: Domain, { id: termId }: Term) {
  return { workspaceId, name, termId };
}

/** What a settlement made true, and the notice to the owner. */
interface Settled {
  readonly fact: Fact;
  readonly notice?: Notice;
}

async function settle(
  context: FulfilmentContext,
  { domain: { id, workspaceId } }: TermSettlement,
  change: (tx: HostmasterTx, domain: Domain, at: number) => Promise<Settled>,
): Promise<void> {
  const work = async (tx: HostmasterTx) => {
    // The job comes before all changes: a worker without the lease changes nothing and learns why.
    const [domain, at, workspace] = await Promise.all([
      tx.first(lockDomainById, { id }),
      context.calendarNow(tx),
      tx.first(findWorkspaceEmail, { id: workspaceId }),
      finishJob(tx, context.job),
    ]);
    if (domain === undefined) throw new Error(`${id} is gone.`);
    const { fact, notice } = await change(tx, domain, at);
    if (notice !== undefined) {
      await postMailTo(tx, { workspaceId, recipient: workspace?.email ?? null, at, notice });
    }
    recordFact(tx, {
      id: newId('act'),
      at,
      actor: systemActor(workspaceId, context.job.kind),
      fact,
    });
  };
  await context.database.transaction(work, { commitsWith: workspaceId });
}

async function writeExpiry(
  tx: HostmasterTx,
  domain: Domain,
  outcome: { readonly renewalFailed: boolean; readonly rules: LifecycleRules },
): Promise<number> {
  const terms = await tx.all(listTerms, { domainId: domain.id });
  const fold = foldTerms(terms);
  if (fold === null) throw new Error(`${domain.name} has no term left.`);
  await tx.run(updateExpiry, {
    id: domain.id,
    ...fold,
    renewalFailed: outcome.renewalFailed,
    dueAt: nextDueAt({ ...domain, expiresAt: fold.expiresAt }, outcome.rules),
  });
  return fold.expiresAt;
}
