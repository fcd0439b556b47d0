/** Which operation serves which endpoint. The compiler refuses a missing line. */
import type { EndpointName } from '@hostmaster/contract';
import { cancelBulk } from '../operations/bulk/cancel-bulk.ts';
import { createBulk } from '../operations/bulk/create-bulk.ts';
import { getBulk, listBulks } from '../operations/bulk/read-bulks.ts';
import { retryBulk } from '../operations/bulk/retry-bulk.ts';
import { startBulk } from '../operations/bulk/start-bulk.ts';
import { getContact } from '../operations/contacts/get-contact.ts';
import { replaceContact } from '../operations/contacts/replace-contact.ts';
import { downloadReceipt } from '../operations/credits/download-receipt.ts';
import { exportSpending } from '../operations/credits/export-spending.ts';
import { getBilling } from '../operations/credits/get-billing.ts';
import { getReceipt } from '../operations/credits/get-receipt.ts';
import { getSpending } from '../operations/credits/get-spending.ts';
import { listReceipts } from '../operations/credits/list-receipts.ts';
import { setBilling } from '../operations/credits/set-billing.ts';
import { setBudget } from '../operations/credits/set-budget.ts';
import { disableDnssec } from '../operations/dnssec/disable-dnssec.ts';
import { enableDnssec } from '../operations/dnssec/enable-dnssec.ts';
import { getDnssec } from '../operations/dnssec/get-dnssec.ts';
import { rollDnssec } from '../operations/dnssec/roll-dnssec.ts';
import { addDomainSecondary } from '../operations/domain-secondaries/add-domain-secondary.ts';
import { listDomainSecondaries } from '../operations/domain-secondaries/list-domain-secondaries.ts';
import { removeDomainSecondary } from '../operations/domain-secondaries/remove-domain-secondary.ts';
import { changeTags, getTags } from '../operations/domains/domain-tags.ts';
import { getDomain } from '../operations/domains/get-domain.ts';
import { listDomains } from '../operations/domains/list-domains.ts';
import { listTaggedDomains, listTags } from '../operations/domains/list-tags.ts';
import { replaceNameservers } from '../operations/domains/replace-nameservers.ts';
import { updateDomain } from '../operations/domains/update-domain.ts';
import { listEvents } from '../operations/events/list-events.ts';
import { checkMail } from '../operations/mail-check/check-mail.ts';
import type { OperationOf } from '../operations/operation.ts';
import { listPrices } from '../operations/prices/list-prices.ts';
import { quoteDomains } from '../operations/prices/quote-domains.ts';
import { batchRecords } from '../operations/records/batch-records.ts';
import { createRecord } from '../operations/records/create-record.ts';
import { deleteRecord } from '../operations/records/delete-record.ts';
import { listRecords } from '../operations/records/list-records.ts';
import { updateRecord } from '../operations/records/update-record.ts';
import { checkDomains } from '../operations/registration/check-domains.ts';
import { registerDomain } from '../operations/registration/register-domain.ts';
import { getRestore } from '../operations/renewal/get-restore.ts';
import { renewDomain } from '../operations/renewal/renew-domain.ts';
import { restoreDomain } from '../operations/renewal/restore-domain.ts';
import { searchWorkspace } from '../operations/search/search-workspace.ts';
import { applyTemplate } from '../operations/templates/apply-template.ts';
import { listTemplates } from '../operations/templates/list-templates.ts';
import { deleteTemplate, saveTemplate } from '../operations/templates/own-templates.ts';
import { cancelTransfer } from '../operations/transfers/cancel-transfer.ts';
import { createTransfer } from '../operations/transfers/create-transfer.ts';
import { getTransfer } from '../operations/transfers/get-transfer.ts';
import { getTransferLock } from '../operations/transfers/get-transfer-lock.ts';
import { issueAuthCode } from '../operations/transfers/issue-auth-code.ts';
import { listTransfers } from '../operations/transfers/list-transfers.ts';
import { updateTransfer } from '../operations/transfers/update-transfer.ts';
import { updateTransferLock } from '../operations/transfers/update-transfer-lock.ts';
import { createWebhook } from '../operations/webhooks/create-webhook.ts';
import { deleteWebhook } from '../operations/webhooks/delete-webhook.ts';
import { getWebhook } from '../operations/webhooks/get-webhook.ts';
import { listWebhookDeliveries } from '../operations/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../operations/webhooks/list-webhooks.ts';
import { replayWebhook } from '../operations/webhooks/replay-webhook.ts';
import { rotateWebhookSecret } from '../operations/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../operations/webhooks/test-webhook.ts';
import { updateWebhook } from '../operations/webhooks/update-webhook.ts';
import { getAccount } from '../operations/workspaces/get-account.ts';
import { getPropagation } from '../operations/zones/get-propagation.ts';
import { getSoa } from '../operations/zones/get-soa.ts';
import { listProblems } from '../operations/zones/list-problems.ts';
import { replaceSoa } from '../operations/zones/replace-soa.ts';
import { restoreRevision } from '../operations/zones/restore-revision.ts';
import { compareRevisions, getRevision, listRevisions } from '../operations/zones/revisions.ts';

export const routes: { readonly [N in EndpointName]: OperationOf<N> } = {
  checkDomains,
  quoteDomains,
  listPrices,
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
  getTags,
  changeTags,
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
  applyTemplate,
  listRevisions,
  getRevision,
  compareRevisions,
  listProblems,
  checkMail,
  getPropagation,
  getSoa,
  replaceSoa,
  restoreRevision,
  listTags,
  listTaggedDomains,
  listTemplates,
  saveTemplate,
  deleteTemplate,
  listEvents,
  listDomainSecondaries,
  addDomainSecondary,
  removeDomainSecondary,
  getDnssec,
  enableDnssec,
  disableDnssec,
  rollDnssec,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  replayWebhook,
  searchWorkspace,
  createBulk,
  listBulks,
  getBulk,
  startBulk,
  cancelBulk,
  retryBulk,
  listReceipts,
  getReceipt,
  downloadReceipt,
  getBilling,
  setBilling,
  getSpending,
  exportSpending,
  setBudget,
  getAccount,
};
