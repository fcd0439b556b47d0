import { requiredContact } from '@hostmaster/test-rig/contact';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { mailTo } from '../../packages/server/src/notices/new-mail.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { workspaces } from '../../packages/server/src/storage/tables/workspaces/workspaces.ts';
import { linkTokenIn, waitForMail } from './mail-files.ts';
import { type Member, member, password } from './people.ts';

const notice = {
  kind: 'expiry-notice' as const,
  subject: 'loom.com expires in 7 days',
  paragraphs: ['loom.com expires soon.'],
  action: { label: 'Renew now', url: 'http://127.0.0.1/dashboard' },
};

async function subjects({ page, inside }: Member): Promise<string[]> {
  const { mails } = await page.call('listMails', inside);
  return mails.map(({ subject }) => subject);
}

describeService("the sandbox's mailbox", (service) => {
  it('shows mail to the person and to the workspace, and to no other', async () => {
    const ada = await member(service);
    const colleague = await member(service, { workspace: ada.workspace });
    const stranger = await member(service);
    expect((await ada.page.open()).service.hasMailbox).toBe(true);
    await ada.page.call('requestPasswordReset', { email: ada.person.email });
    const { id } = ada.workspace;
    const recipient = 'office@example.com';
    const mail = { ...notice, onceKey: `mailbox ${id}` };
    await persistChange(service.database, {
      rows: [update(workspaces, { id }, { email: recipient })],
      mails: [mailTo({ workspaceId: id, recipient, at: Date.now(), notice: mail })],
    });
    await service.settled();
    await until('both mails are there', async () => (await subjects(ada)).length === 2);
    expect(await subjects(ada)).toEqual([notice.subject, 'Reset your password']);
    expect(await subjects(colleague)).toEqual([notice.subject]);
    expect(await subjects(stranger)).toEqual([]);
    const { mails } = await ada.page.call('listMails', ada.inside);
    expect(mails[1]).toMatchObject({
      to: ada.person.email,
      text: expect.stringMatching(/\/dashboard\/reset#[\w-]{43}/),
    });
  });

  it('shows of mail to an unconfirmed address only the one that confirms it', async () => {
    const ada = await member(service);
    const grace = await member(service);
    await grace.page.call('requestPasswordReset', { email: grace.person.email });
    await ada.page.call('updateAccount', {
      email: grace.person.email,
      currentPassword: password,
    });
    expect(await subjects(ada)).toEqual([]);
    const email = `new-${ada.person.email}`;
    await ada.page.call('updateAccount', { email, currentPassword: password });
    await until('the mail is there', async () => (await subjects(ada)).length === 1);
    expect(await subjects(ada)).toEqual(['Confirm your email address']);
  });

  it('hole 9: shows mail that others caused to an address to none who took the address', async () => {
    const eve = await member(service);
    const victim = await member(service);
    const email = `victim-${victim.person.email}`;
    await eve.page.call('updateAccount', { email, currentPassword: password });
    const token = linkTokenIn(await waitForMail(service, email), 'verify');
    await eve.page.call('verifyEmail', { token });
    const { account } = await eve.page.open();
    expect(account).toMatchObject({ email, isEmailVerified: true });
    await service.settled();
    const own = await subjects(eve);

    // Mail of others to the address: an address for notices, and a new owner.
    await victim.page.call('renameWorkspace', { ...victim.inside, email });
    const { client } = victim.workspace;
    const domain = await service.liveDomain(client);
    await service.untilNoJobs(domain);
    await client.call('replaceContact', { domain, contact: { ...requiredContact, email } });
    await service.untilNoJobs(domain);
    await service.settled();
    expect(await subjects(eve)).toEqual(own);
    // The confirmation has proven the address for the account, not for a workspace of others.
    const { workspace } = await victim.page.call('getWorkspace', victim.inside);
    expect(workspace).toMatchObject({ email: null, pendingEmail: email });
    expect(await subjects(victim)).toContain('Confirm this address for domain notices');
    expect(await subjects(victim)).toContain(`The owner details of ${domain} were changed`);
  });
});

describeService(
  'with a mail server',
  (service) => {
    it('the dashboard shows no mail', async () => {
      const ada = await member(service);
      expect((await ada.page.open()).service.hasMailbox).toBe(false);
      await ada.page.call('requestPasswordReset', { email: ada.person.email });
      expect(await subjects(ada)).toEqual([]);
    });
  },
  { settings: { SMTP_URL: 'smtp://127.0.0.1:9' } },
);
