/** What a customer reads as `status`: a function of the row and the calendar clock, never stored. */
import type { DomainRow } from '../storage/schema.ts';

export type DomainStatus = 'active' | 'expiring_soon' | 'expired' | 'failed';

export interface StatusFacts extends Pick<DomainRow, 'state' | 'expires_at' | 'renewal_failed'> {}

export function domainStatus(
  domain: StatusFacts,
  at: { readonly now: number; readonly expiringSoonMs: number },
): DomainStatus {
  if (domain.state === 'failed') return 'failed';
  if (at.now >= domain.expires_at) return 'expired';
  if (domain.renewal_failed === 1) return 'failed';
  if (at.now >= domain.expires_at - at.expiringSoonMs) return 'expiring_soon';
  return 'active';
}
