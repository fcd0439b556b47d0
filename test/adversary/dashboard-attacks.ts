/** The most expensive request to each endpoint of the dashboard. The compiler refuses a missing line. */
import {
  type DashboardEndpoint,
  type DashboardEndpointName,
  dashboardEndpoints,
} from '@hostmaster/contract/dashboard';
import { apiPaths, dashboardPaths, workspacePrefix } from '@hostmaster/contract/paths';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { costs } from '../../packages/server/src/dashboard-api/costs.ts';
import {
  type Attack,
  customerAddress,
  headersOf,
  httpAttack,
  type Input,
  type Turn,
} from './attack.ts';
import type { World } from './world.ts';

const all: Input = () => ({});
const wide: Input = ({ zones }) => ({ domain: zones.wide });
const token: Input = () => ({ token: 'x'.repeat(43) });
const password = 'p'.repeat(200);
const fresh = ({ tag }: World, { index, connection }: Turn) => `${tag}-${connection}-${index}`;
const email = (world: World, turn: Turn) => `${fresh(world, turn)}@example.com`;
const label = 'l'.repeat(100);

/** Lines that are refused, each with a message, and lines that change ten thousand records. */
const refusedLines = lines(50_000, (line) => `n${line} WKS 192.0.2.1 ${line}`);
const changedLines = (value: number) => lines(10_000, (line) => `i${line} 300 A 192.0.2.${value}`);

const inputs: Readonly<Record<DashboardEndpointName, Input>> = {
  getSession: all,
  setUpOwner: (world, turn) => ({
    ...token(world, turn),
    name: label,
    email: email(world, turn),
    password,
  }),
  signUp: (world, turn) => ({ email: email(world, turn) }),
  completeSignUp: (world, turn) => ({ ...token(world, turn), name: label, password }),
  signIn: (world, turn) => ({ email: email(world, turn), password }),
  startRecovery: () => ({ ticket: 'usr_none.0.x' }),
  stopRecovery: () => ({ token: 'x'.repeat(43) }),
  finishRecovery: () => ({ ticket: 'usr_none.0.x' }),
  completeSignIn: () => ({ ticket: 'usr_none.0.x', code: '000000' }),
  startPasskeyUse: all,
  signInWithPasskey: () => ({ response: '{}' }),
  signOut: all,
  verifyEmail: token,
  confirmPassword: () => ({ password }),
  confirmSecondFactor: () => ({ code: '000000' }),
  confirmPasskey: () => ({ response: '{}' }),
  confirmNoticeAddress: token,
  sendVerification: all,
  requestPasswordReset: (world, turn) => ({ email: email(world, turn) }),
  resetPassword: (world, turn) => ({ ...token(world, turn), password }),
  readTransferOut: token,
  readInvitation: token,
  acceptInvitation: (world, turn) => ({ ...token(world, turn), name: label, password }),
  answerTransferOut: (world, turn) => ({ ...token(world, turn), decision: 'approve' }),
  listTransfersOut: all,
  answerOwnTransferOut: ({ zones }) => ({
    domain: zones.wide,
    requestId: 'tro_none',
    decision: 'deny',
  }),
  updateAccount: (world, turn) => ({ name: fresh(world, turn) }),
  changePassword: () => ({ currentPassword: password, newPassword: password }),
  listSessions: all,
  revokeSession: () => ({ sessionId: 'ses_none' }),
  revokeOtherSessions: all,
  listSecondFactors: all,
  startTotp: all,
  confirmTotp: () => ({ code: '000000' }),
  removeTotp: all,
  startPasskey: all,
  addPasskey: () => ({ name: label, response: '{}' }),
  removePasskey: () => ({ passkeyId: 'psk_none' }),
  replaceRecoveryCodes: all,
  listIdentities: all,
  linkIdentity: () => ({ providerId: 'none', returnTo: '/dashboard' }),
  confirmIdentity: () => ({ providerId: 'none', returnTo: '/dashboard' }),
  unlinkIdentity: () => ({ identityId: 'idn_none' }),
  listRecentAccess: all,
  revokeRecentAccess: all,
  exportOwnData: all,
  listOwnKeys: all,
  // The address is another one.
  deleteAccount: (world, turn) => ({ confirm: email(world, turn) }),
  createWorkspace: () => ({ name: label }),
  getWorkspace: all,
  renameWorkspace: (world, turn) => ({ name: fresh(world, turn) }),
  // The name is another one.
  deleteWorkspace: (world, turn) => ({ confirm: fresh(world, turn) }),
  listLimits: all,
  listMembers: all,
  inviteMember: (world, turn) => ({ email: email(world, turn), role: 'read_only' }),
  resendInvitation: () => ({ invitationId: 'inv_none' }),
  withdrawInvitation: () => ({ invitationId: 'inv_none' }),
  updateMember: ({ zones }) => ({
    userId: 'usr_none',
    role: 'dns_editor',
    domainNames: Array.from({ length: 100 }, (_, index) => `n${index}.${zones.wide}`),
  }),
  capMember: () => ({ userId: 'usr_none', cap: 1_000_000 }),
  listMemberKeys: () => ({ userId: 'usr_none' }),
  removeMember: () => ({ userId: 'usr_none', keys: 'revoke' }),
  handOverOwnership: () => ({ userId: 'usr_none' }),
  // The owner has no second factor.
  requireSecondFactor: () => ({ from: new Date().toISOString() }),
  // The only owner cannot leave.
  leaveWorkspace: all,
  listApiKeys: all,
  createApiKey: () => ({ name: label }),
  approveCommandLine: () => ({
    challenge: '0'.repeat(64),
    startedAt: new Date().toISOString(),
    name: label,
  }),
  capApiKey: () => ({ keyId: 'key_none', cap: 1_000_000 }),
  revokeApiKey: () => ({ keyId: 'key_none' }),
  listUpdateKeys: all,
  createUpdateKey: () => ({ domains: null, transfer: true, algorithm: 'hmac-sha512' }),
  revokeUpdateKey: () => ({ keyName: 'update-none' }),
  listContacts: all,
  createContact: () => ({ label, contact }),
  updateContact: ({ ids }, { index }) => ({ contactId: ids.contact, label: `label ${index}` }),
  deleteContact: () => ({ contactId: 'con_none' }),
  searchDomains: (world, turn) => ({ query: fresh(world, turn) }),
  searchDomainList: (world, turn) => ({
    names: Array.from({ length: 20 }, (_, index) => `${fresh(world, turn)}-${index}.com`),
  }),
  lookUpDomain: (world, turn) => ({ domain: `${fresh(world, turn)}.com` }),
  quoteTransfer: (world, turn) => ({ domain: `sandbox-rival-${fresh(world, turn)}.com` }),
  quoteRegistration: (world, turn) => ({ domain: `${fresh(world, turn)}.com` }),
  listDomainEntries: all,
  listSavedFilters: all,
  saveFilter: (_, { index }) => ({ label: `filter ${index}`, search: 'x'.repeat(1_000) }),
  deleteSavedFilter: () => ({ filterId: 'flt_none' }),
  getDomainDetails: wide,
  dismissRegistration: wide,
  sendRegistrantLink: wide,
  listActivity: all,
  exportActivityCsv: all,
  exportActivityLines: all,
  getPublication: wide,
  previewRecord: (world, { index }) => ({
    domain: world.zones.wide,
    type: 'A',
    name: '@',
    ttl: 300,
    value: `192.0.2.${index % 250}`,
  }),
  listHistory: wide,
  planZoneImport: (world, { index }) => ({
    domain: world.zones.many,
    text: index % 2 === 0 ? refusedLines : changedLines(index % 200),
    mode: index % 4 === 1 ? 'mirror' : 'merge',
  }),
  applyZoneImport: async (world, turn) => {
    const text = changedLines(turn.index % 200);
    return { domain: world.zones.busy, text, planHash: await planHash(world, turn, text) };
  },
  exportZone: wide,
  listMails: all,
  getServiceState: () => ({}),
  getOverview: all,
  getCredits: all,
  listStatement: all,
  exportStatement: all,
  createTopUp: () => ({
    credits: 5,
    renewals: Array.from({ length: 500 }, (_, index) => ({
      domain: `large-${10_000_000 + index}.com`,
      maxCredits: 100,
    })),
  }),
  getTopUp: ({ ids }) => ({ topUpId: ids.topUp }),
  payTopUp: ({ ids }) => ({ topUpId: ids.topUp }),
};

