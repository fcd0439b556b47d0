/**
 * Renews at the registry when its expiry is earlier than the one sold to the customer. The customer
 * has already paid, so nothing is charged. Every send is journaled and retried only with the same
 * current expiry.
 */
import { newId } from '../base/ids.ts';
import { addYears } from '../domains/add-years.ts';
import { expiryToleranceMs, nextDueAt } from '../domains/lifecycle.ts';
import { payloadOf } from '../jobs/handler.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import { type CommandOutcome, PriceTooHigh } from '../registrars/registrar.ts';
import { findDomainById, lockDomainById } from '../storage/queries/domains.ts';
import { setSeenExpiry } from '../storage/queries/registry-comparison.ts';
import { listSendsToward } from '../storage/queries/sends.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import type { DomainJob } from './job-kinds.ts';
import { journalSend } from './journal.ts';

export async function extendDomain(context: FulfilmentContext): Promise<void> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const domain = await context.database.first(findDomainById, { id: domainId });
  if (domain?.state !== 'live' || decisionOf(context.job) === 'cancel') return finish(context);
  const found = await context.registrar.info(domain.name);
  // A registry that shows no date leaves nothing to compare: buying years would be a guess.
  if (found === null || !found.isOurs || found.expiresAt === null) return finish(context);
  // Another registrar has asked for the name and gets what it holds.
  if (found.pending === 'transfer') return finish(context);
  if (found.pending === 'renew') return askLater(context, 1_000);
  const { expiresAt } = found;
  const years = missingYears(domain, expiresAt);
  // An earlier send with a lost reply bought the years, or the registry already had them.
  if (years === 0) return conclude(context, domain, expiresAt, await boughtBefore(context, domain));
  const outcome = await buy(context, { domain, expiresAt, years });
  if (outcome.kind === 'pending') return askLater(context, outcome.askAfterMs);
  if (outcome.kind === 'done') return conclude(context, domain, outcome.expiresAt, years);
  // The registry refuses this send when an earlier one has succeeded after our query.
  const now = await context.registrar.info(domain.name);
  const bought = now?.isOurs === true ? now.expiresAt : null;
  if (bought !== null && missingYears(domain, bought) === 0) {
    return conclude(context, domain, bought, years);
  }
  await recordRefusal(context, domain, outcome.reason);
}

function missingYears(domain: Domain, registryExpiresAt: number): number {
  let years = 0;
  while (addYears(registryExpiresAt, years) < domain.expiresAt - expiryToleranceMs) years += 1;
  return years;
}

/** The years of a journaled extension that starts from the stored expiry; 0 without one. */
async function boughtBefore({ database }: FulfilmentContext, domain: Domain): Promise<number> {
  const expected = String(domain.registryExpiresAt);
  const sends = await database.all(listSendsToward, {
    domainId: domain.id,
    command: 'extend',
    expected,
  });
  return sends.at(-1)?.years ?? 0;
}

async function buy(
  context: FulfilmentContext,
  purchase: { readonly domain: Domain; readonly expiresAt: number; readonly years: number },
): Promise<CommandOutcome> {
  const { domain, expiresAt, years } = purchase;
  const sendId = await context.database.transaction(async (tx) =>
    journalSend(tx, {
      domainId: domain.id,
      termId: null,
      command: 'extend',
      expected: String(expiresAt),
      years,
      at: await context.calendarNow(tx),
    }),
  );
  try {
    return await context.registrar.renew({
      sendId,
      name: domain.name,
      beforeSend: context.holdLease,
      years,
      currentExpiresAt: expiresAt,
      premium: domain.premium,
    });
  } catch (error) {
    if (!(error instanceof PriceTooHigh)) throw error;
    context.log.error({ domain: domain.name, reason: error.message }, 'an extension costs more');
    return { kind: 'refused', reason: error.message };
  }
}

async function conclude(
  context: FulfilmentContext,
  before: Domain,
  registryExpiresAt: number,
  years: number,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const domain = await tx.first(lockDomainById, { id: before.id });
    if (domain === undefined) throw new Error(`${before.id} is gone.`);
    const seen = { ...domain, registryExpiresAt };
    await tx.run(setSeenExpiry, {
      id: domain.id,
      registryExpiresAt,
      dueAt: nextDueAt(seen, context.rules),
    });
    if (years > 0) {
      recordFact(tx, {
        id: newId('act'),
        at: await context.calendarNow(tx),
        actor: systemActor(domain.workspaceId, context.job.kind),
        fact: {
          kind: 'domain.extended_at_registry',
          domain: domain.name,
          years,
          registryExpiresAt: new Date(registryExpiresAt).toISOString(),
        },
      });
    }
    await finishJob(tx, context.job);
  });
}

/** The lifecycle tries again every day. */
async function recordRefusal(
  context: FulfilmentContext,
  domain: Domain,
  reason: string,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    recordFact(tx, {
      id: newId('act'),
      at: await context.calendarNow(tx),
      actor: systemActor(domain.workspaceId, context.job.kind),
      fact: { kind: 'domain.extension_refused', domain: domain.name, reason },
    });
    await finishJob(tx, context.job);
  });
}

async function finish(context: FulfilmentContext): Promise<void> {
  await context.database.transaction((tx) => finishJob(tx, context.job));
}

async function askLater(context: FulfilmentContext, delayMs: number): Promise<void> {
  await context.database.transaction((tx) =>
    postponeJob(tx, context.job, { delayMs, attempts: 0 }),
  );
}
