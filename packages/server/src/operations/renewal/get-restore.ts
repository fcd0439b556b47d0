/** GET /v1/domains/{domain}/restore. */
import { domainNotFound } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { findDomainById } from '../../storage/queries/domains/domains.ts';
import { loadDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';
import { loadRestoreTerms, restoreOffer } from './restore-cost.ts';

export const getRestore = readOperation('getRestore', async (reader, call, input) => {
  const { id } = await loadDomain(reader, call, input.domain);
  const domain = await reader.first(findDomainById, { id });
  if (domain === undefined) throw domainNotFound();
  const { amountCents, until } = restoreOffer(call, domain, await loadRestoreTerms(reader, domain));
  return { price: centsToCredits(amountCents), until: isoTime(until) };
});
