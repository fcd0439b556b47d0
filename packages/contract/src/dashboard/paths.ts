/** Method and path of every endpoint of the dashboard, as plain data. */
import type { EndpointPath } from '../endpoint-path.ts';

const api = '/dashboard/api';
const workspace = `${api}/workspaces/{workspaceId}` as const;

export const dashboardPaths = {
  getSession: { method: 'GET', path: `${api}/session` },

  setUpOwner: { method: 'POST', path: `${api}/set-up` },
  signUp: { method: 'POST', path: `${api}/sign-up` },
  completeSignUp: { method: 'POST', path: `${api}/complete-sign-up` },
  signIn: { method: 'POST', path: `${api}/sign-in` },
  completeSignIn: { method: 'POST', path: `${api}/sign-in/second-factor` },
  signOut: { method: 'POST', path: `${api}/sign-out` },
  verifyEmail: { method: 'POST', path: `${api}/verify-email` },
  confirmPassword: { method: 'POST', path: `${api}/confirm-password` },
  confirmNoticeAddress: { method: 'POST', path: `${api}/confirm-notice-address` },
  sendVerification: { method: 'POST', path: `${api}/send-verification` },
  requestPasswordReset: { method: 'POST', path: `${api}/request-password-reset` },
  resetPassword: { method: 'POST', path: `${api}/reset-password` },
  readTransferOut: { method: 'POST', path: `${api}/transfer-out` },
  answerTransferOut: { method: 'POST', path: `${api}/transfer-out/answer` },
  updateAccount: { method: 'PATCH', path: `${api}/account` },
  changePassword: { method: 'POST', path: `${api}/change-password` },
  listSessions: { method: 'GET', path: `${api}/sessions` },
  revokeSession: { method: 'DELETE', path: `${api}/sessions/{sessionId}` },
  revokeOtherSessions: { method: 'POST', path: `${api}/sessions/revoke-others` },
  listSecondFactors: { method: 'GET', path: `${api}/second-factors` },
  startTotp: { method: 'POST', path: `${api}/second-factors/totp` },
  confirmTotp: { method: 'POST', path: `${api}/second-factors/totp/confirm` },
  removeTotp: { method: 'DELETE', path: `${api}/second-factors/totp` },
  replaceRecoveryCodes: { method: 'POST', path: `${api}/second-factors/recovery-codes` },
  listRecentAccess: { method: 'GET', path: `${api}/recent-access` },
  revokeRecentAccess: { method: 'POST', path: `${api}/recent-access/revoke` },
  createWorkspace: { method: 'POST', path: `${api}/workspaces` },
  getWorkspace: { method: 'GET', path: workspace },
  renameWorkspace: { method: 'PATCH', path: workspace },
  listLimits: { method: 'GET', path: `${workspace}/limits` },

  listApiKeys: { method: 'GET', path: `${workspace}/api-keys` },
  createApiKey: { method: 'POST', path: `${workspace}/api-keys` },
  revokeApiKey: { method: 'DELETE', path: `${workspace}/api-keys/{keyId}` },
  listUpdateKeys: { method: 'GET', path: `${workspace}/update-keys` },
  createUpdateKey: { method: 'POST', path: `${workspace}/update-keys` },
  revokeUpdateKey: { method: 'DELETE', path: `${workspace}/update-keys/{keyName}` },

  listContacts: { method: 'GET', path: `${workspace}/contacts` },
  createContact: { method: 'POST', path: `${workspace}/contacts` },
  updateContact: { method: 'PATCH', path: `${workspace}/contacts/{contactId}` },
  deleteContact: { method: 'DELETE', path: `${workspace}/contacts/{contactId}` },

  searchDomains: { method: 'GET', path: `${workspace}/search` },
  lookUpDomain: { method: 'GET', path: `${workspace}/look-up` },
  quoteTransfer: { method: 'GET', path: `${workspace}/transfer-quote` },
  quoteRegistration: { method: 'GET', path: `${workspace}/quote` },
  listDomainEntries: { method: 'GET', path: `${workspace}/domain-list` },
  getDomainDetails: { method: 'GET', path: `${workspace}/domains/{domain}` },
  listTransfersOut: { method: 'GET', path: `${workspace}/transfers-out` },
  answerOwnTransferOut: { method: 'POST', path: `${workspace}/domains/{domain}/transfer-out` },
  dismissRegistration: { method: 'POST', path: `${workspace}/domains/{domain}/dismiss` },
  sendRegistrantLink: { method: 'POST', path: `${workspace}/domains/{domain}/registrant-link` },
  listActivity: { method: 'GET', path: `${workspace}/activity` },
  exportActivityCsv: { method: 'GET', path: `${workspace}/activity.csv` },
  exportActivityLines: { method: 'GET', path: `${workspace}/activity.jsonl` },

  getPublication: { method: 'GET', path: `${workspace}/domains/{domain}/publication` },
  previewRecord: { method: 'POST', path: `${workspace}/domains/{domain}/record-preview` },
  listHistory: { method: 'GET', path: `${workspace}/domains/{domain}/history` },
  planZoneImport: { method: 'POST', path: `${workspace}/domains/{domain}/zone/plan` },
  applyZoneImport: { method: 'POST', path: `${workspace}/domains/{domain}/zone/import` },
  exportZone: { method: 'GET', path: `${workspace}/domains/{domain}/zone/export` },

  listMails: { method: 'GET', path: `${workspace}/mails` },

  getOverview: { method: 'GET', path: `${workspace}/overview` },

  getCredits: { method: 'GET', path: `${workspace}/credits` },
  listStatement: { method: 'GET', path: `${workspace}/statement` },
  exportStatement: { method: 'GET', path: `${workspace}/statement.csv` },
  createTopUp: { method: 'POST', path: `${workspace}/top-ups` },
  getTopUp: { method: 'GET', path: `${workspace}/top-ups/{topUpId}` },
  payTopUp: { method: 'POST', path: `${workspace}/top-ups/{topUpId}/pay` },
} as const satisfies Record<string, EndpointPath>;
