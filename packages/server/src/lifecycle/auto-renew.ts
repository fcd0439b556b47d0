/**
 * Auto-renewal: the same operation as the API's, one year, at the workspace's price. A refused
 * attempt is recorded with its reason and retried a day later.
 */
import { loadList } from '@hostmaster/storage';
import { InsufficientCredits, Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { combine, noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { autoRenewLeadMs, nextDueAt, nextEvent } from '../domains/lifecycle.ts';
import { mailTo } from '../notices/new-mail.ts';
import type { Notice } from '../notices/notice.ts';
import { autoRenewalImpossible, autoRenewalUnpaid } from '../notices/notices.ts';
import { domainKey } from '../operations/loading.ts';
import type { Call } from '../operations/operation.ts';
import { renewDomain } from '../operations/renewal/renew-domain.ts';
import { renewalCostsCents } from '../operations/renewal/renewal-cost.ts';
import { listRenewals, lockDueDomain } from '../storage/queries/domains/lifecycle-sweep.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces/workspaces.ts';
import { type RowWrite, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type Domain, type DomainWith, domains } from '../storage/tables/domains/domains.ts';
import { systemActor } from '../workspaces/actor.ts';
import { endOfDay } from './end-of-day.ts';
import type { HandledToday } from './handled-today.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

interface DueRenewal {
  readonly id: string;
  readonly now: number;
  readonly domain: Domain;
  readonly today: HandledToday;
}

export async function autoRenew(services: LifecycleServices, due: DueRenewal): Promise<void> {
  try {
    await renew(services, due);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'storage_unavailable') throw error;
    await recordFailedTry(services, due, error);
  }
}

async function renew(services: LifecycleServices, due: DueRenewal): Promise<void> {
  const { database } = services;
  const call: Call = {
    actor: systemActor(due.domain.workspaceId, 'auto-renewal'),
    now: due.now,
    operationId: newId('act'),
    services: services.operations,
  };
  const renewal = await renewDomain.begin(database, call, { domain: due.domain.name, years: 1 });
  await persist(database, {
    ...renewal,
    async load(reader) {
      const domain = await loadDue(reader, services, due);
      return domain === null ? null : { domain, renewal: await renewal.load(reader) };
    },
    decide(loaded) {
      if (loaded === null) return { answer: undefined, change: noChange };
      const { answer, change } = renewal.decide(loaded.renewal);
      const expiresAt = Date.parse(answer.domain.expiresAt);
      const renewed = domains.changed(loaded.domain, { expiresAt, renewalFailed: false });
      const rows = [triedRow(services, renewed, due)];
      return { answer: undefined, change: combine(change, { rows }) };
    },
  });
}

/** The next try is a day later. */
function triedRow(services: LifecycleServices, domain: Domain, { now }: DueRenewal): RowWrite {
  const dueAt = nextDueAt(
    domains.changed(domain, { renewalTriedAt: now }),
    services.operations.rules,
  );
  return update(domains, { id: domain.id }, { renewalTriedAt: now, dueAt });
}

/** Another process may have renewed the domain since it was read. */
async function loadDue(
  reader: HostmasterReader,
  services: LifecycleServices,
  { id, now }: DueRenewal,
): Promise<Domain | null> {
  const domain = await reader.first(lockDueDomain, { id, now });
  if (domain === undefined) return null;
  const event = nextEvent(domain, services.operations.rules);
  return event?.kind === 'auto-renew' && event.at <= now ? domain : null;
}

async function recordFailedTry(
  services: LifecycleServices,
  due: DueRenewal,
  refusal: Refusal,
): Promise<void> {
  const { now, today } = due;
  const { name, workspaceId } = due.domain;
  const subject = `unpaid ${workspaceId}`;
  const isUnpaid = refusal instanceof InsufficientCredits;
  const isListed = isUnpaid && !today.isDone(subject, now);
  const isRecorded = await persist(services.database, {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'alone',
    async load(reader) {
      const domain = await loadDue(reader, services, due);
      if (domain === null) return null;
      const [workspace, waiting] = await Promise.all([
        reader.first(findWorkspaceEmail, { id: workspaceId }),
        isListed ? loadWaiting(reader, domain, now) : [],
      ]);
      return { domain, recipient: workspace?.email ?? null, waiting };
    },
    decide(loaded) {
      if (loaded === null) return { answer: false, change: noChange };
      const { domain, recipient, waiting } = loaded;
      const notices: Notice[] = [];
      if (!isUnpaid) {
        notices.push(refusalNotice(services, { domain, now, reason: refusal.message }));
      } else if (isListed) {
        const { balanceCents } = refusal;
        notices.push(unpaidNotice(services, { domain, now, waiting, balanceCents }));
      }
      const change = {
        rows: [triedRow(services, domain, due)],
        mails: notices.map((notice) => mailTo({ workspaceId, recipient, at: now, notice })),
        facts: [
          {
            id: newId('act'),
            at: now,
            actor: systemActor(workspaceId, 'auto-renewal'),
            fact: {
              kind: 'domain.auto_renewal_failed',
              domain: name,
              reason: refusal.message,
              code: refusal.code,
            },
          },
        ],
      } as const;
      return { answer: true, change };
    },
  });
  if (isRecorded && isListed) today.add(subject, now);
}

interface WaitingRenewal extends DomainWith<'id' | 'name' | 'expiresAt'> {
  readonly costCents: number;
}

/** The renewals that are due today, in the order in which the domains expire. */
async function loadWaiting(
  reader: HostmasterReader,
  { workspaceId, registration: { expiresAt } }: Domain,
  now: number,
): Promise<readonly WaitingRenewal[]> {
  const waiting = await loadList(reader, listRenewals, {
    workspaceId,
    // A late attempt, for example after an outage, may run after the expiry.
    from: Math.min(now, expiresAt - 1),
    until: endOfDay(now) + autoRenewLeadMs,
  });
  const costsCents = await renewalCostsCents(reader, workspaceId, waiting);
  return waiting.map((domain, i) => ({ ...domain, costCents: costsCents[i] ?? 0 }));
}

/**
 * One mail per workspace and day lists every domain due today that the balance does not cover. The
 * same sweep renews the domains it covers.
 */
function unpaidNotice(
  services: LifecycleServices,
  facts: {
    readonly domain: Domain;
    readonly now: number;
    readonly waiting: readonly WaitingRenewal[];
    readonly balanceCents: number;
  },
): Notice {
  const { domain, now, waiting, balanceCents } = facts;
  let leftCents = balanceCents;
  let requiredCents = 0;
  const unpaid = waiting.filter(({ id, costCents }) => {
    if (id !== domain.id && costCents <= leftCents) {
      leftCents -= costCents;
      return false;
    }
    requiredCents += costCents;
    return true;
  });
  return autoRenewalUnpaid(services.links, {
    workspaceId: domain.workspaceId,
    now,
    domains: unpaid.map(({ name, registration: { expiresAt } }) => ({ name, expiresAt })),
    requiredCents,
    balanceCents,
  });
}

function refusalNotice(
  services: LifecycleServices,
  facts: { readonly domain: Domain; readonly now: number; readonly reason: string },
): Notice {
  const { domain, now, reason } = facts;
  return autoRenewalImpossible(services.links, {
    workspaceId: domain.workspaceId,
    domainId: domain.id,
    name: domain.name,
    expiresAt: domain.registration.expiresAt,
    releasedAt: domain.registration.expiresAt + services.operations.rules.graceMs(domain.name),
    now,
    reason,
    autoRenew: true,
  });
}
