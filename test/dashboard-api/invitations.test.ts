/** Members of a workspace in the dashboard's API: invited, changed, removed, leaving. */
import { dayMs } from '@hostmaster/contract/durations';
import type { Grant } from '@hostmaster/contract/roles';
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import type { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { linkTokenIn, waitForMail } from './mail-files.ts';
import { type Member, mailsTo, member, newBrowser, password, person, signedIn } from './people.ts';

const reader = { role: 'read_only', domainNames: null } as const satisfies Grant;

const ageInvitations = query<{ by: number }>()(({ db, p }) =>
  db.updateTable('invitations').set((eb) => ({ expires_at: eb('expires_at', '-', p.by) })),
);
const agePassword = query<{ userId: string }>()(({ db, p }) =>
  db.updateTable('sessions').set({ password_at: 0 }).where('user_id', '=', p.userId),
);

let addresses = 0;
const freshAddress = () => `invited-${Date.now()}-${addresses++}@example.com`;

async function tokenOf(service: TestService, email: string, nth = 1): Promise<string> {
  return linkTokenIn(await waitForMail(service, email, nth), 'invitation');
}

async function visitor(service: TestService): Promise<DashboardClient> {
  const page = newBrowser(service);
  await page.open();
  return page;
}

describeService('an invitation', (service) => {
  const invite = async ({ page, inside }: Member, email: string, grant: Grant = reader) =>
    page.call('inviteMember', {
      ...inside,
      email,
      role: grant.role,
      domainNames: grant.domainNames === null ? null : [...grant.domainNames],
    });

  it('works for a person without an account, also where sign-up is closed', async () => {
    const ada = await member(service, { name: 'Ada' });
    const domain = await service.liveDomain(ada.workspace.client);
    const email = freshAddress();
    await invite(ada, email.toUpperCase(), { role: 'dns_editor', domainNames: [domain] });
    const token = await tokenOf(service, email);
    const page = await visitor(service);
    expect(await page.call('readInvitation', { token })).toEqual({
      state: 'sign_up',
      workspaceName: ada.workspace.name,
      inviter: 'Ada',
      role: 'dns_editor',
      email,
    });
    const missing = await page.request('acceptInvitation', { token });
    expectRefusal(missing, { status: 400, code: 'invalid_request', fields: ['name'] });
    const weak = await page.request('acceptInvitation', { token, name: 'Joan', password: 'short' });
    expect(weak.status).toBe(400);
    const joined = await page.call('acceptInvitation', { token, name: 'Joan', password });
    expect(joined.workspaceId).toBe(ada.workspace.id);
    expect(joined.session).toMatchObject({
      account: { email, name: 'Joan', isEmailVerified: true },
      workspaces: [{ id: ada.workspace.id, role: 'dns_editor', domainNames: [domain] }],
    });
    const { domains } = await page.call('listDomainEntries', ada.inside);
    expect(domains.map(({ name }) => name)).toEqual([domain]);

    const { members, invitations } = await ada.page.call('listMembers', ada.inside);
    expect(members.map((each) => [each.email, each.role, each.domainNames])).toEqual(
      expect.arrayContaining([
        [ada.person.email, 'owner', null],
        [email, 'dns_editor', [domain]],
      ]),
    );
    expect(invitations).toEqual([]);
    const { entries } = await ada.page.call('listActivity', ada.inside);
    expect(entries.slice(0, 2).map(({ actor, text }) => `${actor.label} ${text}`)).toEqual([
      `Joan joined the workspace as a DNS editor for ${domain}`,
      `Ada invited ${email} as a DNS editor for ${domain}`,
    ]);
  });

  it('works for a person with an account, who signs in with it', async () => {
    const ada = await member(service);
    const joan = await person(service, { name: 'Joan' });
    await invite(ada, joan.email);
    const token = await tokenOf(service, joan.email);
    const outside = await visitor(service);
    const { state } = await outside.call('readInvitation', { token });
    expect(state).toBe('sign_in');
    // A password that a visitor chooses is not that of the account.
    const taken = await outside.request('acceptInvitation', { token, name: 'Thief', password });
    expectRefusal(taken, { status: 401, code: 'signed_out' });
    const page = await signedIn(service, joan);
    expect((await page.call('readInvitation', { token })).state).toBe('join');
    await page.call('acceptInvitation', { token });
    expect((await page.open()).workspaces).toMatchObject([
      { id: ada.workspace.id, role: 'read_only' },
    ]);
  });

  it('tells the sender nothing about the address, and the recipient nothing that a person chose', async () => {
    const ada = await member(service, { name: 'Buy now' });
    const joan = await person(service);
    const stranger = freshAddress();
    const answers = [await invite(ada, joan.email), await invite(ada, stranger)];
    expect(answers.map((answer) => Object.keys(answer))).toEqual([['id'], ['id']]);
    const mails = [
      ...(await mailsTo(service, joan)),
      ...(await mailsTo(service, { email: stranger })),
    ];
    const texts = mails.map(({ textBody }) => textBody.replace(/invitation#\S+/g, ''));
    expect(texts).toHaveLength(2);
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toContain('Buy now');
  });

  it('invitation take-over: opened with another account, it is refused and stays open', async () => {
    const ada = await member(service);
    const joan = await person(service);
    await invite(ada, joan.email);
    const token = await tokenOf(service, joan.email);
    const thief = await member(service);
    const shown = await thief.page.call('readInvitation', { token });
    expect(shown).toMatchObject({ state: 'other_account', email: null });
    const refused = await thief.page.request('acceptInvitation', { token });
    expectRefusal(refused, { status: 403, code: 'wrong_account' });
    const page = await signedIn(service, joan);
    await page.call('acceptInvitation', { token });
    const used = await page.request('acceptInvitation', { token });
    expectRefusal(used, { status: 410, code: 'link_expired' });
  });

  it('opened twice at once makes one member and one account', async () => {
    const ada = await member(service);
    const email = freshAddress();
    await invite(ada, email);
    const token = await tokenOf(service, email);
    const pages = await Promise.all([visitor(service), visitor(service), visitor(service)]);
    const answers = await Promise.all(
      pages.map((page) => page.request('acceptInvitation', { token, name: 'Joan', password })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    // The later ones find the link used, or the account there.
    for (const status of statuses.slice(1)) expect([401, 410]).toContain(status);
    const { members } = await ada.page.call('listMembers', ada.inside);
    expect(members.filter((each) => each.email === email)).toHaveLength(1);
  });

  it('ends after seven days, when it is withdrawn, resent, or its sender may no longer invite', async () => {
    const ada = await member(service);
    const page = await visitor(service);
    const expectDead = async (token: string) => {
      const refused = await page.request('readInvitation', { token });
      expectRefusal(refused, { status: 410, code: 'link_expired' });
      const accepted = await page.request('acceptInvitation', { token, name: 'J', password });
      expectRefusal(accepted, { status: 410, code: 'link_expired' });
    };
    const email = freshAddress();
    const { id } = await invite(ada, email);
    const first = await tokenOf(service, email);
    await ada.page.call('resendInvitation', { ...ada.inside, invitationId: id });
    await waitForMail(service, email, 2);
    await expectDead(first);

    const second = await member(service, {
      workspace: ada.workspace,
      grant: { role: 'admin', domainNames: null },
    });
    const other = freshAddress();
    await invite(second, other);
    const byAdmin = await tokenOf(service, other);
    expect((await page.request('readInvitation', { token: byAdmin })).status).toBe(200);
    const demoted = { ...ada.inside, userId: second.person.id, role: 'billing' } as const;
    await ada.page.call('updateMember', demoted);
    await expectDead(byAdmin);
    const { invitations: left } = await ada.page.call('listMembers', ada.inside);
    expect(left.map((each) => each.email)).toEqual([email]);

    await ada.page.call('withdrawInvitation', { ...ada.inside, invitationId: id });
    const gone = await ada.page.request('withdrawInvitation', { ...ada.inside, invitationId: id });
    expectRefusal(gone, { status: 404, code: 'invitation_not_found' });

    const third = freshAddress();
    await invite(ada, third);
    const last = await tokenOf(service, third);
    await service.database.transaction((tx) => tx.run(ageInvitations, { by: 7 * dayMs }));
    await expectDead(last);
    expect((await ada.page.call('listMembers', ada.inside)).invitations).toEqual([]);
    // An expired one does not stand in the way.
    await invite(ada, third);
  });

  it('409: for a member, or twice for one address; 400: with a limit that the role has not', async () => {
    const ada = await member(service);
    const joan = await member(service, { workspace: ada.workspace });
    const ask = (input: object) => ada.page.request('inviteMember', { ...ada.inside, ...input });
    const again = await ask({ email: joan.person.email, role: 'admin' });
    expectRefusal(again, { status: 409, code: 'already_member' });
    const email = freshAddress();
    await invite(ada, email);
    const twice = await ask({ email, role: 'admin' });
    expectRefusal(twice, { status: 409, code: 'already_invited' });
    const foreign = await service.liveDomain((await service.workspace()).client);
    for (const [role, domainNames, field] of [
      ['admin', ['example.com'], 'domainNames'],
      ['read_only', [foreign], 'domainNames[0]'],
      ['read_only', ['not a name'], 'domainNames[0]'],
      ['read_only', [], 'domainNames'],
    ] as const) {
      const refused = await ask({ email: freshAddress(), role, domainNames });
      expectRefusal(refused, { status: 400, code: 'invalid_request', fields: [field] });
    }
  });

  it('403: an admin neither invites owners nor changes them', async () => {
    const ada = await member(service);
    const { workspace } = ada;
    const admin = await member(service, { workspace, grant: { role: 'admin', domainNames: null } });
    const { page, inside } = admin;
    const userId = ada.person.id;
    const owner = await invite(ada, freshAddress(), { role: 'owner', domainNames: null });
    const invitationId = owner.id;
    const attempts = [
      page.request('inviteMember', { ...inside, email: freshAddress(), role: 'owner' }),
      page.request('withdrawInvitation', { ...inside, invitationId }),
      page.request('resendInvitation', { ...inside, invitationId }),
      page.request('updateMember', { ...inside, userId, role: 'read_only' }),
      page.request('updateMember', { ...inside, userId: admin.person.id, role: 'owner' }),
      page.request('removeMember', { ...inside, userId, keys: 'revoke' }),
      page.request('handOverOwnership', { ...inside, userId }),
    ];
    for (const answer of await Promise.all(attempts)) {
      expectRefusal(answer, { status: 403, code: 'forbidden' });
    }
  });
});

describeService('a member', (service) => {
  it('gets another role, with effect on the next request of sessions and keys', async () => {
    const ada = await member(service);
    const joan = await member(service, { workspace: ada.workspace });
    const { apiKey } = await joan.page.call('createApiKey', { ...joan.inside, name: 'Mine' });
    const key = service.client.withKey(apiKey);
    const change = { ...ada.inside, userId: joan.person.id };
    await ada.page.call('updateMember', { ...change, role: 'dns_editor' });
    expect((await joan.page.request('getOverview', joan.inside)).status).toBe(403);
    expectRefusal(await key.send('GET', '/v1/account'), { status: 403, code: 'forbidden' });
    await ada.page.call('updateMember', { ...change, role: 'billing' });
    expect((await key.send('GET', '/v1/account')).status).toBe(200);
    const unknown = await ada.page.request('updateMember', {
      ...ada.inside,
      userId: 'usr_none',
      role: 'billing',
    });
    expectRefusal(unknown, { status: 404, code: 'member_not_found' });
    const { entries } = await ada.page.call('listActivity', ada.inside);
    expect(entries[0]?.text).toBe(`made ${joan.person.email} a billing member`);
  });

  it('of another workspace is none of this one', async () => {
    const ada = await member(service);
    const other = await member(service);
    const userId = other.person.id;
    const attempts = [
      ada.page.request('updateMember', { ...ada.inside, userId, role: 'billing' }),
      ada.page.request('removeMember', { ...ada.inside, userId, keys: 'revoke' }),
      ada.page.request('listMemberKeys', { ...ada.inside, userId }),
      ada.page.request('handOverOwnership', { ...ada.inside, userId }),
    ];
    for (const answer of await Promise.all(attempts)) {
      expectRefusal(answer, { status: 404, code: 'member_not_found' });
    }
  });

  it('is removed, and their keys are revoked or pass to the person who keeps them', async () => {
    const ada = await member(service);
    const domain = await service.liveDomain(ada.workspace.client);
    for (const keys of ['revoke', 'keep'] as const) {
      const joan = await member(service, { workspace: ada.workspace, name: 'Joan' });
      const { key, apiKey } = await joan.page.call('createApiKey', { ...joan.inside, name: keys });
      const update = await joan.page.call('createUpdateKey', { ...joan.inside, domains: [domain] });
      const place = { ...ada.inside, userId: joan.person.id };
      expect((await ada.page.call('listMemberKeys', place)).keys).toEqual([
        { kind: 'api_key', id: key.id, name: keys },
        { kind: 'update_key', id: update.key.name, name: update.key.name },
      ]);
      await ada.page.call('removeMember', { ...place, keys });
      const session = await joan.page.request('getOverview', joan.inside);
      expectRefusal(session, { status: 404, code: 'workspace_not_found' });
      const used = await service.client.withKey(apiKey).send('GET', '/v1/account');
      expect(used.status).toBe(keys === 'keep' ? 200 : 401);
      const listed = await ada.page.call('listApiKeys', ada.inside);
      expect(listed.keys.find(({ id }) => id === key.id)).toMatchObject(
        keys === 'keep'
          ? { state: 'valid', createdBy: ada.person.name }
          : { state: 'revoked', createdBy: 'Joan' },
      );
    }
  });

  it('is removed, and the webhooks and secondaries they added are deleted or pass on', async () => {
    const ada = await member(service);
    const domain = await service.liveDomain(ada.workspace.client);
    const left: unknown[] = [];
    for (const keys of ['revoke', 'keep'] as const) {
      const joan = await member(service, { workspace: ada.workspace, name: 'Joan' });
      const { apiKey } = await joan.page.call('createApiKey', { ...joan.inside, name: keys });
      const url = `https://hooks.example.com/${keys}`;
      const { webhook } = await service.client.withKey(apiKey).call('createWebhook', { url });
      const address = keys === 'keep' ? '9.9.9.9:5353' : '9.9.9.9:5354';
      const { secondary } = await joan.page.api('addDomainSecondary', {
        ...joan.inside,
        domain,
        address,
      });
      const place = { ...ada.inside, userId: joan.person.id };
      const { keys: listed } = await ada.page.call('listMemberKeys', place);
      const added = [
        { kind: 'webhook', id: webhook.id, name: url },
        { kind: 'secondary', id: secondary.id, name: `${domain} to ${address}` },
      ];
      expect(listed.slice(1)).toEqual(added);
      if (keys === 'keep') left.push(...added);
      await ada.page.call('removeMember', { ...place, keys });
      const hooks = await ada.page.api('listWebhooks', ada.inside);
      const { secondaries } = await ada.page.api('listDomainSecondaries', {
        ...ada.inside,
        domain,
      });
      expect([hooks.webhooks.length, secondaries.length]).toEqual(
        keys === 'keep' ? [1, 1] : [0, 0],
      );
    }
    const { keys: own } = await ada.page.call('listMemberKeys', {
      ...ada.inside,
      userId: ada.person.id,
    });
    expect(own.slice(1)).toEqual(left);
    const { entries } = await ada.page.call('listActivity', ada.inside);
    expect(entries.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'deleted the webhook to https://hooks.example.com/revoke',
        `removed the secondary 9.9.9.9:5354 of ${domain}`,
      ]),
    );
  });

  it('leaves, with the own keys; the last owner neither leaves nor is demoted', async () => {
    const ada = await member(service);
    const joan = await member(service, { workspace: ada.workspace });
    const { apiKey } = await joan.page.call('createApiKey', { ...joan.inside, name: 'Mine' });
    await joan.page.call('leaveWorkspace', joan.inside);
    expect((await joan.page.open()).workspaces).toEqual([]);
    expect((await service.client.withKey(apiKey).send('GET', '/v1/domains')).status).toBe(401);

    const userId = ada.person.id;
    const refused = { status: 409, code: 'last_owner' } as const;
    expectRefusal(await ada.page.request('leaveWorkspace', ada.inside), refused);
    const demoted = { ...ada.inside, userId, role: 'admin' };
    expectRefusal(await ada.page.request('updateMember', demoted), refused);
    const removed = { ...ada.inside, userId, keys: 'revoke' };
    expectRefusal(await ada.page.request('removeMember', removed), refused);
  });

  it('two owners who leave at once leave one', async () => {
    const ada = await member(service);
    const joan = await member(service, { workspace: ada.workspace });
    const answers = await Promise.all([
      ada.page.request('leaveWorkspace', ada.inside),
      joan.page.request('leaveWorkspace', joan.inside),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is handed the ownership', async () => {
    const ada = await member(service);
    const joan = await member(service, { workspace: ada.workspace, grant: reader });
    await ada.page.call('handOverOwnership', { ...ada.inside, userId: joan.person.id });
    expect((await joan.page.open()).workspaces[0]?.role).toBe('owner');
    expect((await ada.page.open()).workspaces[0]?.role).toBe('admin');
    await ada.page.call('leaveWorkspace', ada.inside);
    const { members } = await joan.page.call('listMembers', joan.inside);
    expect(members.map(({ id }) => id)).toEqual([joan.person.id]);
  });

  it('is changed only with the password of the last ten minutes', async () => {
    const ada = await member(service);
    const joan = await member(service, { workspace: ada.workspace });
    const { page, inside } = ada;
    const guest = { ...inside, email: freshAddress(), role: 'read_only' } as const;
    const { id: invitationId } = await page.call('inviteMember', guest);
    await service.database.transaction((tx) => tx.run(agePassword, { userId: ada.person.id }));
    const userId = joan.person.id;
    const attempts = () => [
      () => page.request('inviteMember', { ...inside, email: freshAddress(), role: 'read_only' }),
      () => page.request('resendInvitation', { ...inside, invitationId }),
      () => page.request('withdrawInvitation', { ...inside, invitationId }),
      () => page.request('updateMember', { ...inside, userId, role: 'admin' }),
      () => page.request('removeMember', { ...inside, userId, keys: 'keep' }),
      () => page.request('handOverOwnership', { ...inside, userId }),
      () => page.request('leaveWorkspace', inside),
    ];
    for (const attempt of attempts()) {
      expectRefusal(await attempt(), { status: 403, code: 'password_required' });
    }
    await page.call('confirmPassword', { password });
    for (const attempt of attempts().slice(0, 5)) expect((await attempt()).status).toBe(200);
  });
});

describeService(
  'members and open invitations',
  (service) => {
    it('409: are counted together, also at the same time', async () => {
      const ada = await member(service);
      const ask = () =>
        ada.page.request('inviteMember', {
          ...ada.inside,
          email: freshAddress(),
          role: 'read_only',
        });
      const answers = await Promise.all([ask(), ask(), ask(), ask()]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 200, 409, 409]);
      for (const answer of answers.filter(({ status }) => status === 409)) {
        expectRefusal(answer, { status: 409, code: 'quota_exceeded' });
      }
    });
  },
  { settings: { HOSTMASTER_MEMBERS: '3' } },
);
