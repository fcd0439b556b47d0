import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member, person, signedIn } from './people.ts';

describeService('members of a workspace', (service) => {
  const change = (verb: 'add' | 'remove', workspaceId: string, email: string) =>
    runCommand(service.place, 'member', verb, '--workspace', workspaceId, '--email', email);

  it('come and go by command, with effect on the next request', async () => {
    const { workspace, page, inside } = await member(service);
    const colleague = await person(service, { name: 'Joan' });
    const theirs = await signedIn(service, colleague);
    const ask = () => theirs.request('getWorkspace', inside);
    expectRefusal(await ask(), { status: 404, code: 'workspace_not_found' });

    const added = await change('add', workspace.id, colleague.email.toUpperCase());
    expect(added).toMatchObject({ code: 0, stdout: `${colleague.email} is a member now.\n` });
    expect((await ask()).status).toBe(200);
    const again = await change('add', workspace.id, colleague.email);
    expect(again.stdout).toBe(`${colleague.email} was a member before.\n`);
    expect((await theirs.open()).workspaces.map(({ id }) => id)).toEqual([workspace.id]);

    const removed = await change('remove', workspace.id, colleague.email);
    expect(removed.stdout).toBe(`${colleague.email} is no longer a member.\n`);
    expectRefusal(await ask(), { status: 404, code: 'workspace_not_found' });
    const { entries } = await page.call('listActivity', inside);
    expect(entries.slice(0, 2).map(({ actor, text }) => `${actor.label} ${text}`)).toEqual([
      `The operator ended the membership of ${colleague.email}`,
      `The operator made ${colleague.email} a member`,
    ]);
  });

  it('must have an account', async () => {
    const { workspace } = await member(service);
    const refused = await change('add', workspace.id, 'nobody@example.com');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('There is no account nobody@example.com');
  });
});
