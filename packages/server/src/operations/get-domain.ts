/** GET /v1/domains/{domain}. */
import { isoTime } from '../base/iso-time.ts';
import { loadDomain } from './loading.ts';
import { readOperation } from './operation.ts';
import { nameserversOf, statusOf } from './views.ts';

export const getDomain = readOperation('getDomain', async (reader, call, input) => {
  const domain = await loadDomain(reader, call, input.domain);
  return {
    domain: {
      name: domain.name,
      status: statusOf(domain, call),
      autoRenew: domain.auto_renew === 1,
      privacyEnabled: domain.privacy_enabled === 1,
      nameservers: [...nameserversOf(domain)],
      years: domain.years,
      expiresAt: isoTime(domain.expires_at),
      createdAt: isoTime(domain.created_at),
    },
  };
});
