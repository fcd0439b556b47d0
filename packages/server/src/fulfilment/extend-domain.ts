/**
 * Renews at the registry when its expiry is earlier than the one sold to the customer. The customer
 * has already paid, so nothing is charged. Every send is journaled and retried only with the same
 * current expiry.
 */

import { addYears } from '@hostmaster/contract/durations';
import { readList } from '@hostmaster/storage';
import type { DomainJob } from '../changes/job-kinds.ts';
import { expiryToleranceMs, nextDueAt } from '../domains/lifecycle.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { ended, finishJob, postponeJob } from '../jobs/persist-job.ts';
import { type CommandOutcome, PriceTooHigh } from '../registrars/registrar.ts';
import { findDomainById } from '../storage/queries/domains/domains.ts';
import { listSendsToward } from '../storage/queries/registry/sends.ts';
import { update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { jobFact, persistDomainJob } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalSend } from './journal.ts';

export async function extendDomain(context: FulfilmentContext): Promise<void> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const domain = await context.database.first(findDomainById, { id: domainId });
  if (domain?.state !== 'live' || decisionOf(context.job) === 'cancel') return finishJob(context);
  const found = await context.registrar.info(domain.name);
  // A registry that shows no date leaves nothing to compare: buying years would be a guess.
  if (found === null || !found.isOurs || found.expiresAt === null) return finishJob(context);
  // Another registrar has asked for the name and gets what it holds.
  if (found.pending === 'transfer') return finishJob(context);
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
  while (addYears(registryExpiresAt, years) < domain.registration.expiresAt - expiryToleranceMs)
    years += 1;
  return years;
}

/** The years of a journaled extension that starts from the stored expiry; 0 without one. */
async function boughtBefore({ database }: FulfilmentContext, domain: Domain): Promise<number> {
  const expected = String(domain.registry.registryExpiresAt);
  const sends = await readList(database, listSendsToward, {
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
  const { id: sendId } = await journalSend(context, domain, {
    termId: null,
    command: 'extend',
    expected: String(expiresAt),
    years,
  });
  try {
    return await context.registrar.renew({
      sendId,
      name: domain.name,
      beforeSend: context.holdLease,
      years,
      currentExpiresAt: expiresAt,
      premium: domain.registration.premium,
    });
  } catch (error) {
    if (!(error instanceof PriceTooHigh)) throw error;
    context.log.error({ domain: domain.name, reason: error.message }, 'an extension costs more');
    return { kind: 'refused', reason: error.message };
  }
}

function conclude(
  context: FulfilmentContext,
  before: Domain,
  registryExpiresAt: number,
  years: number,
): Promise<void> {
  return persistDomainJob(context, before, {
    decide({ domain, at }) {
      const { id, name } = domain;
      const dueAt = nextDueAt(domains.changed(domain, { registryExpiresAt }), context.rules);
      const fact = {
        kind: 'domain.extended_at_registry',
        domain: name,
        years,
        registryExpiresAt: new Date(registryExpiresAt).toISOString(),
      } as const;
      return ended(context, {
        rows: [
          update(domains, { id }, { registryExpiresAt, dueAt }),
          ...(years > 0 ? [statement('setChangedAt', { domainId: id, changedAt: at })] : []),
        ],
        facts: years > 0 ? [jobFact(context, domain, { at, fact })] : [],
      });
    },
  });
}

/** The lifecycle tries again every day. */
function recordRefusal(context: FulfilmentContext, before: Domain, reason: string): Promise<void> {
  return persistDomainJob(context, before, {
    decide({ domain, at }) {
      const fact = { kind: 'domain.extension_refused', domain: domain.name, reason } as const;
      return ended(context, { facts: [jobFact(context, domain, { at, fact })] });
    },
  });
}

function askLater(context: FulfilmentContext, delayMs: number): Promise<void> {
  return postponeJob(context, { delayMs, attempts: 0 });
}
