/** Keys outlive a stolen session: they need the password, and each is reported by mail. */
import { minuteMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { waitForMail } from '../dashboard-api/mail-files.ts';
import { browser, mailsTo, member, newBrowser, password, person } from '../dashboard-api/people.ts';

const agePassword = query<{ userId: string; at: number | null }>()(({ db, p }) =>
  db.updateTable('sessions').set({ password_at: p.at }).where('user_id', '=', p.userId),
);

const setEmail = query<{ id: string; email: string }>()(({ db, p }) =>
  db.updateTable('workspaces').set({ email: p.email }).where('id', '=', p.id),
);

describeService('new keys and devices', (service) => {
  it.each([10 * minuteMs, null])(
    'hole 12: 403: keys need the password, entered less than ten minutes ago (%s)',
    async (ageMs) => {
      const { page, inside, workspace, person: owner } = await member(service);
      const domain = await service.liveDomain(workspace.client);
      // Null is a session of 0.1.0.
      const at = ageMs === null ? null : Date.now() - ageMs;
      await service.database.transaction((tx) => tx.run(agePassword, { userId: owner.id, at }));
      const create = () => page.request('createApiKey', { ...inside, name: 'Back door' });
      const createUpdate = () => page.request('createUpdateKey', { ...inside, domains: [domain] });
      for (const answer of [await create(), await createUpdate()]) {
        expectRefusal(answer, { status: 403, code: 'password_required' });
      }
      expect((await page.call('listApiKeys', inside)).keys).toHaveLength(1);
      const wrong = await page.request('confirmPassword', { password: 'wrong' });
      expectRefusal(wrong, { status: 401, code: 'wrong_credentials' });
      expectRefusal(await create(), { status: 403, code: 'password_required' });

      await page.call('confirmPassword', { password });
      expect([(await create()).status, (await createUpdate()).status]).toEqual([200, 200]);
    },
  );

  it('403: the transfer lock and auth codes need the password too; reading the lock does not', async () => {
    const { page, inside, workspace, person: owner } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    const at = Date.now() - 10 * minuteMs;
    await service.database.transaction((tx) => tx.run(agePassword, { userId: owner.id, at }));
    const lock = () => page.requestApi('updateTransferLock', { ...inside, domain, locked: true });
    const issue = () => page.requestApi('issueAuthCode', { ...inside, domain });
    for (const answer of [await lock(), await issue()]) {
      expectRefusal(answer, { status: 403, code: 'password_required' });
    }
    expect((await page.requestApi('getTransferLock', { ...inside, domain })).status).toBe(200);
    await page.call('confirmPassword', { password });
    expect((await lock()).status).toBe(200);
    expectRefusal(await issue(), { status: 409, code: 'transfer_locked' });
    const { key } = await page.call('createApiKey', {
      ...inside,
      name: 'Movers',
      scope: 'transfer',
    });
    expect(key.scope).toBe('transfer');
  });

  it('hole 12: each new key is reported to the workspace’s address and to its creator', async () => {
    const { page, inside, workspace, person: creator } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    const email = 'owners@example.com';
    await service.database.transaction((tx) => tx.run(setEmail, { id: workspace.id, email }));
    const { key, apiKey } = await page.call('createApiKey', { ...inside, name: 'Deployment' });
    const update = await page.call('createUpdateKey', { ...inside, domains: [domain] });
    for (const recipient of [email, creator.email]) {
      const api = await waitForMail(service, recipient, 1);
      expect(api.subject).toBe('A new API token was created');
      expect(api.text).toContain(`Deployment (${key.prefix}`);
      expect(api.text).not.toContain(apiKey);
      const dns = await waitForMail(service, recipient, 2);
      expect(dns.subject).toContain(domain);
      expect(dns.text).toContain(update.key.name.slice(0, 20));
      expect(dns.text).not.toContain(update.secret);
    }
    await page.call('renameWorkspace', { ...inside, email: creator.email });
    await page.call('createApiKey', { ...inside, name: 'Another' });
    const own = await mailsTo(service, creator);
    expect(own.filter(({ kind }) => kind === 'api-key-created')).toHaveLength(2);
  });

  it('hole 12: a sign-in from a new device is reported once, and a known one is not', async () => {
    const someone = await person(service);
    const page = newBrowser(service);
    await page.open();
    await page.call('signIn', { email: someone.email, password });
    const mail = await waitForMail(service, someone.email);
    expect(mail.subject).toBe('New sign-in to your account');
    expect(mail.text).toContain('127.0.0.1');
    await page.call('signOut', {});
    await page.call('signIn', { email: someone.email, password });

    // A device is known per person: another account on it is new again.
    const other = await person(service);
    await page.call('signOut', {});
    await page.call('signIn', { email: other.email, password });
    await waitForMail(service, other.email);
    const known = browser(service);
    await known.open();
    await known.call('signIn', { email: someone.email, password });
    expect(await mailsTo(service, someone)).toHaveLength(1);
  });
});
