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
import { getRestore } from '../operations/get-restore.ts';
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
import { restoreDomain } from '../operations/restore-domain.ts';
import { restoreRevision } from '../operations/restore-revision.ts';
import { cancelTransfer } from '../operations/transfers/cancel-transfer.ts';
import { createTransfer } from '../operations/transfers/create-transfer.ts';
import { getTransfer } from '../operations/transfers/get-transfer.ts';
import { listTransfers } from '../operations/transfers/list-transfers.ts';
import { updateTransfer } from '../operations/transfers/update-transfer.ts';
import { updateDomain } from '../operations/update-domain.ts';
import { updateRecord } from '../operations/update-record.ts';
import { updateTransferLock } from '../operations/update-transfer-lock.ts';
import { createWebhook } from '../operations/webhooks/create-webhook.ts';
import { deleteWebhook } from '../operations/webhooks/delete-webhook.ts';
import { getWebhook } from '../operations/webhooks/get-webhook.ts';
import { listWebhookDeliveries } from '../operations/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../operations/webhooks/list-webhooks.ts';
import { replayWebhook } from '../operations/webhooks/replay-webhook.ts';
import { rotateWebhookSecret } from '../operations/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../operations/webhooks/test-webhook.ts';
import { updateWebhook } from '../operations/webhooks/update-webhook.ts';
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
  getRestore,
  restoreDomain,
  issueAuthCode,
  createTransfer,
  listTransfers,
  getTransfer,
  updateTransfer,
  cancelTransfer,
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
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  replayWebhook,
  getAccount,
};
