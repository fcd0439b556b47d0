/**
 * Role × every endpoint of the API, the dashboard and the PowerDNS-compatible API, by session and by
 * key. The table is written out here, apart from the code's: a new endpoint needs a line.
 */
import { type EndpointName, endpoints } from '@hostmaster/contract';
import {
  type DashboardEndpoint,
  type DashboardEndpointName,
  dashboardEndpoints,
} from '@hostmaster/contract/dashboard';
import { workspacePrefix } from '@hostmaster/contract/paths';
import type { Grant, Role } from '@hostmaster/contract/roles';
import { type Answer, expectRefusal } from '@hostmaster/test-rig/api-client';
import { dig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { describeService } from '@hostmaster/test-rig/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { powerdnsRoutes } from '../../packages/server/src/powerdns-api/powerdns-api.ts';
import { remove, update } from '../../packages/server/src/storage/row-write.ts';
import { members } from '../../packages/server/src/storage/tables/people/members.ts';
import { type Member, member } from '../dashboard-api/people.ts';
import { update as sendUpdate } from '../dns-update/updater.ts';

beforeAll(() => requireDnsPeers());

/** Owner, Admin, DNS editor, dns editor limited to a domain, Billing, Read-only, read-only limited. */
const letters = { O: 'owner', A: 'admin', D: 'dns_editor', B: 'billing', R: 'read_only' } as const;
const everyone = 'OADdBRr';

const api: Readonly<Record<EndpointName, string>> = {
  checkDomains: everyone,
  quoteDomains: 'OABR',
  listPrices: 'OABR',
  registerDomain: 'OA',
  listDomains: everyone,
  getDomain: everyone,
  updateDomain: 'OA',
  renewDomain: 'OAB',
  replaceNameservers: 'OA',
  getContact: 'OABR',
  replaceContact: 'OA',
  getTransferLock: everyone,
  updateTransferLock: 'OA',
  getRestore: 'OABR',
  restoreDomain: 'OAB',
  issueAuthCode: 'OA',
  createTransfer: 'OA',
  listTransfers: 'OABR',
  getTransfer: 'OABR',
  updateTransfer: 'OA',
  cancelTransfer: 'OA',
  listRecords: everyone,
  createRecord: 'OADd',
  updateRecord: 'OADd',
  deleteRecord: 'OADd',
  changeRecords: 'OADd',
  applyTemplate: 'OADd',
  listTemplates: everyone,
  saveTemplate: 'OA',
  deleteTemplate: 'OA',
  checkMail: everyone,
  listRevisions: everyone,
  getRevision: everyone,
  compareRevisions: everyone,
  listProblems: everyone,
  getPropagation: everyone,
  getSoa: everyone,
  replaceSoa: 'OADd',
  restoreRevision: 'OADd',
  listEvents: everyone,
  getDnssec: everyone,
  enableDnssec: 'OA',
  disableDnssec: 'OA',
  rollDnssec: 'OA',
  listDomainSecondaries: everyone,
  addDomainSecondary: 'OADd',
  removeDomainSecondary: 'OADd',
  getTags: everyone,
  changeTags: 'OA',
  listTags: everyone,
  listTaggedDomains: everyone,
  searchWorkspace: everyone,
  // Each kind requires its own act, too: test/api/bulk.test.ts.
  createBulk: 'OAB',
  listBulks: everyone,
  getBulk: everyone,
  startBulk: 'OAB',
  cancelBulk: 'OAB',
  retryBulk: 'OAB',
  listWebhooks: 'OA',
  createWebhook: 'OA',
  getWebhook: 'OA',
  updateWebhook: 'OA',
  deleteWebhook: 'OA',
  testWebhook: 'OA',
  rotateWebhookSecret: 'OA',
  listWebhookDeliveries: 'OA',
  replayWebhook: 'OA',
  listReceipts: 'OABR',
  getReceipt: 'OABR',
  downloadReceipt: 'OABR',
  getBilling: 'OABR',
  setBilling: 'OAB',
  getSpending: 'OABR',
  exportSpending: 'OABR',
  setBudget: 'OAB',
  getAccount: 'OABR',
};

/** The dashboard's own endpoints of a workspace. */
const dashboard: Readonly<Record<string, string>> = {
  getWorkspace: 'OABR',
  renameWorkspace: 'OA',
  deleteWorkspace: 'O',
  listLimits: 'OABR',
  listMembers: everyone,
  inviteMember: 'OA',
  resendInvitation: 'OA',
  withdrawInvitation: 'OA',
  updateMember: 'OA',
  capMember: 'OA',
  listMemberKeys: 'OA',
  removeMember: 'OA',
  requireSecondFactor: 'O',
  handOverOwnership: 'O',
  listApiKeys: everyone,
  createApiKey: everyone,
  approveCommandLine: everyone,
  capApiKey: everyone,
  revokeApiKey: everyone,
  listUpdateKeys: everyone,
  createUpdateKey: 'OADd',
  revokeUpdateKey: everyone,
  listContacts: 'OABR',
  createContact: 'OA',
  updateContact: 'OA',
  deleteContact: 'OA',
  searchDomains: 'OABR',
  searchDomainList: 'OABR',
  lookUpDomain: 'OABR',
  quoteTransfer: 'OABR',
  quoteRegistration: 'OABR',
  listDomainEntries: everyone,
  listSavedFilters: everyone,
  saveFilter: everyone,
  deleteSavedFilter: everyone,
  getDomainDetails: everyone,
  listTransfersOut: 'OABR',
  answerOwnTransferOut: 'OA',
  dismissRegistration: 'OA',
  sendRegistrantLink: 'OA',
  listActivity: 'OABR',
  exportActivityCsv: 'OABR',
  exportActivityLines: 'OABR',
  getPublication: everyone,
  previewRecord: everyone,
  listHistory: everyone,
  planZoneImport: 'OADd',
  applyZoneImport: 'OADd',
  exportZone: everyone,
  listMails: everyone,
  getOverview: 'OABR',
  getCredits: 'OABR',
  listStatement: 'OABR',
  exportStatement: 'OABR',
  createTopUp: 'OAB',
  getTopUp: 'OABR',
  payTopUp: 'OAB',
  // The last: it succeeds.
  leaveWorkspace: everyone,
};

/** Keys of the scope `all` cannot do these. */
const byTransferKey: readonly string[] = ['updateTransferLock', 'issueAuthCode'];

const ofWorkspaces = Object.entries<DashboardEndpoint>(dashboardEndpoints).filter(
  ([, { access }]) => access === 'workspace',
);

describe('the table of roles', () => {
  it('has a line for every endpoint', () => {
    expect(Object.keys(api).sort()).toEqual(Object.keys(endpoints).sort());
    expect(Object.keys(dashboard).sort()).toEqual(ofWorkspaces.map(([name]) => name).sort());
  });
});

function grantOf(letter: string, domain: string): Grant {
  const role: Role = letters[letter.toUpperCase() as keyof typeof letters];
  return { role, domainNames: letter === letter.toUpperCase() ? null : [domain] };
}

function fill(path: string, { workspaceId, domain }: { workspaceId: string; domain: string }) {
  return path
    .replace('{workspaceId}', workspaceId)
    .replace('{domain}', domain)
    .replaceAll(/\{\w+\}|:\w+/g, 'some_id');
}

function isDenied({ status, body }: Answer): boolean {
  if (status !== 403) return false;
  const { code, error } = body as { code: string; error: string };
  expect(code).toBe('forbidden');
  expect(error).toMatch(
    /^(?:Your role|The role of the creator of this key), .*, does not allow this\. It takes .*\.$|^(?:You are|The creator of this key is) limited to certain domains, and this concerns the whole workspace\.$/,
  );
  return true;
}

describeService('a role', (service) => {
  const become = (person: Member, grant: Grant) =>
    persistChange(service.database, {
      rows: [
        update(
          members,
          { userId: person.person.id, workspaceId: person.workspace.id },
          { role: grant.role, domainNames: grant.domainNames },
        ),
      ],
    });

  /** Two owners, so that every change of a member is possible. */
  async function company() {
    const boss = await member(service);
    const domain = await service.liveDomain(boss.workspace.client);
    const other = await service.liveDomain(boss.workspace.client);
    const { workspace } = boss;
    return { boss, workspace, domain, other };
  }

  for (const letter of everyone) {
    it(`${letter}: may by session what the table says, and nothing else`, async () => {
      const { workspace, domain } = await company();
      const grant = grantOf(letter, domain);
      const { page } = await member(service, { workspace, grant });
      const place = { workspaceId: workspace.id, domain };
      for (const [name, allowed] of Object.entries(api)) {
        const { method, path } = endpoints[name as EndpointName];
        const answer = await page.send(method, fill(`${workspacePrefix}${path}`, place));
        expect([name, isDenied(answer)]).toEqual([name, !allowed.includes(letter)]);
        expect(answer.status, name).toBeLessThan(500);
      }
      for (const [name, allowed] of Object.entries(dashboard)) {
        const { method, path } = dashboardEndpoints[name as DashboardEndpointName];
        const answer = await page.send(method, fill(path, place));
        expect([name, isDenied(answer)]).toEqual([name, !allowed.includes(letter)]);
        expect(answer.status, name).toBeLessThan(500);
      }
    });

    it(`${letter}: is the most that the keys of the person can do, when they are used`, async () => {
      const { workspace, domain, other } = await company();
      const owner = await member(service, { workspace });
      const created = async (scope: 'all' | 'transfer') => {
        const { apiKey } = await owner.page.call('createApiKey', {
          ...owner.inside,
          name: scope,
          scope,
        });
        return service.client.withKey(apiKey);
      };
      const keys = { all: await created('all'), transfer: await created('transfer') };
      await become(owner, grantOf(letter, domain));
      const place = { workspaceId: workspace.id, domain };
      for (const [name, allowed] of Object.entries(api)) {
        const { method, path } = endpoints[name as EndpointName];
        const key = byTransferKey.includes(name) ? keys.transfer : keys.all;
        const answer = await key.send(method, fill(path, place));
        expect([name, isDenied(answer)]).toEqual([name, !allowed.includes(letter)]);
      }
      for (const { method, path } of powerdnsRoutes) {
        const answer = await keys.all.send(method, fill(`/api${path}`, place));
        const isRefused = answer.status === 403;
        // The keys of a zone are DNSSEC of the domain, which is no matter of its records.
        const changers = path.includes('/cryptokeys') ? 'OA' : 'OADd';
        const isAllowed = method === 'GET' || changers.includes(letter);
        expect([method, path, isRefused]).toEqual([method, path, !isAllowed]);
      }
      const { domains } = await keys.all.call('listDomains', {});
      const isLimited = letter !== letter.toUpperCase();
      const seen = isLimited ? [domain] : [domain, other];
      expect(domains.map(({ name }) => name).sort()).toEqual(seen.sort());
      const zones = await keys.all.send('GET', '/api/v1/servers/localhost/zones');
      const names = (zones.body as { name: string }[]).map(({ name }) => name.slice(0, -1));
      expect(names.sort()).toEqual(seen.sort());
    });
  }

  it('of a member who is gone is none: their keys no longer work', async () => {
    const { workspace } = await company();
    const { page, inside, person } = await member(service, { workspace });
    const { apiKey } = await page.call('createApiKey', { ...inside, name: 'Mine' });
    const key = service.client.withKey(apiKey);
    expect((await key.send('GET', '/v1/domains')).status).toBe(200);
    await persistChange(service.database, {
      rows: [remove(members, { userId: person.id, workspaceId: workspace.id })],
    });
    expect((await key.send('GET', '/v1/domains')).status).toBe(401);
    // A key that no person created is bound by its scope only.
    expect((await workspace.client.send('GET', '/v1/account')).status).toBe(200);
  });

  it('limits what keys a person can create', async () => {
    const { workspace, domain, other } = await company();
    const grant = { role: 'dns_editor', domainNames: [domain] } as const;
    const { page, inside } = await member(service, { workspace, grant });
    for (const scope of ['all', 'transfer'] as const) {
      const answer = await page.request('createApiKey', { ...inside, name: 'Too much', scope });
      expect([scope, isDenied(answer)]).toEqual([scope, true]);
    }
    const input = { ...inside, name: 'Mine', scope: 'dns' };
    const foreign = await page.request('createApiKey', { ...input, domainNames: [other] });
    const missing = await page.request('createApiKey', { ...input, domainNames: ['none.com'] });
    const fields = ['domainNames[0]'];
    expectRefusal(foreign, { status: 400, code: 'invalid_request', fields });
    expect(foreign.text).toBe(missing.text.replaceAll('none.com', other));
    const update = await page.request('createUpdateKey', { ...inside, domains: [other] });
    expectRefusal(update, { status: 404, code: 'domain_not_found' });
    expect((await page.request('createUpdateKey', { ...inside, domains: null })).status).toBe(200);
  });

  it('shows the own keys only, unless it manages them', async () => {
    const { boss, workspace, domain } = await company();
    const { key } = await boss.page.call('createApiKey', { ...boss.inside, name: 'Of the boss' });
    const update = await boss.page.call('createUpdateKey', { ...boss.inside, domains: [domain] });
    const grant = { role: 'dns_editor', domainNames: null } as const;
    const { page, inside } = await member(service, { workspace, grant });
    const own = await page.call('createApiKey', { ...inside, name: 'Own', scope: 'dns' });
    const { keys } = await page.call('listApiKeys', inside);
    expect(keys.map(({ name }) => name)).toEqual(['Own']);
    expect((await page.call('listUpdateKeys', inside)).keys).toEqual([]);
    const refused = { status: 404, code: 'key_not_found' } as const;
    expectRefusal(await page.request('revokeApiKey', { ...inside, keyId: key.id }), refused);
    const keyName = update.key.name;
    expectRefusal(await page.request('revokeUpdateKey', { ...inside, keyName }), refused);
    const all = await boss.page.call('listApiKeys', boss.inside);
    expect(all.keys.map(({ name }) => name)).toContain('Own');
    await boss.page.call('revokeApiKey', { ...boss.inside, keyId: own.key.id });
    const recent = await page.call('listRecentAccess', {});
    expect(recent.entries).toEqual([]);
    const { apiKey } = await page.call('createApiKey', { ...inside, name: 'P', scope: 'dns' });
    const powerdns = service.client.withKey(apiKey);
    const tsig = '/api/v1/servers/localhost/tsigkeys';
    expect((await powerdns.send('GET', tsig)).body).toEqual([]);
    expect((await powerdns.send('GET', `${tsig}/${update.key.name}.`)).status).toBe(404);
    const mine = await page.call('createUpdateKey', { ...inside, domains: [domain] });
    const shown = (await powerdns.send('GET', tsig)).body as { id: string }[];
    expect(shown.map(({ id }) => id)).toEqual([`${mine.key.name}.`]);
    const entries = [
      { workspaceId: workspace.id, kind: 'api_key', id: key.id },
      { workspaceId: workspace.id, kind: 'update_key', id: keyName },
      { workspaceId: workspace.id, kind: 'member', id: boss.person.id },
    ] as const;
    expect(await page.call('revokeRecentAccess', { entries: [...entries] })).toEqual({
      revoked: 0,
    });
  });

  it('limited to a domain sees nothing of the others', async () => {
    const { workspace, domain, other } = await company();
    const grant = { role: 'dns_editor', domainNames: [domain] } as const;
    const { page, inside } = await member(service, { workspace, grant });
    const { domains } = await page.call('listDomainEntries', inside);
    expect(domains.map(({ name }) => name)).toEqual([domain]);
    const { domain: details } = await page.call('getDomainDetails', { ...inside, domain });
    expect(details).toMatchObject({ contact: null, terms: [], renewalQuotes: [] });
    const hidden = [
      page.request('getDomainDetails', { ...inside, domain: other }),
      page.request('exportZone', { ...inside, domain: other }),
      page.request('listHistory', { ...inside, domain: other }),
      page.requestApi('listRecords', { ...inside, domain: other }),
      page.requestApi('createRecord', { ...inside, domain: other, type: 'A', value: '192.0.2.1' }),
    ];
    for (const answer of await Promise.all(hidden)) {
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
    await member(service, { workspace, grant: { role: 'read_only', domainNames: [other] } });
    const { members: colleagues } = await page.call('listMembers', inside);
    expect(colleagues.map(({ domainNames }) => domainNames)).toContainEqual([]);
    expect(JSON.stringify(colleagues)).not.toContain(other);
    const { events } = await page.api('listEvents', { ...inside });
    expect(new Set(events.map((event) => event.domain))).toEqual(new Set([domain]));
    await page.api('createRecord', { ...inside, domain, type: 'A', value: '192.0.2.1' });
  });

  it('bounds DNS UPDATE and zone transfers by the keys of the person', async () => {
    const { workspace, domain, other } = await company();
    const owner = await member(service, { workspace });
    const { key, secret } = await owner.page.call('createUpdateKey', {
      ...owner.inside,
      domains: null,
      transfer: true,
    });
    const signer = { name: key.name, algorithm: 'hmac-sha256', secret } as const;
    const send = (zone: string) =>
      sendUpdate('nsupdate', { port: service.dnsPort, zone, key: signer }, [
        `add host${Math.random().toString(36).slice(2)}.${zone}. 300 A 192.0.2.1`,
      ]);
    const read = async (zone: string) => {
      const signed = ['-y', `hmac-sha256:${key.name}:${secret}`];
      return (await dig(service.dnsPort, zone, 'AXFR', ...signed)).includes('SOA');
    };
    const tried = async () => [
      await send(domain),
      await send(other),
      await read(domain),
      await read(other),
    ];
    expect(await tried()).toEqual(['NOERROR', 'NOERROR', true, true]);
    await become(owner, { role: 'dns_editor', domainNames: [domain] });
    expect(await tried()).toEqual(['NOERROR', 'REFUSED', true, false]);
    await become(owner, { role: 'billing', domainNames: null });
    expect(await tried()).toEqual(['REFUSED', 'REFUSED', true, true]);
    await persistChange(service.database, {
      rows: [remove(members, { userId: owner.person.id, workspaceId: workspace.id })],
    });
    expect(await tried()).toEqual(['BADKEY', 'BADKEY', false, false]);
  });
});
