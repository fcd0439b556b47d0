/** Notifies the owner before and after a domain expires, records the expiry, and forecasts the credits. */
import { dayMs } from '@hostmaster/contract/durations';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import {
  autoRenewLeadMs,
  type LifecycleEvent,
  nextDueAt,
  noticeDays,
} from '../domains/lifecycle.ts';
import { type ExpiryFacts, expiryNotice } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import { setNoticed } from '../storage/queries/lifecycle.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { forecastCredits } from './forecast-credits.ts';
import type { HandledToday } from './handled-today.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

interface DueNotice {
  readonly domain: Domain;
  readonly event: Extract<LifecycleEvent, { kind: 'notice' }>;
  readonly now: number;
  readonly today: HandledToday;
}

export async function sendNotice(
  tx: HostmasterTx,
  services: LifecycleServices,
  due: DueNotice,
): Promise<void> {
  const { domain, event, now, today } = due;
  const { rules } = services.operations;
  const noticed = { ...domain, noticedUntil: event.at };
  await tx.run(setNoticed, {
    id: domain.id,
    noticedUntil: event.at,
    dueAt: nextDueAt(noticed, rules),
  });
  if (event.days === 0) {
    await record(tx, due, 'domain.expired');
    return;
  }
  // After an outage several notices are due at once: only the latest is sent.
  if (isOvertaken(domain, event, now)) return;
  await postMail(tx, {
    workspaceId: domain.workspaceId,
    at: now,
    notice: expiryNotice(services.links, {
      workspaceId: domain.workspaceId,
      domainId: domain.id,
      name: domain.name,
      expiresAt: domain.expiresAt,
      now,
      days: event.days,
      autoRenewal: autoRenewalOf(domain),
      releasedAt: domain.expiresAt + rules.graceMs(domain.name),
    }),
  });
  await record(tx, due, 'domain.expiry_notice');
  // Later, a renewal that fails for lack of credits sends its own notice.
  if (domain.autoRenew && event.days === noticeDays[0]) {
    await forecastCredits(tx, services, { workspaceId: domain.workspaceId, now, today });
  }
}

async function record(
  tx: HostmasterTx,
  { domain, event, now }: DueNotice,
  kind: 'domain.expired' | 'domain.expiry_notice',
): Promise<void> {
  recordFact(tx, {
    id: newId('act'),
    at: now,
    actor: systemActor(domain.workspaceId, 'lifecycle'),
    fact: { kind, domain: domain.name, days: event.days, expiresAt: isoTime(domain.expiresAt) },
  });
}

function isOvertaken(domain: Domain, event: { readonly days: number }, now: number): boolean {
  const later = noticeDays.find((days) => days > event.days);
  return later !== undefined && domain.expiresAt + later * dayMs <= now;
}

/** An attempt within the last two weeks that did not change the expiry has failed. */
function autoRenewalOf(domain: Domain): ExpiryFacts['autoRenewal'] {
  if (!domain.autoRenew) return 'off';
  const windowBegan = domain.expiresAt - autoRenewLeadMs;
  return (domain.renewalTriedAt ?? 0) >= windowBegan ? 'failing' : 'on';
}
