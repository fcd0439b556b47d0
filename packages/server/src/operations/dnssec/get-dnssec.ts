/** GET /v1/domains/{domain}/dnssec */
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { loadDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';
import { dnssecView, loadShown } from './dnssec-view.ts';

export const getDnssec = readOperation('getDnssec', async (reader, call, input) => {
  const domain = await loadDomain(reader, call, input.domain);
  const row = await reader.first(findDnssec, { domainId: domain.id });
  const shown = await loadShown(reader, domain, row);
  const { defaultNameservers } = call.services.rules;
  return { dnssec: dnssecView(domain, row, { ...shown, defaultNameservers, now: call.now }) };
});
