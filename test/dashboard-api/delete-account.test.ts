/** A person deletes their account: nothing leads to them any more, and what law requires is kept. */
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { changeMembership } from '../../packages/server/src/operations/people/change-membership.ts';
import { eraseDeletedPeople } from '../../packages/server/src/operations/people/erase-people.ts';
import { users } from '../../packages/server/src/storage/tables/people/users.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { browser, type Member, mailsTo, member, password } from './people.ts';
import { withTotp } from './second-factors.ts';

const listRowsOf = query<{ userId: string }>()(({ db, p }) =>
  (
    [
      'sessions',
      'devices',
      'identities',
      'passkeys',
      'totp_secrets',
      'recovery_codes',
      'recoveries',
      'link_tokens',
      'command_line_logins',
      'members',
    ] as const
  )
    .map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.val(table).as('table'))
        .where('user_id', '=', p.userId),
    )
    .reduce((all, one) => all.unionAll(one)),
);

const findPerson = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('users').select(users.select('id')).where('id', '=', p.id),
);

const countKeysBy = query<{ userId: string }>()(({ db, p }) =>
  db.selectFrom('api_keys').select('id').where('created_by', '=', p.userId),
);

describeService('Deleting an account', (service) => {
  const remove = ({ page, person }: Member) =>
    page.request('deleteAccount', { confirm: person.email });
  const verify = async (workspaceId: string) => {
    const of = ['--workspace', workspaceId, '--json'];
    return JSON.parse((await runCommand(service.place, 'activity', 'verify', ...of)).stdout);
  };

  it('removes all rows of the person, ends their keys and erases their address', async () => {
    const boss = await member(service, { name: 'Boss' });
    const ada = await member(service, { name: 'Ada', workspace: boss.workspace });
    await withTotp(ada.page);
    const { apiKey } = await ada.page.call('createApiKey', { ...ada.inside, name: 'Deploy' });
    await ada.page.api('createWebhook', { ...ada.inside, url: 'https://hooks.example.com/in' });
    const guest = { ...ada.inside, email: 'guest@example.com', role: 'read_only' } as const;
    await ada.page.call('inviteMember', guest);
    const { email, id: userId } = ada.person;
    await boss.page.call('updateMember', { ...boss.inside, userId, role: 'admin' });

    const gone = await ada.page.request('deleteAccount', { confirm: email.toUpperCase() });
    expect(gone.status).toBe(200);
    expect(gone.body).toMatchObject({ account: null, workspaces: [] });
    expectRefusal(await ada.page.request('listSessions', {}), { status: 401, code: 'signed_out' });
    expect(await service.database.all(findPerson, { id: userId })).toEqual([]);
    expect(await service.database.all(listRowsOf, { userId })).toEqual([]);
    expect(await service.database.all(countKeysBy, { userId })).toEqual([]);
    const tried = await service.client.withKey(apiKey).request('listDomains', {});
    expectRefusal(tried, { status: 401, code: 'unauthorized' });
    const stranger = browser(service);
    await stranger.open();
    const wrong = { status: 401, code: 'wrong_credentials' } as const;
    expectRefusal(await stranger.request('signIn', { email, password }), wrong);
    expect((await mailsTo(service, ada.person)).map(({ subject }) => subject)).toEqual([
      'Your account was deleted',
    ]);
    const { members, invitations } = await boss.page.call('listMembers', boss.inside);
    expect(members.map(({ id }) => id)).toEqual([boss.person.id]);
    expect(invitations).toEqual([]);
    const { webhooks } = await boss.workspace.client.call('listWebhooks', {});
    expect(webhooks).toHaveLength(1);

    const before = await boss.page.call('listActivity', boss.inside);
    expect(before.entries[0]).toMatchObject({
      action: 'account.delete',
      text: 'deleted their account',
      actor: { label: 'A former member' },
      origin: { proof: 'totp' },
    });
    expect(await eraseDeletedPeople(service.database)).toBeGreaterThan(0);
    expect(await eraseDeletedPeople(service.database)).toBe(0);
    const lines = await boss.page.request('exportActivityLines', boss.inside);
    expect(lines.text).not.toContain(email);
    // What the person did is still there.
    expect(lines.text).toContain('https://hooks.example.com/in');
    expect(await verify(boss.workspace.id)).toMatchObject({ ok: true, problems: [] });
  });

  it('takes a workspace with it that no one else is in, and keeps its ledger', async () => {
    const ada = await member(service, { credits: '0' });
    expect((await remove(ada)).status).toBe(200);
    const listed = await runCommand(service.place, 'workspace', 'list', '--json');
    const { workspaces } = JSON.parse(listed.stdout) as { workspaces: { id: string }[] };
    expect(workspaces.find(({ id }) => id === ada.workspace.id)).toMatchObject({
      deletedAt: expect.any(String),
    });
    expect(await verify(ada.workspace.id)).toMatchObject({ ok: true });
  });

  it('ends keys in a workspace that the person left, which kept them', async () => {
    const boss = await member(service);
    const ada = await member(service, { workspace: boss.workspace });
    const { apiKey } = await ada.page.call('createApiKey', { ...ada.inside, name: 'Old' });
    const now = Date.now();
    const call = {
      ...{ actor: operatorActor(boss.workspace.id), now, machineNow: now },
      limits: service.config.limits,
    };
    const left = { user: ada.person, grant: null, isRevokingKeys: false };
    // As a version before did: the key stays with a person who is no member.
    const work = changeMembership(call, left);
    await persist(service.database, {
      ...work,
      decide: (loaded) => work.decide({ ...loaded, keys: { apiKeys: [], updateKeys: [] } }),
    });
    const key = service.client.withKey(apiKey);
    const before = await key.request('listDomains', {});
    expect(before.status).not.toBe(200);
    expect((await remove(ada)).status).toBe(200);
    expectRefusal(await key.request('listDomains', {}), { status: 401, code: 'unauthorized' });
  });

  it('400: another address was typed', async () => {
    const ada = await member(service);
    const answer = await ada.page.request('deleteAccount', { confirm: 'someone@example.com' });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['confirm'] });
  });

  it('403: the password was entered more than ten minutes ago', async () => {
    const ada = await member(service);
    await service.database.transaction((tx) => tx.run(forgetPassword, { userId: ada.person.id }));
    expectRefusal(await remove(ada), { status: 403, code: 'password_required' });
  });

  it('409: the last owner of a workspace with others, and nothing is changed', async () => {
    const ada = await member(service);
    const second = await service.workspace();
    const joan = await member(service, {
      workspace: ada.workspace,
      grant: { role: 'admin', domainNames: null },
    });
    const refused = await remove(ada);
    expectRefusal(refused, { status: 409, code: 'last_owner' });
    expect((refused.body as { error: string }).error).toContain(
      `${ada.workspace.name} would have no owner. Make another member an owner`,
    );
    const { members } = await joan.page.call('listMembers', joan.inside);
    expect(members).toHaveLength(2);
    expect(second.id).not.toBe(ada.workspace.id);
  });

  it('409: a workspace of their own has a domain', async () => {
    const ada = await member(service);
    const domain = await service.liveDomain(ada.workspace.client);
    const refused = await remove(ada);
    expectRefusal(refused, { status: 409, code: 'workspace_in_use' });
    expect((refused.body as { error: string }).error).toContain(domain);
    expect((await ada.page.open()).workspaces).toHaveLength(1);
  });

  it('one of two owners who delete their accounts at once stays', async () => {
    const ada = await member(service);
    const joan = await member(service, { workspace: ada.workspace });
    const keep = await service.liveDomain(ada.workspace.client);
    const answers = await Promise.all([remove(ada), remove(joan)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await ada.workspace.client.call('getDomain', { domain: keep })).domain).toBeDefined();
  });

  it('is done by an operator, with the reason in the activity', async () => {
    const boss = await member(service);
    const ada = await member(service, { workspace: boss.workspace });
    const { email } = ada.person;
    const run = (...args: readonly string[]) =>
      runCommand(service.place, 'user', 'delete', ...args);
    const done = await run(email, '--reason', 'Asked by mail', '--json');
    expect(JSON.parse(done.stdout)).toEqual({ user: { email }, deleted: true });
    expect((await ada.page.open()).account).toBeNull();
    const { entries } = await boss.page.call('listActivity', boss.inside);
    expect(entries[0]).toMatchObject({
      action: 'account.delete',
      text: 'deleted the account of a member: Asked by mail',
      actor: { kind: 'operator' },
    });
    for (const args of [[email, '--reason', 'x'], [boss.person.email], [email, '--reason', ' ']]) {
      expect((await run(...args)).code).toBe(2);
    }
    const last = await run(boss.person.email, '--reason', 'Asked by mail');
    expect(last.code).not.toBe(0);
    expect(last.stderr).toContain("can't be deleted yet");
  });
});

const forgetPassword = query<{ userId: string }>()(({ db, p }) =>
  db.updateTable('sessions').set({ password_at: 0 }).where('user_id', '=', p.userId),
);
