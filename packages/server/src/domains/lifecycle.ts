/**
 * When a domain next needs attention. Everything follows from its expiry: notices before and after,
 * auto-renewal from two weeks before, release when the grace period is over. When the registry's
 * expiry is earlier than the one sold, the missing time is bought before that date. Pure: the sweep
 * stores the result as `due_at`, so that finding due domains is an index look-up.
 */
import { addYears, dayMs } from '@hostmaster/contract/durations';
import type { Domain } from '../storage/tables/domains/domains.ts';

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

export type LifecycleFacts = Pick<
  Domain,
  'name' | 'state' | 'autoRenew' | 'expiresAt' | 'noticedUntil' | 'renewalTriedAt'
> &
  Partial<
    Pick<
      Domain,
      | 'registryExpiresAt'
      | 'extensionTriedAt'
      | 'authCodeExpiresAt'
      | 'redemptionUntil'
      | 'dueAt'
      | 'transferOutUntil'
      | 'zoneUntil'
    >
  >;

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
  if (domain.state === 'releasing') return purgeCheck(domain);
  if (domain.state === 'incoming') return transferCheck(domain);
  if (domain.state === 'released') return zoneEnd(domain);
  if (domain.state !== 'live') return null;
  const { transferOutUntil } = domain;
  // Another registrar has asked for it: nothing is renewed or released before that has ended.
  if (typeof transferOutUntil === 'number') {
    return { kind: 'check-transfer-out', at: transferOutUntil };
  }
  const events = [
    nextNotice(domain),
    nextAutoRenewal(domain),
    nextExtension(domain, rules),
    authCodeExpiry(domain),
    release(domain, rules),
  ];
  return events.reduce((first, event) =>
    event !== null && (first === null || event.at < first.at) ? event : first,
  );
}

export function nextDueAt(domain: LifecycleFacts, rules: LifecycleRules): number | null {
  return nextEvent(domain, rules)?.at ?? null;
}

function nextNotice(domain: LifecycleFacts): LifecycleEvent | null {
  for (const days of recordedDays) {
    const at = domain.expiresAt + days * dayMs;
    if (at > domain.noticedUntil) return { kind: 'notice', at, days };
  }
  return null;
}

/**
 * No attempt falls due after the expiry. An attempt that fell due before and was missed, for
 * example in an outage, still runs.
 */
export function nextAutoRenewalAt(domain: LifecycleFacts): number | null {
  if (!domain.autoRenew) return null;
  const at = autoRenewsAt(domain);
  return at < domain.expiresAt ? at : null;
}

function nextAutoRenewal(domain: LifecycleFacts): LifecycleEvent | null {
  const at = nextAutoRenewalAt(domain);
  return at === null ? null : { kind: 'auto-renew', at };
}

/** First two weeks before expiry, then a day after each attempt. */
export function autoRenewsAt(domain: Pick<LifecycleFacts, 'expiresAt' | 'renewalTriedAt'>): number {
  const first = domain.expiresAt - autoRenewLeadMs;
  const again = domain.renewalTriedAt === null ? 0 : domain.renewalTriedAt + autoRenewEveryMs;
  return Math.max(first, again);
}

/** Registries with auto-renewal keep the domain at expiry; at the others missing time is bought. */
function nextExtension(domain: LifecycleFacts, rules: LifecycleRules): LifecycleEvent | null {
  const { registryExpiresAt: heldUntil, extensionTriedAt: triedAt } = domain;
  if (heldUntil === null || heldUntil === undefined) return null;
  if (domain.expiresAt - heldUntil <= expiryToleranceMs) return null;
  if (typeof rules.autoRenewGraceMs?.(domain.name) === 'number') return null;
  const again = triedAt === null || triedAt === undefined ? 0 : triedAt + extensionEveryMs;
  return { kind: 'extend', at: Math.max(heldUntil - extensionLeadMs, again) };
}

/** A deleted domain is looked at when it can no longer be restored. */
function purgeCheck({ redemptionUntil: at }: LifecycleFacts): LifecycleEvent | null {
  return at === null || at === undefined ? null : { kind: 'check-purge', at };
}

/** A transfer from another registrar is looked at when its time has come. */
function transferCheck({ dueAt: at }: LifecycleFacts): LifecycleEvent | null {
  return at === null || at === undefined ? null : { kind: 'check-transfer', at };
}

/** The zone of a domain that went to another registrar. */
function zoneEnd({ zoneUntil: at }: LifecycleFacts): LifecycleEvent | null {
  return at === null || at === undefined ? null : { kind: 'withdraw-zone', at };
}

function authCodeExpiry({ authCodeExpiresAt: at }: LifecycleFacts): LifecycleEvent | null {
  return at === null || at === undefined ? null : { kind: 'replace-auth-code', at };
}

/** When an expired domain stops being renewable. */
export function releasesAt(domain: LifecycleFacts, rules: LifecycleRules): number {
  return release(domain, rules).at;
}

/** With registry auto-renewal, the domain is deleted while that renewal is still refundable. */
function release(domain: LifecycleFacts, rules: LifecycleRules): LifecycleEvent {
  const at = domain.expiresAt + rules.graceMs(domain.name);
  const giveBackMs = rules.autoRenewGraceMs?.(domain.name);
  const heldUntil = domain.registryExpiresAt;
  if (typeof giveBackMs !== 'number' || typeof heldUntil !== 'number')
    return { kind: 'release', at };
  let renewsAt = heldUntil;
  while (renewsAt > domain.expiresAt + expiryToleranceMs) renewsAt = addYears(renewsAt, -1);
  const lastCall = renewsAt + giveBackMs - giveBackMarginMs;
  return { kind: 'release', at: lastCall > domain.expiresAt ? Math.min(at, lastCall) : at };
}
