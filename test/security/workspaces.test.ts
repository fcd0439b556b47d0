/** Names of workspaces against ids, and the operator's suspension. */

import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { newWorkspace } from '../../packages/server/src/workspaces/workspaces.ts';
import { browser, member, setUpToken } from '../dashboard-api/people.ts';
import { createKey, update } from '../dns-update/updater.ts';

/** As 0.1.0 allowed it. */
const rename = query<{ id: string; name: string }>()(({ db, p }) =>
  db.updateTable('workspaces').set({ name: p.name }).where('id', '=', p.id),
);

beforeAll(() => requireDnsPeers());

describeService('workspaces', (service) => {
  const command = (...args: string[]) => runCommand(service.place, ...args);

  it('hole 8: 400: no name looks like a workspace’s id', async () => {
    const { page, inside } = await member(service);
    const victim = await member(service);
    for (const name of [victim.workspace.id, victim.workspace.id.toUpperCase(), 'ws_', ' ws_x']) {
      for (const answer of [
        await page.request('renameWorkspace', { ...inside, name }),
        await page.request('createWorkspace', { name }),
      ]) {
        expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['name'] });
      }
    }
    const visitor = browser(service);
    await visitor.open();
    const owner = { token: await setUpToken(service), name: 'A', email: 'a@b.example' };
    const setUp = { ...owner, password: 'quite a long sentence', workspaceName: 'ws_x' };
    const answer = await visitor.request('setUpOwner', setUp);
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['workspaceName'] });
  });

  it('hole 8: a name of 0.1.0 that is another’s id neither locks that one out nor misdirects commands', async () => {
    // Two, and older than the victim's: a lookup by id or name that reads two rows misses the victim.
    const attackers = [await service.workspace(), await service.workspace()];
    const victim = await member(service);
    const { id } = victim.workspace;
    await service.database.transaction(async (tx) => {
      for (const attacker of attackers) await tx.run(rename, { id: attacker.id, name: id });
    });
    expect((await victim.page.call('getWorkspace', victim.inside)).workspace.id).toBe(id);
    const add = ['credits', 'add', '--amount', '1', '--reason', 'x', '--json', '--workspace'];
    const answer = await command(...add, id);
    expect(JSON.parse(answer.stdout)).toMatchObject({ workspace: { id } });
    const missing = await command(...add, 'ws_missing');
    expect(missing).toMatchObject({ code: 2, stdout: '' });
  });

  it('hole 8: an ambiguous name is refused with its candidates', async () => {
    const name = 'Twice';
    const make = (email: string | null) =>
      persistDecided(
        service.database,
        newWorkspace({ name, email, creditCents: 0, at: Date.now() }),
      );
    const [one, two] = [await make('one@example.com'), await make(null)];
    const { code, stderr } = await command('key', 'list', '--workspace', name);
    expect(code).toBe(2);
    expect(stderr).toContain(`${one.id} (one@example.com), ${two.id} (no email)`);
  });

  it('a suspended one refuses keys, sessions and TSIG keys, and keeps its domains', async () => {
    const { page, inside, workspace } = await member(service);
    const { client } = workspace;
    const domain = await service.liveDomain(client);
    const key = await createKey(service, workspace, { domain });
    const addRecord = () =>
      update('nsupdate', { port: service.dnsPort, zone: domain, key }, [
        `update add www.${domain}. 300 A 192.0.2.1`,
      ]);
    const suspended = await command(
      ...['workspace', 'suspend', '--workspace', workspace.id, '--reason', 'Spam'],
    );
    expect(suspended).toMatchObject({ code: 0 });
    expectRefusal(await client.send('GET', '/v1/account'), {
      status: 403,
      code: 'workspace_suspended',
    });
    const wrong = await service.client.withKey('hm_test_wrong').send('GET', '/v1/account');
    expectRefusal(wrong, { status: 401, code: 'unauthorized' });
    for (const answer of [
      await page.request('getWorkspace', inside),
      await page.requestApi('listDomains', inside),
    ]) {
      expectRefusal(answer, { status: 403, code: 'workspace_suspended' });
    }
    expect((await page.open()).workspaces).toMatchObject([{ isSuspended: true }]);
    expect(await addRecord()).toBe('BADKEY');
    const listed = await command('workspace', 'list');
    expect(listed.stdout).toMatch(new RegExp(`${workspace.id} .* suspended\\n`));
    const again = await command('workspace', 'suspend', '--workspace', workspace.id);
    expect(again.stdout).toContain('is already suspended');

    await command('workspace', 'resume', '--workspace', workspace.id);
    expect((await client.call('listDomains', {})).domains).toHaveLength(1);
    expect(await addRecord()).toBe('NOERROR');
    const { entries } = await page.call('listActivity', inside);
    expect(entries.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['suspended the workspace: Spam', 'resumed the workspace']),
    );
  });
});
