/** GET /v1/domains/{domain}/transfer-lock. */
import { domainNotFound } from '../../base/errors.ts';
import { findDomainById } from '../../storage/queries/domains/domains.ts';
import { loadDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';
import { loadMoves, lockStateOf, lockView } from './transfer-lock.ts';

export const getTransferLock = readOperation('getTransferLock', async (reader, call, input) => {
  const { id } = await loadDomain(reader, call, input.domain);
  const domain = await reader.first(findDomainById, { id });
  if (domain === undefined) throw domainNotFound();
  return lockView(lockStateOf(call, domain, await loadMoves(reader, domain)));
});
