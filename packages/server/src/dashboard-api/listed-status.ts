/** The status of a domain in the dashboard, which tells more than the API's four. */

import type { ReadCall } from '../operations/operation.ts';
import { isPending, statusOf } from '../operations/views.ts';
import type { DomainWith } from '../storage/tables/domains/domains.ts';

type ListedDomain = DomainWith<'state' | 'expiresAt' | 'renewalFailed' | 'redemptionUntil'>;

export function listedStatus(domain: ListedDomain, call: ReadCall) {
  if (isPending(domain)) return 'provisioning';
  if (domain.state === 'releasing') return 'deleted';
  return statusOf(domain, call);
}

/** Null when the domain is not deleted, or when the time to restore it is over. */
export function restorableUntil(
  { state, release: { redemptionUntil } }: DomainWith<'state' | 'redemptionUntil'>,
  { now }: Pick<ReadCall, 'now'>,
): number | null {
  const isOpen = state === 'releasing' && redemptionUntil !== null && now < redemptionUntil;
  return isOpen ? redemptionUntil : null;
}
