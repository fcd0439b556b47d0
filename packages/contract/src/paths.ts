/**
 * Method and path of every endpoint of the API, as plain data: clients need nothing else at run time,
 * so this file and dashboard/paths.ts import no schema.
 */
import type { EndpointPath } from './endpoint-path.ts';

export { dashboardPaths } from './dashboard/paths.ts';
export type { EndpointPath };

/** The prefix of the API's endpoints when they are called with a session. */
export const workspacePrefix = '/dashboard/api/workspaces/{workspaceId}';

export const apiPaths = {
  checkDomains: { method: 'POST', path: '/v1/domains/check' },
  quoteDomains: { method: 'POST', path: '/v1/domains/quote' },
  listPrices: { method: 'GET', path: '/v1/prices' },
  registerDomain: { method: 'POST', path: '/v1/domains' },
  listDomains: { method: 'GET', path: '/v1/domains' },
  getDomain: { method: 'GET', path: '/v1/domains/{domain}' },
  updateDomain: { method: 'PATCH', path: '/v1/domains/{domain}' },
  renewDomain: { method: 'POST', path: '/v1/domains/{domain}/renew' },
  replaceNameservers: { method: 'PATCH', path: '/v1/domains/{domain}/nameservers' },
  getContact: { method: 'GET', path: '/v1/domains/{domain}/contact' },
  replaceContact: { method: 'PUT', path: '/v1/domains/{domain}/contact' },
  getTransferLock: { method: 'GET', path: '/v1/domains/{domain}/transfer-lock' },
  updateTransferLock: { method: 'PATCH', path: '/v1/domains/{domain}/transfer-lock' },
  getRestore: { method: 'GET', path: '/v1/domains/{domain}/restore' },
  restoreDomain: { method: 'POST', path: '/v1/domains/{domain}/restore' },
  issueAuthCode: { method: 'POST', path: '/v1/domains/{domain}/auth-code' },
  createTransfer: { method: 'POST', path: '/v1/domains/transfers' },
  listTransfers: { method: 'GET', path: '/v1/domains/transfers' },
  getTransfer: { method: 'GET', path: '/v1/domains/transfers/{transferId}' },
  updateTransfer: { method: 'PATCH', path: '/v1/domains/transfers/{transferId}' },
  cancelTransfer: { method: 'DELETE', path: '/v1/domains/transfers/{transferId}' },
  listRecords: { method: 'GET', path: '/v1/domains/{domain}/dns' },
  createRecord: { method: 'POST', path: '/v1/domains/{domain}/dns' },
  updateRecord: { method: 'PATCH', path: '/v1/domains/{domain}/dns/{recordId}' },
  deleteRecord: { method: 'DELETE', path: '/v1/domains/{domain}/dns/{recordId}' },
  changeRecords: { method: 'POST', path: '/v1/domains/{domain}/dns/batch' },
  listRevisions: { method: 'GET', path: '/v1/domains/{domain}/dns/revisions' },
  getRevision: { method: 'GET', path: '/v1/domains/{domain}/dns/revisions/{revision}' },
  compareRevisions: { method: 'GET', path: '/v1/domains/{domain}/dns/diff' },
  listProblems: { method: 'GET', path: '/v1/domains/{domain}/dns/problems' },
  getPropagation: { method: 'GET', path: '/v1/domains/{domain}/dns/propagation' },
  getSoa: { method: 'GET', path: '/v1/domains/{domain}/dns/soa' },
  replaceSoa: { method: 'PUT', path: '/v1/domains/{domain}/dns/soa' },
  restoreRevision: { method: 'POST', path: '/v1/domains/{domain}/dns/restore' },
  listEvents: { method: 'GET', path: '/v1/events' },
  listDomainSecondaries: { method: 'GET', path: '/v1/domains/{domain}/secondaries' },
  addDomainSecondary: { method: 'POST', path: '/v1/domains/{domain}/secondaries' },
  removeDomainSecondary: {
    method: 'DELETE',
    path: '/v1/domains/{domain}/secondaries/{secondaryId}',
  },
  getDnssec: { method: 'GET', path: '/v1/domains/{domain}/dnssec' },
  enableDnssec: { method: 'PUT', path: '/v1/domains/{domain}/dnssec' },
  disableDnssec: { method: 'DELETE', path: '/v1/domains/{domain}/dnssec' },
  rollDnssec: { method: 'POST', path: '/v1/domains/{domain}/dnssec/roll' },
  listWebhooks: { method: 'GET', path: '/v1/webhooks' },
  createWebhook: { method: 'POST', path: '/v1/webhooks' },
  getWebhook: { method: 'GET', path: '/v1/webhooks/{webhookId}' },
  updateWebhook: { method: 'PATCH', path: '/v1/webhooks/{webhookId}' },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{webhookId}' },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{webhookId}/test' },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{webhookId}/rotate' },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhooks/{webhookId}/deliveries' },
  replayWebhook: { method: 'POST', path: '/v1/webhooks/{webhookId}/replay' },
  getAccount: { method: 'GET', path: '/v1/account' },
} as const satisfies Record<string, EndpointPath>;
