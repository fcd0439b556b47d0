/** The most severe notice about a domain. */
import type { DomainDetails } from '../../domains/domain-query.ts';

export type Notice =
  | 'provisioning'
  | 'registration-failed'
  | 'renewal-failed'
  | 'expired'
  | 'releasing'
  | 'restorable'
  | 'restoring'
  | 'expiring';

export function noticeOf(
  domain: Pick<DomainDetails, 'state' | 'status' | 'autoRenew' | 'restorableUntil' | 'isRestoring'>,
): Notice | null {
  if (domain.state === 'failed') return 'registration-failed';
  if (domain.state === 'releasing') {
    if (domain.isRestoring) return 'restoring';
    return domain.restorableUntil === null ? 'releasing' : 'restorable';
  }
  if (domain.state === 'provisioning') return 'provisioning';
  if (domain.status === 'expired') return 'expired';
  if (domain.status === 'failed') return 'renewal-failed';
  if (domain.status === 'expiring_soon' && !domain.autoRenew) return 'expiring';
  return null;
}
