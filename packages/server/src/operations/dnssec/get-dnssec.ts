/** GET /v1/domains/{domain}/dnssec */
import type { SecretBox } from '../../base/secret-box.ts';
import { openZoneKey } from '../../base/zone-key-ring.ts';
import { isOwn } from '../../domains/keys-with-ds.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { loadDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';
import { dnssecView, loadShown, type ShownKey } from './dnssec-view.ts';

export const getDnssec = readOperation('getDnssec', async (reader, call, input) => {
  const domain = await loadDomain(reader, call, input.domain);
  const row = await reader.first(findDnssec, { domainId: domain.id });
  const shown = await loadShown(reader, domain, row);
  const { rules, secrets } = call.services;
  const { defaultNameservers } = rules;
  // A zone that is signed already only loses the keys for its changes, which say so themselves.
  const hasLostKey = row !== undefined && row.phase !== 'on' && !areReadable(secrets, shown.keys);
  const view = { ...shown, defaultNameservers, hasLostKey, now: call.now };
  return { dnssec: dnssecView(domain, row, view) };
});

function areReadable(secrets: Pick<SecretBox, 'open'>, keys: readonly ShownKey[]): boolean {
  try {
    for (const { privateKey, dnskey } of keys.filter(isOwn)) {
      if (privateKey !== undefined) openZoneKey(secrets, { privateKey, dnskey });
    }
    return true;
  } catch {
    return false;
  }
}
