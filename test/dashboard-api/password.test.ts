import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { linkTokenIn, waitForMail } from './mail-files.ts';
import { browser, mailsTo, member, password, person, signedIn } from './people.ts';

const another = 'quite another long sentence';

const ageLinks = query<{ now: number }>()(({ db, p }) =>
  db.updateTable('link_tokens').set({ expires_at: p.now }),
);

describeService('passwords', (service) => {
  it('a forgotten one is replaced by a link that works once, and all sessions end', async () => {
    const someone = await person(service);
    const old = await signedIn(service, someone);
    const page = browser(service);
    await page.open();
    await page.call('requestPasswordReset', { email: someone.email.toUpperCase() });
    const token = linkTokenIn(await waitForMail(service, someone.email), 'reset');

    const weak = await page.request('resetPassword', { token, password: someone.email });
    expectRefusal(weak, { status: 400, code: 'invalid_request', fields: ['password'] });

    const session = await page.call('resetPassword', { token, password: another });
    expect(session.account?.id).toBe(someone.id);
    expect((await old.open()).account).toBeNull();
    const again = await page.request('resetPassword', { token, password });
    expectRefusal(again, { status: 410, code: 'link_expired' });
    const before = await old.request('signIn', { email: someone.email, password });
    expectRefusal(before, { status: 401, code: 'wrong_credentials' });
    const after = await old.call('signIn', { email: someone.email, password: another });
    expect(after.account?.id).toBe(someone.id);
    expect((await waitForMail(service, someone.email, 2)).subject).toBe(
      'Your password was changed',
    );
  });

  it('asking for a link does not reveal whether an account exists', async () => {
    const someone = await person(service);
    const page = browser(service);
    await page.open();
    const known = await page.request('requestPasswordReset', { email: someone.email });
    const unknown = await page.request('requestPasswordReset', { email: 'nobody@example.com' });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(await mailsTo(service, { email: 'nobody@example.com' })).toEqual([]);
  });

  it('410: a link that is an hour old', async () => {
    const someone = await person(service);
    const page = browser(service);
    await page.open();
    await page.call('requestPasswordReset', { email: someone.email });
    const token = linkTokenIn(await waitForMail(service, someone.email), 'reset');
    await service.database.transaction((tx) => tx.run(ageLinks, { now: Date.now() }));
    const answer = await page.request('resetPassword', { token, password: another });
    expectRefusal(answer, { status: 410, code: 'link_expired' });
  });

  it('410: the link of one purpose does not serve another', async () => {
    const someone = await person(service, { isEmailVerified: false });
    const page = await signedIn(service, someone);
    await page.call('sendVerification', {});
    const token = linkTokenIn(await waitForMail(service, someone.email), 'verify');
    const answer = await page.request('resetPassword', { token, password: another });
    expectRefusal(answer, { status: 410, code: 'link_expired' });
    expect((await page.call('signIn', { email: someone.email, password })).account).not.toBeNull();
  });

  it('the table of links does not keep them', async () => {
    const someone = await person(service);
    const page = browser(service);
    await page.open();
    await page.call('requestPasswordReset', { email: someone.email });
    const token = linkTokenIn(await waitForMail(service, someone.email), 'reset');
    await service.settled();
    const links = await service.database.all(
      query<object>()(({ db }) => db.selectFrom('link_tokens').selectAll()),
      {},
    );
    expect(JSON.stringify(links)).not.toContain(token);
  });

  it('is changed with the current one; this session continues under a new cookie, the others end', async () => {
    const { page, person: someone } = await member(service);
    const other = await signedIn(service, someone);
    const { cookie } = page;
    const session = await page.call('changePassword', {
      currentPassword: password,
      newPassword: another,
    });
    expect(session.account?.id).toBe(someone.id);
    expect(page.cookie).not.toBe(cookie);
    expect((await page.open()).account?.id).toBe(someone.id);
    expect((await other.open()).account).toBeNull();
    const stolen = browser(service);
    stolen.cookie = cookie;
    expect((await stolen.open()).account).toBeNull();
  });

  it('a new one cancels pending links and e-mail changes', async () => {
    const { page, person: someone } = await member(service);
    const email = 'attacker@example.com';
    await page.call('updateAccount', { email, currentPassword: password });
    const change = linkTokenIn(await waitForMail(service, email), 'verify');
    const visitor = browser(service);
    await visitor.open();
    await visitor.call('requestPasswordReset', { email: someone.email });
    const reset = linkTokenIn(await waitForMail(service, someone.email), 'reset');
    await page.call('changePassword', { currentPassword: password, newPassword: another });
    expect((await page.open()).account?.pendingEmail).toBeNull();
    const moved = await visitor.request('verifyEmail', { token: change });
    expectRefusal(moved, { status: 410, code: 'link_expired' });
    const replaced = await visitor.request('resetPassword', { token: reset, password });
    expectRefusal(replaced, { status: 410, code: 'link_expired' });
  });

  it('400, 401: a weak new one, and a wrong current one', async () => {
    const { page, person: someone } = await member(service);
    const change = (body: object) => page.request('changePassword', body);
    const wrong = await change({ currentPassword: 'not it', newPassword: another });
    expectRefusal(wrong, { status: 401, code: 'wrong_credentials' });
    for (const newPassword of ['short', 'qwertyuiop', someone.email]) {
      const weak = await change({ currentPassword: password, newPassword });
      expectRefusal(weak, { status: 400, code: 'invalid_request', fields: ['newPassword'] });
    }
    expect((await page.call('signIn', { email: someone.email, password })).account).not.toBeNull();
  });

  it('only an argon2id hash is stored', async () => {
    const someone = await person(service);
    const row = await service.database.first(
      query<{ id: string }>()(({ db, p }) =>
        db.selectFrom('users').select('password_hash').where('id', '=', p.id),
      ),
      { id: someone.id },
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/);
  });
});
