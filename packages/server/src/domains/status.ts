/** The `status` of a domain: computed from the row and the calendar clock, never stored. */
import type { DomainWith } from '../storage/tables/domains/domains.ts';

export type DomainStatus = 'active' | 'expiring_soon' | 'expired' | 'failed';

export interface StatusFacts extends DomainWith<'state' | 'expiresAt' | 'renewalFailed'> {}

export function domainStatus(
  domain: StatusFacts,
  at: { readonly now: number; readonly expiringSoonMs: number },
): DomainStatus {
  if (domain.state === 'failed') return 'failed';
  // The registry may have deleted it before.
  const isLost = domain.state === 'releasing';
  if (isLost || at.now >= domain.registration.expiresAt) return 'expired';
  if (domain.renewal.renewalFailed) return 'failed';
  if (at.now >= domain.registration.expiresAt - at.expiringSoonMs) return 'expiring_soon';
  return 'active';
}
