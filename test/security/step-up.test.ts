/** What outlives a stolen session or moves a name needs the second factor, or else the password, within ten minutes. */
import { type EndpointName, endpoints } from '@hostmaster/contract';
import { dashboardEndpoints } from '@hostmaster/contract/dashboard';
import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { describeService, until } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persist, persistChange } from '../../packages/server/src/changes/persist.ts';
import { changeMembership } from '../../packages/server/src/operations/people/change-membership.ts';
import { insert, updateAll } from '../../packages/server/src/storage/row-write.ts';
import { apiKeys } from '../../packages/server/src/storage/tables/keys/api-keys.ts';
import { identities } from '../../packages/server/src/storage/tables/people/identities.ts';
import { members } from '../../packages/server/src/storage/tables/people/members.ts';
import { passkeys } from '../../packages/server/src/storage/tables/people/passkeys.ts';
import { operatorActor, ownerGrant } from '../../packages/server/src/workspaces/actor.ts';
import { linkTokenIn, mailFilesTo, waitForMail } from '../dashboard-api/mail-files.ts';
import { type Member, member, newBrowser, password, person } from '../dashboard-api/people.ts';
import { codeOf, withTotp } from '../dashboard-api/second-factors.ts';

const refused = { status: 403, code: 'password_required' } as const;

const agePassword = query<{ userId: string; at: number }>()(({ db, p }) =>
  db.updateTable('sessions').set({ password_at: p.at }).where('user_id', '=', p.userId),
);

const ageFactor = query<{ userId: string; at: number }>()(({ db, p }) =>
  db.updateTable('sessions').set({ factor_at: p.at }).where('user_id', '=', p.userId),
);

/** Everything else that changes something does neither outlive the session nor move a name. */
const withoutPassword: readonly string[] = [
  'checkDomains',
  'registerDomain',
  'renewDomain',
  'updateDomain',
  'quoteDomains',
  'restoreDomain',
  'createTransfer',
  'updateTransfer',
  'cancelTransfer',
  'createRecord',
  'updateRecord',
  'deleteRecord',
  'changeRecords',
  'applyTemplate',
  'saveTemplate',
  'deleteTemplate',
  'restoreRevision',
  'replaceSoa',
  'removeDomainSecondary',
  'enableDnssec',
  'rollDnssec',
  'deleteWebhook',
  'testWebhook',
  'replayWebhook',
  'createBulk',
  'cancelBulk',
  'changeTags',
  'setBilling',
  'setBudget',
];

describe('the endpoints of the API behind a session', () => {
  it('either need the password or are known not to', () => {
    const changing = (Object.keys(endpoints) as EndpointName[]).filter(
      (name) => endpoints[name].method !== 'GET',
    );
    const needing = changing.filter((name) => 'needsPassword' in endpoints[name]);
    expect([...needing, ...withoutPassword].sort()).toEqual([...changing].sort());
    expect(needing.sort()).toEqual([
      'addDomainSecondary',
      'createWebhook',
      'disableDnssec',
      'issueAuthCode',
      'replaceContact',
      'replaceNameservers',
      'retryBulk',
      'rotateWebhookSecret',
      'startBulk',
      'updateTransferLock',
      'updateWebhook',
    ]);
    const own = Object.entries(dashboardEndpoints).filter(([, e]) => 'needsPassword' in e);
    expect(own.map(([name]) => name).sort()).toEqual([
      'addPasskey',
      'answerOwnTransferOut',
      'approveCommandLine',
      'capApiKey',
      'capMember',
      'changePassword',
      'confirmTotp',
      'createApiKey',
      'createUpdateKey',
      'deleteAccount',
      'deleteWorkspace',
      'handOverOwnership',
      'inviteMember',
      'leaveWorkspace',
      'linkIdentity',
      'removeMember',
      'removePasskey',
      'removeTotp',
      'renameWorkspace',
      'replaceRecoveryCodes',
      'requireSecondFactor',
      'resendInvitation',
      'revokeRecentAccess',
      'startPasskey',
      'startTotp',
      'unlinkIdentity',
      'updateAccount',
      'updateMember',
      'withdrawInvitation',
    ]);
  });
});

