/** Which operation serves which endpoint. The compiler refuses a missing line. */
import type { EndpointName } from '@hostmaster/contract';
import { batchRecords } from '../operations/batch-records.ts';
import { checkDomains } from '../operations/check-domains.ts';
import { createRecord } from '../operations/create-record.ts';
import { deleteRecord } from '../operations/delete-record.ts';
import { getAccount } from '../operations/get-account.ts';
import { getContact } from '../operations/get-contact.ts';
import { getDomain } from '../operations/get-domain.ts';
import { getPropagation } from '../operations/get-propagation.ts';
import { getTransferLock } from '../operations/get-transfer-lock.ts';
import { issueAuthCode } from '../operations/issue-auth-code.ts';
import { listDomains } from '../operations/list-domains.ts';
import { listEvents } from '../operations/list-events.ts';
import { listRecords } from '../operations/list-records.ts';
import type { OperationOf } from '../operations/operation.ts';
import { registerDomain } from '../operations/register-domain.ts';
import { renewDomain } from '../operations/renew-domain.ts';
import { replaceContact } from '../operations/replace-contact.ts';
import { replaceNameservers } from '../operations/replace-nameservers.ts';
import { restoreRevision } from '../operations/restore-revision.ts';
import { updateDomain } from '../operations/update-domain.ts';
import { updateRecord } from '../operations/update-record.ts';
import { updateTransferLock } from '../operations/update-transfer-lock.ts';
import { compareRevisions, getRevision, listRevisions } from '../operations/zone-history.ts';

export const routes: { readonly [N in EndpointName]: OperationOf<N> } = {
  checkDomains,
  registerDomain,
  listDomains,
  getDomain,
  updateDomain,
  renewDomain,
  replaceNameservers,
  getContact,
  replaceContact,
  getTransferLock,
  updateTransferLock,
  issueAuthCode,
  listRecords,
  createRecord,
  updateRecord,
  deleteRecord,
  changeRecords: batchRecords,
  listRevisions,
  getRevision,
  compareRevisions,
  getPropagation,
  restoreRevision,
  listEvents,
  getAccount,
};
