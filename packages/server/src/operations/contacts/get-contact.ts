/** GET /v1/domains/{domain}/contact. A change that the registry has not confirmed is shown as pending. */

import { domainNotFound } from '../../base/errors.ts';
import {
  findDomainContact,
  findOwnerChange,
} from '../../storage/queries/contacts/owner-changes.ts';
import { isChangeable, loadDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';
import { isPending } from '../views.ts';

export const getContact = readOperation('getContact', async (reader, call, input) => {
  const domain = await loadDomain(reader, call, input.domain);
  const [change, confirmed] = await Promise.all([
    reader.first(findOwnerChange, { domainId: domain.id }),
    reader.first(findDomainContact, { domainId: domain.id }),
  ]);
  if (confirmed === undefined) throw domainNotFound();
  if (change !== undefined && isChangeable(domain)) {
    return { contact: change.contact, pending: true };
  }
  return { contact: confirmed.owner.contact, pending: isPending(domain) };
});
