/**
 * Deletes an expired domain at the registry. A fresh `info` must show the domain as ours first, and
 * after a lost reply the job queries the registry again.
 */
import { dayMs } from '@hostmaster/contract/durations';
import { isoTime } from '../base/iso-time.ts';
import { combine } from '../changes/change.ts';
import type { DomainJob } from '../changes/job-kinds.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { ended, finishJob, postponeJob } from '../jobs/persist-job.ts';
import { mailTo } from '../notices/new-mail.ts';
import { domainDeleted } from '../notices/restore-notices.ts';
import { closeZone } from '../publication/open-zone.ts';
import type { RegistryDeletion, RegistryDomain } from '../registrars/registrar.ts';
import { findDomainById } from '../storage/queries/domains/domains.ts';
import { removeAll, update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { domainTags } from '../storage/tables/domains/domain-tags.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { registrationOf } from './desired-state.ts';
import { jobFact, loadRecipient, persistDomainJob } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalAnswer, journalSend } from './journal.ts';
import { restoredFields } from './restored-fields.ts';

/** How often a name that cannot be restored any more is looked at until it is free. */
const purgeAskMs = dayMs;

export async function releaseDomain(context: FulfilmentContext): Promise<void> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const domain = await context.database.first(findDomainById, { id: domainId });
  if (domain?.state !== 'releasing') return finishJob(context);
  const askedAt = await context.calendarNow(context.database);
  const found = await context.registrar.info(domain.name);
  if (found?.isOurs === true && found.deletion !== null) {
    return keepInRedemption(context, domain, { ...found.deletion, askedAt });
  }
  // A registry with a redemption period still shows domains that are pending deletion.
  if (found === null || !found.isOurs || found.pending === 'delete') {
    return conclude(context, domain);
  }
  // The registry had deleted it and has taken that back. A paid domain is never deleted by us.
  const isPaid = domain.registration.expiresAt > askedAt;
  if (isPaid || domain.release.redemptionUntil !== null) return resume(context, domain, found);
  const isSigned = found.dnssec.length > 0;
  if (isSigned && (await removeSigners(context, domain, found))) return;
  const { id: sendId } = await journalSend(context, domain, {
    termId: null,
    command: 'delete',
    expected: String(found.expiresAt),
  });
  const outcome = await context.registrar.delete({
    sendId,
    name: domain.name,
    beforeSend: context.holdLease,
  });
  if (outcome.kind === 'refused') throw new Error(`The registry keeps the name: ${outcome.reason}`);
  const { redemption } = context.registrar.capabilitiesFor(domain.name);
  if (outcome.kind === 'done' && !redemption) return conclude(context, domain);
  // Another look shows whether the name is free or can be restored.
  const delayMs = outcome.kind === 'pending' ? outcome.askAfterMs : 0;
  await postponeJob(context, { delayMs, attempts: 0 });
}

/**
 * A name that is restored later must not have DS records without their key. False when the registry
 * refuses that: it deletes them with the name.
 */
async function removeSigners(
  context: FulfilmentContext,
  domain: Domain,
  current: RegistryDomain,
): Promise<boolean> {
  const { id: sendId } = await journalSend(context, domain, {
    termId: null,
    command: 'update',
    expected: 'no DS',
  });
  const outcome = await journalAnswer(context.database, sendId, async () =>
    context.registrar.update({
      sendId,
      name: domain.name,
      beforeSend: context.holdLease,
      current,
      ...(await registrationOf(context.database, domain)),
      dnssec: [],
    }),
  );
  if (outcome.kind === 'refused') return false;
  const delayMs = outcome.kind === 'pending' ? outcome.askAfterMs : 0;
  await postponeJob(context, { delayMs, attempts: 0 });
  return true;
}

/**
 * The domain stays listed and its zone stays ready until the registry has freed the name. The next
 * look counts from the question: what happened since is not in the answer.
 */
function keepInRedemption(
  context: FulfilmentContext,
  before: Domain,
  { restorableUntil, askedAt: at }: RegistryDeletion & { readonly askedAt: number },
): Promise<void> {
  return persistDomainJob(context, before, {
    load: (reader) => loadRecipient(reader, before),
    decide({ domain }, recipient) {
      if (domain.state !== 'releasing') return ended(context);
      const { id, workspaceId, name } = domain;
      const deletedAt = domain.release.deletedAt ?? at;
      const redemptionUntil = domain.release.redemptionUntil ?? restorableUntil ?? at;
      const dueAt = redemptionUntil > at ? redemptionUntil : at + purgeAskMs;
      const rows = [update(domains, { id }, { deletedAt, redemptionUntil, dueAt })];
      if (domain.release.redemptionUntil !== null) return ended(context, { rows });
      const deleted = { workspaceId, name, until: redemptionUntil, changeId: context.job.id };
      const notice = domainDeleted(context.links, deleted);
      const until = isoTime(redemptionUntil);
      return ended(context, {
        rows,
        mails: [mailTo({ workspaceId, recipient, at, notice })],
        facts: [
          jobFact(context, domain, { at, fact: { kind: 'domain.deleted', domain: name, until } }),
        ],
      });
    },
  });
}

/** Restored at the registry without us: what was promised to the customer holds again. */
function resume(
  context: FulfilmentContext,
  before: Domain,
  { expiresAt }: RegistryDomain,
): Promise<void> {
  return persistDomainJob(context, before, {
    decide({ domain, at }) {
      if (domain.state !== 'releasing') return ended(context);
      const { id, name } = domain;
      const registryExpiresAt = expiresAt ?? domain.registry.registryExpiresAt;
      const set = restoredFields(domain, { registryExpiresAt, rules: context.rules });
      const fact = { kind: 'domain.restored', domain: name } as const;
      return ended(context, {
        rows: [update(domains, { id }, set)],
        facts: [jobFact(context, domain, { at, fact })],
      });
    },
  });
}

function conclude(context: FulfilmentContext, before: Domain): Promise<void> {
  return persistDomainJob(context, before, {
    decide({ domain, at }) {
      const { id, name, state } = domain;
      const set = { state: 'released', visible: false, dueAt: null } as const;
      const fact = { kind: 'domain.released', domain: name } as const;
      const released = {
        rows: [
          ...(state === 'releasing' ? [update(domains, { id }, set)] : []),
          removeAll(domainTags, { domainId: id }),
          statement('setEndedAt', { domainId: id, endedAt: at }),
        ],
        facts: [jobFact(context, domain, { at, fact })],
      };
      return ended(context, combine(released, closeZone(domain)));
    },
  });
}
