/** An owner deletes a workspace: refused while domains or credits bind it; afterwards no way leads in. */
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persist, persistChange } from '../../packages/server/src/changes/persist.ts';
import { deleteWorkspace } from '../../packages/server/src/operations/workspaces/delete-workspace.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { workspaces } from '../../packages/server/src/storage/tables/workspaces/workspaces.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { type Member, mailsTo, member } from './people.ts';

const listLeft = query<{ workspaceId: string }>()(({ db, p }) =>
  (['members', 'webhooks', 'saved_contacts', 'invitations'] as const)
    .map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.val(table).as('table'))
        .where('workspace_id', '=', p.workspaceId),
    )
    .reduce((all, one) => all.unionAll(one)),
);

describeService('Deleting a workspace', (service, engine) => {
  const empty = () => member(service, { credits: '0' });
  const confirmed = ({ inside, workspace }: Member) => ({ ...inside, confirm: workspace.name });

  it('takes it from members and keys at once, and keeps ledger and activity', async () => {
    const ada = await empty();
    const joan = await member(service, { workspace: ada.workspace });
    await ada.page.call('createContact', { ...ada.inside, label: 'Us', contact: requiredContact });
    await ada.page.api('createWebhook', { ...ada.inside, url: 'https://hooks.example.com/in' });
    const invited = { ...ada.inside, email: 'guest@example.com', role: 'read_only' } as const;
    await ada.page.call('inviteMember', invited);
    const { apiKey } = await ada.page.call('createApiKey', { ...ada.inside, name: 'Deploy' });
    await persistChange(service.database, {
      rows: [updateAll(workspaces, { id: ada.workspace.id }, { email: 'office@example.com' })],
    });
    await ada.page.call('deleteWorkspace', confirmed(ada));

    for (const { page, inside } of [ada, joan]) {
      const gone = { status: 404, code: 'workspace_not_found' } as const;
      expectRefusal(await page.request('listMembers', inside), gone);
      expect((await page.open()).workspaces).toEqual([]);
    }
    for (const key of [apiKey, ada.workspace.apiKey]) {
      const tried = await service.client.withKey(key).request('getAccount', {});
      expectRefusal(tried, { status: 401, code: 'unauthorized' });
    }
    const left = await service.database.all(listLeft, { workspaceId: ada.workspace.id });
    expect(left).toEqual([]);
    const [mail] = await mailsTo(service, { email: 'office@example.com' });
    expect(mail?.subject).toBe('A workspace was deleted');

    const of = ['--workspace', ada.workspace.id];
    const shown = await runCommand(service.place, 'activity', ...of, '--json');
    const { activity } = JSON.parse(shown.stdout) as { activity: { action: string }[] };
    expect(activity.map(({ action }) => action)).toContain('workspace.delete');
    const proof = await runCommand(service.place, 'activity', 'verify', ...of, '--json');
    expect(JSON.parse(proof.stdout)).toMatchObject({ ok: true });
    const listed = await runCommand(service.place, 'workspace', 'list', '--json');
    const known = JSON.parse(listed.stdout) as { workspaces: { id: string }[] };
    expect(known.workspaces.find(({ id }) => id === ada.workspace.id)).toMatchObject({
      name: ada.workspace.name,
      deletedAt: expect.any(String),
    });
    const again = await runCommand(service.place, 'key', 'create', ...of, '--name', 'Back door');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('was deleted');
  });

  it('400: another name was typed', async () => {
    const ada = await empty();
    const answer = await ada.page.request('deleteWorkspace', { ...ada.inside, confirm: 'Another' });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['confirm'] });
    expect((await ada.page.open()).workspaces).toHaveLength(1);
  });

  it('409: it has domains or credits, and the message says what to do about each', async () => {
    const ada = await member(service, { credits: '100' });
    const domain = await service.liveDomain(ada.workspace.client);
    const refused = await ada.page.request('deleteWorkspace', confirmed(ada));
    expectRefusal(refused, { status: 409, code: 'workspace_in_use' });
    const { error } = refused.body as { error: string };
    expect(error).toContain(`such as ${domain}: transfer them to another registrar`);
    expect(error).toMatch(/It has [\d.,]+ credits: ask the operator/);
    expect((await ada.page.open()).workspaces).toHaveLength(1);
  });

  it('409: a payment is open', async () => {
    const ada = await empty();
    await ada.page.call('createTopUp', { ...ada.inside, credits: 10 });
    const refused = await ada.page.request('deleteWorkspace', confirmed(ada));
    expectRefusal(refused, { status: 409, code: 'workspace_in_use' });
    expect((refused.body as { error: string }).error).toContain('A payment is open');
  });

  // SQLite reads within its only writer, so that nothing comes between.
  if (engine.name === 'postgres') {
    it('is decided again when credits come between its reads and its write', async () => {
      const { workspace } = await member(service, { credits: '5' });
      const now = Date.now();
      const actor = operatorActor(workspace.id);
      const call = { actor, at: now, machineNow: now, links: service.config };
      const work = deleteWorkspace(call, { reason: 'Moved' });
      let loads = 0;
      const deletion = persist(service.database, {
        ...work,
        async load(reader) {
          const found = await work.load(reader);
          loads += 1;
          return loads === 1 ? { ...found, balanceCents: 0 } : found;
        },
      });
      await expect(deletion).rejects.toMatchObject({ code: 'workspace_in_use' });
      expect(loads).toBe(2);
      expect((await workspace.client.call('getAccount', {})).credits.balance).toBe(5);
    });
  }
});
