import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member, person, signedIn } from './people.ts';

describeService('members of a workspace', (service) => {
  const change = (verb: 'add' | 'remove', workspaceId: string, email: string) =>
    runCommand(service.place, 'member', verb, '--workspace', workspaceId, '--email', email);

  it('are added and removed by command, with effect on the next request', async () => {
    const { workspace, page, inside } = await member(service);
    const colleague = await person(service, { name: 'Joan' });
    const theirs = await signedIn(service, colleague);
    const ask = () => theirs.request('getWorkspace', inside);
    expectRefusal(await ask(), { status: 404, code: 'workspace_not_found' });

    const added = await change('add', workspace.id, colleague.email.toUpperCase());
    expect(added).toMatchObject({ code: 0, stdout: `Added ${colleague.email}.\n` });
    expect((await ask()).status).toBe(200);
    const again = await change('add', workspace.id, colleague.email);
    expect(again.stdout).toBe(`${colleague.email} is already a member.\n`);
    expect((await theirs.open()).workspaces.map(({ id }) => id)).toEqual([workspace.id]);

    const removed = await change('remove', workspace.id, colleague.email);
    expect(removed.stdout).toBe(`Removed ${colleague.email}.\n`);
    expectRefusal(await ask(), { status: 404, code: 'workspace_not_found' });
    const { entries } = await page.call('listActivity', inside);
    expect(entries.slice(0, 2).map(({ actor, text }) => `${actor.label} ${text}`)).toEqual([
      `The operator removed ${colleague.email} from the workspace`,
      `The operator added ${colleague.email} as an owner`,
    ]);
  });

  it('hole 12: removing one offers to revoke the keys they created, and does so', async () => {
    const { workspace, inside } = await member(service);
    const colleague = await person(service);
    await change('add', workspace.id, colleague.email);
    const theirs = await signedIn(service, colleague);
    const { key, apiKey } = await theirs.call('createApiKey', { ...inside, name: 'Back door' });
    const domain = await service.liveDomain(workspace.client);
    const update = await theirs.call('createUpdateKey', { ...inside, domains: [domain] });
    const used = () => service.client.withKey(apiKey).send('GET', '/v1/account');

    const removed = await change('remove', workspace.id, colleague.email);
    expect(removed.stdout).toBe(
      `Removed ${colleague.email}.\nThe keys they created still work: Back door (${key.id}), ${update.key.name}. They no longer depend on a person; key revoke and tsig revoke end them.\n`,
    );
    expect((await used()).status).toBe(200);
    await change('add', workspace.id, colleague.email);
    const again = await theirs.call('createApiKey', { ...inside, name: 'Second door' });
    const revoked = await runCommand(
      service.place,
      ...['member', 'remove', '--workspace', workspace.id, '--email', colleague.email],
      ...['--revoke-keys', '--json'],
    );
    expect(JSON.parse(revoked.stdout)).toEqual({
      member: { email: colleague.email, isMember: false },
      keysRevoked: 1,
      keysLeft: 0,
    });
    const second = await service.client.withKey(again.apiKey).send('GET', '/v1/account');
    expectRefusal(second, { status: 401, code: 'unauthorized' });
    expect((await used()).status).toBe(200);
    expect((await workspace.client.send('GET', '/v1/account')).status).toBe(200);
  });

  it('have a role and a limit to domains, which the command sets and changes', async () => {
    const { workspace, inside } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    const colleague = await person(service, { name: 'Joan' });
    const place = ['--workspace', workspace.id, '--email', colleague.email];
    const add = (...more: string[]) =>
      runCommand(service.place, 'member', 'add', ...place, ...more);
    const added = await add('--role', 'dns_editor', '--domains', domain.toUpperCase());
    expect(added.stdout).toBe(`Added ${colleague.email} as DNS editor for ${domain}.\n`);
    const theirs = await signedIn(service, colleague);
    const { workspaces } = await theirs.open();
    expect(workspaces).toMatchObject([{ role: 'dns_editor', domainNames: [domain] }]);
    const refused = await theirs.request('getOverview', inside);
    expectRefusal(refused, { status: 403, code: 'forbidden' });

    // Without a role, a member stays what they are.
    expect((await add()).stdout).toBe(`${colleague.email} is already a member.\n`);
    expect((await add('--role', 'billing')).code).toBe(0);
    expect((await theirs.request('getOverview', inside)).status).toBe(200);
    const listed = await runCommand(
      service.place,
      ...['member', 'list', '--workspace', workspace.id, '--json'],
    );
    const { members } = JSON.parse(listed.stdout) as { members: { email: string }[] };
    expect(members).toContainEqual({
      id: colleague.id,
      name: 'Joan',
      email: colleague.email,
      role: 'billing',
      domainNames: null,
    });

    for (const wrong of [
      ['--role', 'king'],
      ['--role', 'owner', '--domains', domain],
      ['--role', 'dns_editor', '--domains', 'not a name'],
      ['--domains', domain],
    ]) {
      expect((await add(...wrong)).code, wrong.join(' ')).toBe(2);
    }
  });

  it('must have an account', async () => {
    const { workspace } = await member(service);
    const refused = await change('add', workspace.id, 'nobody@example.com');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('No account for nobody@example.com');
  });
});