describeService('hole 11: a stolen session', (service) => {
  const forget = ({ person: { id: userId } }: Member) => {
    const at = Date.now() - 10 * minuteMs;
    return service.database.transaction((tx) => tx.run(agePassword, { userId, at }));
  };

  it('changes neither owner nor nameservers, and adds no webhook, without the password', async () => {
    const ada = await member(service);
    const { page, inside, workspace } = ada;
    const domain = await service.liveDomain(workspace.client);
    const url = 'https://hooks.example.com/in';
    const created = await page.requestApi('createWebhook', { ...inside, url });
    const { webhook } = created.body as { webhook: { id: string } };
    const webhookId = webhook.id;
    const contact = { ...requiredContact, lastName: 'Thief', email: 'thief@example.com' };
    const nameservers = ['ns1.thief.example', 'ns2.thief.example'];
    const attempts = [
      () => page.requestApi('replaceContact', { ...inside, domain, contact }),
      () => page.requestApi('replaceNameservers', { ...inside, domain, nameservers }),
      () => page.requestApi('createWebhook', { ...inside, url }),
      () => page.requestApi('updateWebhook', { ...inside, webhookId, url }),
      () => page.requestApi('rotateWebhookSecret', { ...inside, webhookId }),
      () => page.request('renameWorkspace', { ...inside, email: 'thief@example.com' }),
      () => page.request('renameWorkspace', { ...inside, name: 'New', email: null }),
    ];
    await page.call('renameWorkspace', { ...inside, email: ada.person.email });
    await forget(ada);
    for (const attempt of attempts) expectRefusal(await attempt(), refused);
    // What moves nothing works as before.
    await page.call('renameWorkspace', { ...inside, name: 'Renamed', email: ada.person.email });
    await page.api('updateDomain', { ...inside, domain, autoRenew: false });
    // So do keys.
    await workspace.client.call('replaceNameservers', { domain, nameservers });

    await page.call('confirmPassword', { password });
    for (const attempt of attempts) expect((await attempt()).status).toBe(200);
  });

  it('shows a passkey that was added lately, and removes it', async () => {
    const ada = await member(service);
    const { page } = ada;
    await withTotp(page);
    const added = { name: 'Phone of a thief', credentialId: 'thief', publicKey: '', counter: 0 };
    const passkey = { ...ownRow(ada), ...added, id: newId('psk') };
    await persistChange(service.database, { rows: [insert(passkeys, passkey)] });
    const { entries } = await page.call('listRecentAccess', {});
    const [found] = entries.filter(({ kind }) => kind === 'passkey');
    expect(found).toMatchObject({ name: added.name, workspace: null });
    const entry = { workspaceId: null, kind: 'passkey', id: passkey.id } as const;
    expect((await page.call('revokeRecentAccess', { entries: [entry] })).revoked).toBe(1);
    expect((await page.call('listSecondFactors', {})).passkeys).toEqual([]);
    expect((await page.call('revokeRecentAccess', { entries: [entry] })).revoked).toBe(0);
  });

  it('does nothing of this with the password alone where the account has a second factor', async () => {
    const ada = await member(service);
    const { page, inside, workspace } = ada;
    const domain = await service.liveDomain(workspace.client);
    const { secret } = await withTotp(page);
    const email = 'thief@example.com';
    const newPassword = 'quite another long one';
    const attempts = [
      () => page.requestApi('issueAuthCode', { ...inside, domain }),
      () => page.requestApi('updateTransferLock', { ...inside, domain, locked: false }),
      () => page.request('createApiKey', { ...inside, name: 'Back door' }),
      () => page.request('renameWorkspace', { ...inside, email }),
      () => page.request('updateAccount', { email, currentPassword: password }),
      () => page.request('replaceRecoveryCodes', {}),
      () => page.request('removeTotp', {}),
      () => page.request('changePassword', { currentPassword: password, newPassword }),
    ];
    const { id: userId } = ada.person;
    const at = Date.now() - 10 * minuteMs;
    await service.database.transaction((tx) => tx.run(ageFactor, { userId, at }));
    await page.call('confirmPassword', { password });
    for (const attempt of attempts) {
      expectRefusal(await attempt(), { status: 403, code: 'second_factor_required' });
    }
    expectRefusal(await page.request('confirmSecondFactor', { code: '000000' }), {
      status: 401,
      code: 'wrong_code',
    });
    const code = codeOf(secret, 1);
    await page.call('confirmSecondFactor', { code });
    expectRefusal(await page.request('confirmSecondFactor', { code }), {
      status: 401,
      code: 'wrong_code',
    });
    for (const attempt of attempts.slice(2)) expect((await attempt()).status).toBe(200);
    expect((await page.open()).account?.id).toBe(userId);
  });

  it('404: no second factor to confirm with', async () => {
    const { page } = await member(service);
    expectRefusal(await page.request('confirmSecondFactor', { code: '123456' }), {
      status: 404,
      code: 'second_factor_not_found',
    });
  });

  it('an address that waits for its confirmation is mailed again without the password', async () => {
    const ada = await member(service);
    const email = 'office@example.com';
    await ada.page.call('renameWorkspace', { ...ada.inside, email });
    await forget(ada);
    await ada.page.call('renameWorkspace', { ...ada.inside, email });
    await waitForMail(service, email, 2);
    await ada.page.call('renameWorkspace', { ...ada.inside, name: 'Only the name' });
  });

  it('a new password shows what was made in the last 30 days, and revokes it', async () => {
    const ada = await member(service);
    const { page, inside, workspace } = ada;
    const domain = await service.liveDomain(workspace.client);
    const earlier = await member(service);
    const stranger = await member(service);
    await stranger.page.call('createApiKey', { ...stranger.inside, name: 'Of another workspace' });
    // Joined before.
    const createdBefore = { userId: earlier.person.id, createdAt: Date.now() - dayMs };
    const joined = { ...inside, ...createdBefore, ...ownerGrant };
    await persistChange(service.database, { rows: [insert(members, joined)] });
    const { key: old } = await page.call('createApiKey', { ...inside, name: 'Old' });
    const createdAt = Date.now() - 31 * dayMs;
    await persistChange(service.database, {
      rows: [updateAll(apiKeys, { id: old.id }, { createdAt })],
    });
    const { apiKey } = await page.call('createApiKey', { ...inside, name: 'Back door' });
    await page.call('createUpdateKey', { ...inside, domains: [domain] });
    await page.requestApi('createWebhook', { ...inside, url: 'https://hooks.example.com/in' });
    await page.call('inviteMember', { ...inside, email: 'thief@example.com', role: 'admin' });
    await workspace.client.call('addDomainSecondary', { domain, address: '8.8.8.8' });
    const accomplice = await person(service);
    await persist(
      service.database,
      changeMembership(
        {
          actor: operatorActor(workspace.id),
          now: Date.now() + 1,
          machineNow: Date.now() + 1,
          limits: service.config.limits,
        },
        { user: accomplice, grant: ownerGrant, isRevokingKeys: false },
      ),
    );

    const outside = newBrowser(service);
    await outside.open();
    await outside.call('requestPasswordReset', { email: ada.person.email });
    let reset: Parameters<typeof linkTokenIn>[0] | undefined;
    await until('the link is there', async () => {
      reset = (await mailFiles(ada)).find(({ subject }) => subject === 'Reset your password');
      return reset !== undefined;
    });
    const token = linkTokenIn(reset ?? { subject: '', text: '' }, 'reset');
    await outside.call('resetPassword', { token, password: 'quite another long one' });
    const linked = { id: newId('idn'), issuer: 'https://id.example.net', subject: 'thief' };
    const identity = {
      ...ownRow(ada),
      ...linked,
      origin: 'person',
      email: 'in@example.net',
    } as const;
    await persistChange(service.database, { rows: [insert(identities, identity)] });
    const { entries } = await outside.call('listRecentAccess', {});
    expect(entries.map(({ kind, name }) => [kind, name])).toEqual(
      expect.arrayContaining([
        ['api_key', expect.stringMatching(/^First key \(hm_test_/)],
        ['api_key', expect.stringMatching(/^Back door \(hm_test_/)],
        ['update_key', expect.stringContaining(domain)],
        ['webhook', 'https://hooks.example.com/in'],
        ['member', accomplice.name],
        ['invitation', 'thief@example.com'],
        ['domain_secondary', `8.8.8.8 for ${domain}`],
        ['identity', 'https://id.example.net (in@example.net)'],
      ]),
    );
    expect(entries).toHaveLength(8);
    for (const { kind, workspace: place } of entries) {
      expect(place?.id ?? null).toBe(kind === 'identity' ? null : workspace.id);
    }

    const chosen = entries.filter(({ name }) => !name.startsWith('First key'));
    const wanted = chosen.map(({ workspace: place, kind, id }) => ({
      workspaceId: place?.id ?? null,
      kind,
      id,
    }));
    // A key of another workspace, and a member who joined before.
    const foreign = await stranger.page.call('listApiKeys', stranger.inside);
    const others = [
      { workspaceId: stranger.workspace.id, kind: 'api_key', id: foreign.keys[0]?.id ?? '' },
      { workspaceId: workspace.id, kind: 'api_key', id: foreign.keys[0]?.id ?? '' },
      { workspaceId: workspace.id, kind: 'member', id: earlier.person.id },
      { workspaceId: workspace.id, kind: 'member', id: ada.person.id },
      { workspaceId: workspace.id, kind: 'passkey', id: chosen[0]?.id ?? '' },
      { workspaceId: null, kind: 'api_key', id: chosen[0]?.id ?? '' },
    ] as const;
    const answer = await outside.call('revokeRecentAccess', { entries: [...wanted, ...others] });
    expect(answer.revoked).toBe(7);
    const again = await outside.call('revokeRecentAccess', { entries: wanted });
    expect(again.revoked).toBe(0);
    const after = await outside.call('listRecentAccess', {});
    expect(after.entries).toMatchObject([{ name: expect.stringMatching(/^First key/) }]);
    const tried = await service.client.withKey(apiKey).request('getAccount', {});
    expectRefusal(tried, { status: 401, code: 'unauthorized' });
    expect((await workspace.client.request('listWebhooks', {})).body).toEqual({
      webhooks: [],
      cursor: null,
    });
    const { secondaries } = await workspace.client.call('listDomainSecondaries', { domain });
    expect(secondaries).toEqual([]);
    expect((await outside.call('listMembers', inside)).invitations).toEqual([]);
    const { keys } = await stranger.page.call('listApiKeys', stranger.inside);
    expect(keys.every(({ state }) => state === 'valid')).toBe(true);
    const { entries: shown } = await outside.call('listActivity', inside);
    const actions = shown.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['member.remove', 'webhook.delete']));
  });

  const mailFiles = (to: Member) => mailFilesTo(service, to.person.email);
});

/** What a row of a sign-in says that was just added. */
function ownRow({ person: { id: userId } }: Member) {
  return { userId, createdAt: Date.now(), usedAt: Date.now() };
}
