/** Notifies the owner before and after a domain expires, records the expiry, and forecasts the credits. */
import { dayMs } from '@hostmaster/contract/durations';
import { isoTime } from '../base/iso-time.ts';
import { type Change, combine, noChange } from '../changes/change.ts';
import { autoRenewLeadMs, nextDueAt, noticeDays } from '../domains/lifecycle.ts';
import { mailTo } from '../notices/new-mail.ts';
import { type ExpiryFacts, expiryNotice } from '../notices/notices.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces/workspaces.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { type DueDomain, lifecycleFact } from './due-domain.ts';
import { forecastCredits, type LoadedForecast, loadForecast } from './forecast-credits.ts';
import type { HandledToday } from './handled-today.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

type DueNotice = DueDomain<'notice'>;

export interface LoadedNotice {
  /** The address for notices to the workspace. */
  readonly recipient: string | null;
  /** Null where none is due. */
  readonly forecast: LoadedForecast | null;
}

export async function loadNotice(
  reader: HostmasterReader,
  services: LifecycleServices,
  due: DueNotice & { readonly today: HandledToday },
): Promise<LoadedNotice> {
  const { workspaceId } = due.domain;
  const { now, today } = due;
  const isForecastDue = forecasts(due) && !today.isDone(forecastSubject(due.domain), now);
  const [workspace, forecast] = await Promise.all([
    reader.first(findWorkspaceEmail, { id: workspaceId }),
    isForecastDue ? loadForecast(reader, services, { workspaceId, now }) : null,
  ]);
  return { recipient: workspace?.email ?? null, forecast };
}

/** What a sweep forecasts once a day. */
export function forecastSubject({ workspaceId }: Pick<Domain, 'workspaceId'>): string {
  return `forecast ${workspaceId}`;
}

export function sendNotice(
  services: LifecycleServices,
  due: DueNotice,
  { recipient, forecast }: LoadedNotice,
): Change {
  const { domain, event, now } = due;
  const { rules } = services.operations;
  const { id, name, workspaceId } = domain;
  const { expiresAt } = domain.registration;
  const dueAt = nextDueAt(domains.changed(domain, { noticedUntil: event.at }), rules);
  const noticed = { rows: [update(domains, { id }, { noticedUntil: event.at, dueAt })] };
  const expiry = { domain: name, days: event.days, expiresAt: isoTime(expiresAt) };
  if (event.days === 0) {
    return { ...noticed, facts: [lifecycleFact(due, { kind: 'domain.expired', ...expiry })] };
  }
  if (isOvertaken(due)) return noticed;
  const notice = expiryNotice(services.links, {
    workspaceId,
    domainId: id,
    name,
    expiresAt,
    now,
    days: event.days,
    autoRenewal: autoRenewalOf(domain),
    releasedAt: expiresAt + rules.graceMs(name),
  });
  return combine(
    {
      ...noticed,
      mails: [mailTo({ workspaceId, recipient, at: now, notice })],
      facts: [lifecycleFact(due, { kind: 'domain.expiry_notice', ...expiry })],
    },
    forecast === null ? noChange : forecastCredits(due, forecast, recipient),
  );
}

/** Later, a renewal that fails for lack of credits sends its own notice. */
function forecasts(due: DueNotice): boolean {
  return due.domain.renewal.autoRenew && due.event.days === noticeDays[0] && !isOvertaken(due);
}

/** After an outage several notices are due at once: only the latest is sent. */
function isOvertaken({ domain, event, now }: DueNotice): boolean {
  const later = noticeDays.find((days) => days > event.days);
  return later !== undefined && domain.registration.expiresAt + later * dayMs <= now;
}

/** An attempt within the last two weeks that did not change the expiry has failed. */
function autoRenewalOf(domain: Domain): ExpiryFacts['autoRenewal'] {
  if (!domain.renewal.autoRenew) return 'off';
  const windowBegan = domain.registration.expiresAt - autoRenewLeadMs;
  return (domain.renewal.renewalTriedAt ?? 0) >= windowBegan ? 'failing' : 'on';
}
