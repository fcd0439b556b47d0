import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { linkTokenIn, waitForMail } from './mail-files.ts';
import { browser, mailsTo, member, password, person } from './people.ts';

const ageLinks = query<{ now: number }>()(({ db, p }) =>
  db.updateTable('link_tokens').set({ expires_at: p.now }),
);

describeService('signing up where it is closed', (service) => {
  it('403: no account is created, and the session says that sign-up is closed', async () => {
    const page = browser(service);
    expect((await page.open()).service.isSignUpOpen).toBe(false);
    const answer = await page.request('signUp', { email: 'a@example.com' });
    expectRefusal(answer, { status: 403, code: 'sign_up_closed' });
  });
});

describeService(
  'signing up',
  (service) => {
    const chosen = { name: 'Joan Clarke', password };

    it('200: nothing exists before the link; with it the account gets name, password and workspace', async () => {
      const email = 'joan@example.com';
      const page = browser(service);
      await page.open();
      await page.call('signUp', { email });
      expect((await page.open()).account).toBeNull();
      const early = await page.request('signIn', { email, password });
      expectRefusal(early, { status: 401, code: 'wrong_credentials' });

      const token = linkTokenIn(await waitForMail(service, email), 'complete-sign-up');
      const elsewhere = browser(service);
      await elsewhere.open();
      const complete = { token, ...chosen, workspaceName: 'Hut 8' };
      const weak = await elsewhere.request('completeSignUp', { ...complete, password: email });
      expectRefusal(weak, { status: 400, code: 'invalid_request', fields: ['password'] });
      const session = await elsewhere.call('completeSignUp', complete);
      expect(session).toMatchObject({
        account: { name: chosen.name, email, isEmailVerified: true },
        workspaces: [{ name: 'Hut 8', isSuspended: false }],
      });
      const inside = { workspaceId: session.workspaces[0]?.id ?? '' };
      const { workspace } = await elsewhere.call('getWorkspace', inside);
      expect(workspace).toMatchObject({ email, pendingEmail: null });
      const used = await page.request('completeSignUp', complete);
      expectRefusal(used, { status: 410, code: 'link_expired' });
      expect((await page.call('signIn', { email, password })).account?.email).toBe(email);
      expect(await mailsTo(service, { email })).toHaveLength(1);
    });

    it('200: an address with an account gets the same answer, and its owner a mail', async () => {
      const someone = await person(service);
      const page = browser(service);
      await page.open();
      const again = await page.request('signUp', { email: someone.email.toUpperCase() });
      const fresh = await page.request('signUp', { email: 'fresh@example.com' });
      expect([again.status, again.text]).toEqual([fresh.status, fresh.text]);
      const mail = await waitForMail(service, someone.email);
      expect(mail.subject).toBe('You already have an account');
      expect(mail.text).not.toMatch(/dashboard\/[a-z-]+#/);
      const still = await page.request('signIn', { email: someone.email, password });
      expect(still.status).toBe(200);
    });

    it('410: a link that is too old', async () => {
      const email = 'late@example.com';
      const page = browser(service);
      await page.open();
      await page.call('signUp', { email });
      const mail = await waitForMail(service, email);
      await service.database.transaction((tx) => tx.run(ageLinks, { now: Date.now() }));
      const token = linkTokenIn(mail, 'complete-sign-up');
      const answer = await page.request('completeSignUp', { token, ...chosen });
      expectRefusal(answer, { status: 410, code: 'link_expired' });
    });

    it('400: each wrong field is named', async () => {
      const page = browser(service);
      await page.open();
      const bad = await page.request('signUp', { email: 'x' });
      expectRefusal(bad, { status: 400, code: 'invalid_request', fields: ['email'] });
      const answer = await page.request('completeSignUp', { name: '', password: 'short' });
      expectRefusal(answer, {
        status: 400,
        code: 'invalid_request',
        fields: ['token', 'name', 'password'],
      });
    });

    it('mails per address are limited, and the answer stays the same', async () => {
      const email = 'flooded@example.com';
      const page = browser(service);
      await page.open();
      for (let count = 0; count < 7; count += 1) {
        expect((await page.request('signUp', { email })).status).toBe(200);
      }
      expect(await mailsTo(service, { email })).toHaveLength(5);
    });
  },
  { settings: { HOSTMASTER_SIGN_UP: 'open' } },
);

describeService('the address of an account', (service) => {
  it('is confirmed by a mailed link', async () => {
    const someone = await person(service, { isEmailVerified: false });
    const page = browser(service);
    await page.open();
    await page.call('signIn', { email: someone.email, password });
    await page.call('sendVerification', {});
    const mail = await waitForMail(service, someone.email);
    const session = await page.call('verifyEmail', { token: linkTokenIn(mail, 'verify') });
    expect(session.account).toMatchObject({ id: someone.id, isEmailVerified: true });
  });

  it('changes only with the password and the link; both addresses get a mail', async () => {
    const { page, person: someone } = await member(service);
    const email = 'new-address@example.com';
    const without = await page.request('updateAccount', { email });
    expectRefusal(without, { status: 400, code: 'invalid_request', fields: ['currentPassword'] });
    const wrong = await page.request('updateAccount', { email, currentPassword: 'wrong' });
    expectRefusal(wrong, { status: 401, code: 'wrong_credentials' });

    const { account } = await page.call('updateAccount', { email, currentPassword: password });
    expect(account).toMatchObject({ email: someone.email, pendingEmail: email });
    const mail = await waitForMail(service, email);
    const session = await page.call('verifyEmail', { token: linkTokenIn(mail, 'verify') });
    expect(session.account).toMatchObject({ email, pendingEmail: null, isEmailVerified: true });
    expect((await waitForMail(service, someone.email)).subject).toContain('was changed');
    expect((await page.call('signIn', { email, password })).account?.id).toBe(someone.id);
  });

  it('an address of another account is refused without revealing that account', async () => {
    const { page } = await member(service);
    const other = await person(service);
    const { account } = await page.call('updateAccount', {
      email: other.email,
      currentPassword: password,
    });
    expect(account.pendingEmail).toBe(other.email);
    expect((await waitForMail(service, other.email)).text).not.toMatch(/dashboard\/[a-z-]+#/);
  });

  it('the name changes at once', async () => {
    const { page } = await member(service);
    const { account } = await page.call('updateAccount', { name: ' Rear Admiral ' });
    expect(account.name).toBe('Rear Admiral');
    expectRefusal(await page.request('updateAccount', {}), {
      status: 400,
      code: 'invalid_request',
      fields: ['name'],
    });
  });
});