/** Whose session: some requests would end the owner's, or the access of all its keys. */
const people: Partial<Record<DashboardEndpointName, keyof World['people']>> = {
  revokeRecentAccess: 'spare',
  revokeOtherSessions: 'spare',
};

export const dashboardAttacks: readonly Attack[] = Object.entries<DashboardEndpoint>(
  dashboardEndpoints,
).map(([key, { method, path, body, bodyBytesMax, access }]) => {
  const name = key as DashboardEndpointName;
  const as = people[name] ?? (access === 'anyone' ? 'visitor' : 'owner');
  const takesBody = body !== undefined;
  const operation = { name, method, path, takesBody, bodyBytesMax, as, cost: costs[name] };
  return httpAttack(operation, inputs[name]);
});

/** A command line that asks for its key: without a session, and with a secret that is new each time. */
export const commandLineAttack = httpAttack(
  {
    name: 'command-line sign-in',
    ...{ method: 'POST', path: '/dashboard/command-line', takesBody: true },
    ...{ bodyBytesMax: 1_024, cost: 'rows', as: 'visitor' },
  },
  (world, turn) => ({ secret: fresh(world, turn).padEnd(43, 'x') }),
);

/** The endpoints of the API have a second edge, with the session instead of the key. */
export const sessionAttack = httpAttack(
  {
    name: 'listRecords by session',
    ...{ method: 'GET', path: `${workspacePrefix}${apiPaths.listRecords.path}` },
    ...{ takesBody: false, cost: 'whole', as: 'owner' },
  },
  wide,
);

async function planHash(world: World, turn: Turn, text: string): Promise<string> {
  const path = dashboardPaths.planZoneImport.path
    .replace('{workspaceId}', world.workspaceId)
    .replace('{domain}', world.zones.busy);
  const answer = await turn.client.send({
    ...{ port: world.port, method: 'POST', path, from: customerAddress },
    headers: headersOf({ as: 'owner' }, world, turn),
    body: JSON.stringify({ text }),
  });
  return /"planHash":"([^"]+)"/.exec(answer.text)?.[1] ?? 'none';
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index))
    .join('\n')
    .slice(0, 2_000_000);
}
