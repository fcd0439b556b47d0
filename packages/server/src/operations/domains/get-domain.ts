/** GET /v1/domains/{domain}. */
import { isoTime } from '../../base/iso-time.ts';
import { loadDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';
import { statusOf } from '../views.ts';

export const getDomain = readOperation('getDomain', async (reader, call, input) => {
  const domain = await loadDomain(reader, call, input.domain);
  return {
    domain: {
      name: domain.name,
      status: statusOf(domain, call),
      autoRenew: domain.renewal.autoRenew,
      privacyEnabled: domain.owner.privacyEnabled,
      nameservers: [...domain.zone.nameservers],
      years: domain.registration.years,
      expiresAt: isoTime(domain.registration.expiresAt),
      createdAt: isoTime(domain.registration.createdAt),
    },
  };
});
