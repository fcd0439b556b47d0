import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { query } from '../../packages/server/src/storage/schema.ts';
import { letterTo, linkIn } from './letters.ts';
import { browser, mailsTo, member, password, person } from './people.ts';

const ageLinks = query<{ now: number }>()(({ db, p }) =>
  db.updateTable('link_tokens').set({ expires_at: p.now }),
);

describeService('signing up where it is closed', (service) => {
  it('403: no account is created, and the session says that sign-up is closed', async () => {
    const page = browser(service);
    expect((await page.open()).service.isSignUpOpen).toBe(false);
    const answer = await page.request('signUp', { name: 'A', email: 'a@example.com', password });
    expectRefusal(answer, { status: 403, code: 'sign_up_closed' });
  });
});

describeService(
  'signing up',
  (service) => {
    const input = { name: 'Joan Clarke', email: 'joan@example.com', password };

    it('200: nothing exists before the mailed link; with it there are account, workspace, session', async () => {
      const page = browser(service);
      await page.open();
      await page.call('signUp', { ...input, workspaceName: 'Hut 8' });
      expect((await page.open()).account).toBeNull();
      const early = await page.request('signIn', input);
      expectRefusal(early, { status: 401, code: 'wrong_credentials' });

      const letter = await letterTo(service, input.email);
      const token = linkIn(letter, 'verify');
      const elsewhere = browser(service);
      await elsewhere.open();
      const session = await elsewhere.call('verifyEmail', { token });
      expect(session).toMatchObject({
        account: { name: input.name, email: input.email, isEmailVerified: true },
        workspaces: [{ name: 'Hut 8' }],
      });
      const used = await page.request('verifyEmail', { token });
      expectRefusal(used, { status: 410, code: 'link_expired' });
      expect((await page.call('signIn', input)).account?.email).toBe(input.email);
    });

    it('200: an address with an account gets the same answer, and its owner a mail', async () => {
      const someone = await person(service);
      const page = browser(service);
      await page.open();
      const again = await page.request('signUp', { ...input, email: someone.email.toUpperCase() });
      const fresh = await page.request('signUp', { ...input, email: 'fresh@example.com' });
      expect([again.status, again.text]).toEqual([fresh.status, fresh.text]);
      const letter = await letterTo(service, someone.email);
      expect(letter.subject).toBe('You already have an account');
      expect(letter.text).not.toMatch(/dashboard\/[a-z-]+#/);
      const still = await page.request('signIn', { email: someone.email, password });
      expect(still.status).toBe(200);
    });

    it('a link requested by an attacker does not set the attacker’s password', async () => {
      const email = 'victim@example.com';
      const attacker = browser(service);
      await attacker.open();
      await attacker.call('signUp', { ...input, email, password: 'the attacker knows it' });
      await letterTo(service, email);
      const victim = browser(service);
      await victim.open();
      await victim.call('signUp', { ...input, email });
      await until('two letters', async () => (await mailsTo(service, { email })).length === 2);
      const letter = await letterTo(service, email, 2);
      await victim.call('verifyEmail', { token: linkIn(letter, 'verify') });
      const tried = await attacker.request('signIn', { email, password: 'the attacker knows it' });
      expectRefusal(tried, { status: 401, code: 'wrong_credentials' });
      expect((await victim.call('signIn', { email, password })).account?.email).toBe(email);
    });

    it('410: a link that is too old', async () => {
      const email = 'late@example.com';
      const page = browser(service);
      await page.open();
      await page.call('signUp', { ...input, email });
      const letter = await letterTo(service, email);
      await service.database.transaction((tx) => tx.run(ageLinks, { now: Date.now() }));
      const answer = await page.request('verifyEmail', { token: linkIn(letter, 'verify') });
      expectRefusal(answer, { status: 410, code: 'link_expired' });
    });

    it('400: each wrong field is named', async () => {
      const page = browser(service);
      await page.open();
      const answer = await page.request('signUp', { name: '', email: 'x', password: 'short' });
      expectRefusal(answer, {
        status: 400,
        code: 'invalid_request',
        fields: ['name', 'email', 'password'],
      });
    });

    it('mails per address are limited, and the answer stays the same', async () => {
      const email = 'flooded@example.com';
      const page = browser(service);
      await page.open();
      for (let count = 0; count < 7; count += 1) {
        expect((await page.request('signUp', { ...input, email })).status).toBe(200);
      }
      expect(await mailsTo(service, { email })).toHaveLength(5);
    });
  },
  { settings: { HOSTMASTER_SIGN_UP: 'open' } },
);

describeService('one’s own address', (service) => {
  it('is confirmed by a mailed link', async () => {
    const someone = await person(service, { isEmailVerified: false });
    const page = browser(service);
    await page.open();
    await page.call('signIn', { email: someone.email, password });
    await page.call('sendVerification', {});
    const letter = await letterTo(service, someone.email);
    const session = await page.call('verifyEmail', { token: linkIn(letter, 'verify') });
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
    const letter = await letterTo(service, email);
    const session = await page.call('verifyEmail', { token: linkIn(letter, 'verify') });
    expect(session.account).toMatchObject({ email, pendingEmail: null, isEmailVerified: true });
    expect((await letterTo(service, someone.email)).subject).toContain('was changed');
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
    expect((await letterTo(service, other.email)).text).not.toMatch(/dashboard\/[a-z-]+#/);
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
