/** Tells the owner that a domain is about to expire or has expired, and forecasts the credits. */
import { newId } from '../base/ids.ts';
import {
  autoRenewLeadMs,
  type LifecycleEvent,
  nextDueAt,
  noticeDays,
} from '../domains/lifecycle.ts';
import { type ExpiryFacts, expiryNotice } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import { setNoticed } from '../storage/queries/lifecycle.ts';
import type { DomainRow, HostmasterTx } from '../storage/schema.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { forecastCredits } from './forecast-credits.ts';
import type { LifecycleServices } from './lifecycle-services.ts';
import type { OnceADay } from './once-a-day.ts';

const dayMs = 86_400_000;

export async function giveNotice(
  tx: HostmasterTx,
  services: LifecycleServices,
  due: {
    readonly domain: DomainRow;
    readonly event: Extract<LifecycleEvent, { kind: 'notice' }>;
    readonly now: number;
    readonly told: OnceADay;
  },
): Promise<void> {
  const { domain, event, now, told } = due;
  const { rules } = services.operations;
  const noticed = { ...domain, noticed_until: event.at };
  await tx.run(setNoticed, {
    id: domain.id,
    noticedUntil: event.at,
    dueAt: nextDueAt(noticed, rules),
  });
  // After a long silence several notices are due at once: only the latest is still news.
  if (isOvertaken(domain, event, now)) return;
  await postMail(tx, {
    workspaceId: domain.workspace_id,
    at: now,
    notice: expiryNotice(services.links, {
      workspaceId: domain.workspace_id,
      domainId: domain.id,
      name: domain.name,
      expiresAt: domain.expires_at,
      now,
      days: event.days,
      autoRenewal: autoRenewalOf(domain),
      releasedAt: domain.expires_at + rules.graceMs(domain.name),
    }),
  });
  await recordActivity(tx, {
    id: newId('act'),
    at: now,
    actor: systemActor(domain.workspace_id, 'lifecycle'),
    action: 'domain.expiry_notice',
    subject: domain.name,
    details: { days: event.days, expiresAt: new Date(domain.expires_at).toISOString() },
  });
  // Later on, a renewal that lacks credits speaks for itself.
  if (domain.auto_renew === 1 && event.days === noticeDays[0]) {
    await forecastCredits(tx, services, { workspaceId: domain.workspace_id, now, told });
  }
}

function isOvertaken(domain: DomainRow, event: { readonly days: number }, now: number): boolean {
  const later = noticeDays.find((days) => days > event.days);
  return later !== undefined && domain.expires_at + later * dayMs <= now;
}

/** A try inside the last two weeks that left the expiry as it was has failed. */
function autoRenewalOf(domain: DomainRow): ExpiryFacts['autoRenewal'] {
  if (domain.auto_renew === 0) return 'off';
  const windowBegan = domain.expires_at - autoRenewLeadMs;
  return (domain.renewal_tried_at ?? 0) >= windowBegan ? 'failing' : 'on';
}
