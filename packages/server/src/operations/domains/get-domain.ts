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
      autoRenew: domain.autoRenew,
      privacyEnabled: domain.privacyEnabled,
      nameservers: [...domain.nameservers],
      years: domain.years,
      expiresAt: isoTime(domain.expiresAt),
      createdAt: isoTime(domain.createdAt),
    },
  };
});
