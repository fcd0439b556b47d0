/**
 * When a domain next needs attention. Everything follows from its expiry: notices before and after,
 * auto-renewal from two weeks before, release when the grace period is over. When the registry's
 * expiry is earlier than the one sold, the missing time is bought before that date. Pure: the sweep
 * stores the result as `due_at`, so that finding due domains is an index look-up.
 */
import { addYears, dayMs } from '@hostmaster/contract/durations';
import type { Domain, DomainWith } from '../storage/tables/domains/domains.ts';

/** Days relative to expiry on which the owner is notified. */
export const noticeDays = [-30, -7, -1, 3] as const;
/** On the day of expiry the activity and the events record it; no mail is sent. */
const recordedDays = [-30, -7, -1, 0, 3] as const satisfies readonly (
  | (typeof noticeDays)[number]
  | 0
)[];
export const autoRenewLeadMs = 14 * dayMs;
const autoRenewEveryMs = dayMs;
export const forecastMs = 30 * dayMs;
/** How long before the registry's expiry missing time is bought; tried daily. */
const extensionLeadMs = 7 * dayMs;
const extensionEveryMs = dayMs;
/** Some registries count in days: a smaller difference is not missing time. */
export const expiryToleranceMs = dayMs;
/** Refund window: how long before the registry's automatic renewal is final the name is deleted. */
const giveBackMarginMs = 2 * dayMs;

export interface LifecycleRules {
  readonly expiringSoonMs: number;
  /** How long an expired name of this suffix stays renewable. */
  graceMs(domainName: string): number;
  /** Auto-renew grace period of the registry; null where it does not renew automatically. */
  autoRenewGraceMs?(domainName: string): number | null;
}

export type LifecycleFacts = Pick<Domain, 'name' | 'state' | 'dueAt' | 'renewal'> &
  DomainWith<
    | 'expiresAt'
    | 'registryExpiresAt'
    | 'authCodeExpiresAt'
    | 'transferOutUntil'
    | 'zoneUntil'
    | 'redemptionUntil'
  >;
type Renewable = DomainWith<'expiresAt' | 'autoRenew' | 'renewalTriedAt'>;
type Releasable = DomainWith<'name' | 'expiresAt' | 'registryExpiresAt'>;

export type LifecycleEvent =
  | { readonly kind: 'notice'; readonly at: number; readonly days: number }
  | { readonly kind: 'auto-renew'; readonly at: number }
  | { readonly kind: 'extend'; readonly at: number }
  | { readonly kind: 'replace-auth-code'; readonly at: number }
  | { readonly kind: 'check-purge'; readonly at: number }
  | { readonly kind: 'check-transfer'; readonly at: number }
  | { readonly kind: 'check-transfer-out'; readonly at: number }
  | { readonly kind: 'withdraw-zone'; readonly at: number }
  | { readonly kind: 'release'; readonly at: number };

/** The earliest event that was not handled yet; null when none is ahead. */
export function nextEvent(domain: LifecycleFacts, rules: LifecycleRules): LifecycleEvent | null {
  const { state, transferOut } = domain;
  // When it can no longer be restored, its transfer to here is looked at, or its zone ends after one.
  if (state === 'releasing') return dueEvent('check-purge', domain.release.redemptionUntil);
  if (state === 'incoming') return dueEvent('check-transfer', domain.dueAt);
  if (state === 'released') return dueEvent('withdraw-zone', transferOut.zoneUntil);
  if (state !== 'live') return null;
  // Another registrar has asked for it: nothing is renewed or released before that has ended.
  if (transferOut.transferOutUntil !== null) {
    return { kind: 'check-transfer-out', at: transferOut.transferOutUntil };
  }
  const events = [
    nextNotice(domain),
    dueEvent('auto-renew', nextAutoRenewalAt(domain)),
    nextExtension(domain, rules),
    dueEvent('replace-auth-code', transferOut.authCodeExpiresAt),
    dueEvent('release', releasesAt(domain, rules)),
  ];
  return events.reduce((first, event) =>
    event !== null && (first === null || event.at < first.at) ? event : first,
  );
}

export function nextDueAt(domain: LifecycleFacts, rules: LifecycleRules): number | null {
  return nextEvent(domain, rules)?.at ?? null;
}

function dueEvent(
  kind: Exclude<LifecycleEvent['kind'], 'notice'>,
  at: number | null,
): LifecycleEvent | null {
  return at === null ? null : { kind, at };
}

function nextNotice({
  registration: { expiresAt },
  renewal: { noticedUntil },
}: DomainWith<'expiresAt' | 'noticedUntil'>): LifecycleEvent | null {
  for (const days of recordedDays) {
    const at = expiresAt + days * dayMs;
    if (at > noticedUntil) return { kind: 'notice', at, days };
  }
  return null;
}

/**
 * No attempt falls due after the expiry. An attempt that fell due before and was missed, for
 * example in an outage, still runs.
 */
export function nextAutoRenewalAt(domain: Renewable): number | null {
  if (!domain.renewal.autoRenew) return null;
  const at = autoRenewsAt(domain);
  return at < domain.registration.expiresAt ? at : null;
}

/** First two weeks before expiry, then a day after each attempt. */
export function autoRenewsAt({
  registration: { expiresAt },
  renewal: { renewalTriedAt },
}: DomainWith<'expiresAt' | 'renewalTriedAt'>): number {
  const first = expiresAt - autoRenewLeadMs;
  const again = renewalTriedAt === null ? 0 : renewalTriedAt + autoRenewEveryMs;
  return Math.max(first, again);
}

/** Registries with auto-renewal keep the domain at expiry; at the others missing time is bought. */
function nextExtension(
  domain: Releasable & DomainWith<'extensionTriedAt'>,
  rules: LifecycleRules,
): LifecycleEvent | null {
  const { registryExpiresAt: heldUntil } = domain.registry;
  const { extensionTriedAt: triedAt } = domain.renewal;
  if (heldUntil === null) return null;
  if (domain.registration.expiresAt - heldUntil <= expiryToleranceMs) return null;
  if (typeof rules.autoRenewGraceMs?.(domain.name) === 'number') return null;
  const again = triedAt === null ? 0 : triedAt + extensionEveryMs;
  return { kind: 'extend', at: Math.max(heldUntil - extensionLeadMs, again) };
}

/**
 * When an expired domain stops being renewable. With registry auto-renewal, the domain is deleted while
 * that renewal is still refundable.
 */
export function releasesAt(
  { name, registration: { expiresAt }, registry: { registryExpiresAt: heldUntil } }: Releasable,
  rules: LifecycleRules,
): number {
  const at = expiresAt + rules.graceMs(name);
  const giveBackMs = rules.autoRenewGraceMs?.(name);
  if (typeof giveBackMs !== 'number' || heldUntil === null) return at;
  let renewsAt = heldUntil;
  while (renewsAt > expiresAt + expiryToleranceMs) renewsAt = addYears(renewsAt, -1);
  const lastCall = renewsAt + giveBackMs - giveBackMarginMs;
  return lastCall > expiresAt ? Math.min(at, lastCall) : at;
}
