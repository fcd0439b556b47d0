/** A token is good for its own object, in its own state. One block per row of docs/threat-model.md. */

import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { sendOf, updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { createSetUpToken } from '../../packages/server/src/users/set-up.ts';
import { linkTokenIn, questionFilesTo, waitForMail } from '../dashboard-api/mail-files.ts';
import { browser, member, newBrowser, password, person } from '../dashboard-api/people.ts';

const expired = { status: 410, code: 'link_expired' } as const;

const listTransferLinks = query<{ subject: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select('text_body as text')
    .where('subject', 'like', p.subject)
    .where('kind', '=', 'transfer-out-requested')
    .orderBy('id'),
);

describeService(
  'tokens in links',
  (service) => {
    const visitor = async () => {
      const page = newBrowser(service);
      await page.open();
      return page;
    };

    it('hole 7: the link of a request that has ended decides about no other request', async () => {
      const rival = await openRival(service);
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await service.untilNoJobs(domain);
      const links = async () => {
        const mails = await service.database.all(listTransferLinks, { subject: `%${domain}` });
        return mails.map(({ text }) => /transfer-out#([\w-]+)/.exec(text)?.[1] ?? '');
      };
      const ask = async (nth: number) => {
        const current = await service.registrar.info(domain);
        if (current?.authCode == null) throw new Error(`${domain} has no code.`);
        await service.registrar.update(updateOf(current, { transferLocked: false }));
        const { authCode } = current;
        await rival.requestTransfer({
          ...sendOf(domain),
          authCode,
          years: 1,
          requestedAt: 0,
          premium: null,
        });
        await until('the owner has mail', async () => (await links()).length === nth);
        return authCode;
      };
      const page = await visitor();
      const authCode = await ask(1);
      await rival.cancelTransfer({ ...sendOf(domain), authCode });
      const [first = ''] = await links();
      await until('the first request has ended', async () => {
        const { transfer } = await page.call('readTransferOut', { token: first });
        return transfer.state === 'cancelled';
      });
      await service.untilNoJobs(domain);
      await ask(2);

      for (const decision of ['approve', 'deny']) {
        const late = await page.request('answerTransferOut', { token: first, decision });
        expectRefusal(late, expired);
      }
      const [, second = ''] = await links();
      const { transfer } = await page.call('readTransferOut', { token: second });
      expect(transfer).toMatchObject({ state: 'pending', decision: null });
      await page.call('answerTransferOut', { token: second, decision: 'deny' });
      await service.untilNoJobs(domain);
      await rival.close();
    });

    it('a link to confirm a registrant is good until a newer one is sent, for its address', async () => {
      const { page, inside, workspace } = await member(service);
      const email = `registrant-${inside.workspaceId.toLowerCase()}@example.org`;
      const domain = service.freshName();
      const owner = { ...contact, email };
      await workspace.client.call('registerDomain', { domain, contact: owner });
      await service.untilLive(workspace.client, domain);
      const linkOf = async (nth: number) => {
        let text = '';
        await until('the registrant has mail', async () => {
          text = (await questionFilesTo(service, email))[nth - 1]?.text ?? '';
          return text !== '';
        });
        return `${service.url}${/\/confirm-registrant\/[\w-]{43}/.exec(text)?.[0]}`;
      };
      const first = await linkOf(1);
      const read = () => page.call('getDomainDetails', { ...inside, domain });
      expect((await read()).domain.registrantAddress).toMatchObject({ status: 'waiting' });
      expect(await page.call('sendRegistrantLink', { ...inside, domain })).toEqual({
        success: true,
      });
      const second = await linkOf(2);
      expect((await fetch(first, { method: 'POST' })).status).toBe(410);
      expect((await read()).domain.registrantAddress).toMatchObject({ status: 'waiting' });
      expect((await fetch(second, { method: 'POST' })).status).toBe(200);
      expect((await read()).domain.registrantAddress).toMatchObject({
        status: 'confirmed',
        dueAt: null,
      });
      await page.call('sendRegistrantLink', { ...inside, domain });
      await service.settled();
      expect(await questionFilesTo(service, email)).toHaveLength(2);
    });

    it('hole 7: a link of a notice address is good for the request that mailed it only', async () => {
      const { page, inside } = await member(service);
      const email = 'twice@example.com';
      await page.call('renameWorkspace', { ...inside, email });
      const first = linkTokenIn(await waitForMail(service, email), 'confirm-address');
      await page.call('renameWorkspace', { ...inside, email: null });
      await page.call('renameWorkspace', { ...inside, email });
      const second = linkTokenIn(await waitForMail(service, email, 2), 'confirm-address');
      expectRefusal(await page.request('confirmNoticeAddress', { token: first }), expired);
      // The token of another object.
      expectRefusal(await page.request('verifyEmail', { token: second }), expired);
      await page.call('confirmNoticeAddress', { token: second });
      expectRefusal(await page.request('confirmNoticeAddress', { token: second }), expired);
    });

    it('hole 7: a link that confirms an account’s address is good until it is confirmed', async () => {
      const { email } = await person(service, { isEmailVerified: false });
      const page = await visitor();
      // Each signing up of a stranger mails a link to the address that waits for its confirmation.
      await page.call('signUp', { email });
      await page.call('signUp', { email });
      const links = [1, 2].map(async (nth) =>
        linkTokenIn(await waitForMail(service, email, nth), 'verify'),
      );
      const [first = '', second = ''] = await Promise.all(links);
      expectRefusal(await page.request('completeSignUp', newAccount(first)), expired);
      await page.call('verifyEmail', { token: second });
      expectRefusal(await page.request('verifyEmail', { token: second }), expired);
      expectRefusal(await page.request('verifyEmail', { token: first }), expired);
    });

    it('hole 7: a link to a new address is good while the account waits for that address', async () => {
      const { page, person: owner } = await member(service);
      const moveTo = (email: string) =>
        page.call('updateAccount', { email, currentPassword: password });
      const linkTo = async (email: string, nth = 1) =>
        linkTokenIn(await waitForMail(service, email, nth), 'verify');
      await moveTo('first@example.com');
      const first = await linkTo('first@example.com');
      await moveTo('second@example.com');
      expectRefusal(await page.request('verifyEmail', { token: first }), expired);
      const second = await linkTo('second@example.com');
      await moveTo(owner.email);
      expectRefusal(await page.request('verifyEmail', { token: second }), expired);
      await moveTo('second@example.com');
      expectRefusal(await page.request('verifyEmail', { token: second }), expired);
      const third = await linkTo('second@example.com', 2);
      expectRefusal(await page.request('confirmNoticeAddress', { token: third }), expired);
      await page.call('verifyEmail', { token: third });
      expectRefusal(await page.request('verifyEmail', { token: third }), expired);
    });

    it('a link to a new password is good once, until the password or the address changes', async () => {
      const { page, person: owner } = await member(service);
      const outside = await visitor();
      const ask = async (email: string, nth: number) => {
        await outside.call('requestPasswordReset', { email });
        return linkTokenIn(await waitForMail(service, email, nth), 'reset');
      };
      const reset = (token: string) =>
        outside.request('resetPassword', { token, password: 'a new one of some length' });
      const before = await ask(owner.email, 1);
      await page.call('changePassword', {
        currentPassword: password,
        newPassword: 'changed in the meantime',
      });
      expectRefusal(await reset(before), expired);
      const old = await ask(owner.email, 3);
      const moved = 'moved@example.com';
      await page.call('updateAccount', {
        email: moved,
        currentPassword: 'changed in the meantime',
      });
      const token = linkTokenIn(await waitForMail(service, moved), 'verify');
      await page.call('verifyEmail', { token });
      expectRefusal(await reset(old), expired);
      const [first, second] = [await ask(moved, 2), await ask(moved, 3)];
      expectRefusal(await outside.request('verifyEmail', { token: first }), expired);
      expect((await reset(first)).status).toBe(200);
      expectRefusal(await reset(first), expired);
      expectRefusal(await reset(second), expired);
    });

    it('a link to sign up is good once, while the address has no account', async () => {
      const page = await visitor();
      const email = 'new-account@example.com';
      await page.call('signUp', { email });
      await page.call('signUp', { email });
      const first = linkTokenIn(await waitForMail(service, email, 1), 'complete-sign-up');
      const second = linkTokenIn(await waitForMail(service, email, 2), 'complete-sign-up');
      expectRefusal(await page.request('resetPassword', { token: first, password }), expired);
      await page.call('completeSignUp', newAccount(first));
      expectRefusal(await page.request('completeSignUp', newAccount(first)), expired);
      expectRefusal(await page.request('completeSignUp', newAccount(second)), expired);
    });

    it('a session ends with its sign-out, and its token is good for its own cookie', async () => {
      const { page, person: owner } = await member(service);
      const other = browser(service);
      await other.open();
      await other.call('signIn', { email: owner.email, password });
      const headers = { 'x-csrf-token': other.csrfToken };
      const crossed = await page.request('updateAccount', { name: 'Eve' }, { headers });
      expectRefusal(crossed, { status: 403, code: 'csrf_refused' });
      const { cookie } = other;
      await other.call('signOut', {});
      other.cookie = cookie;
      const late = await other.request('updateAccount', { name: 'Eve' });
      expectRefusal(late, { status: 401, code: 'signed_out' });
    });
  },
  { settings: { HOSTMASTER_SIGN_UP: 'open' } },
);

describeService('the link of the first start', (service) => {
  it('is good while the service has no account', async () => {
    const [first, second] = [
      await createSetUpToken(service.database, Date.now()),
      await createSetUpToken(service.database, Date.now()),
    ];
    const page = newBrowser(service);
    await page.open();
    const setUp = (token: string | null, email: string) =>
      page.request('setUpOwner', { token: token ?? '', email, name: 'Ada', password });
    expect((await setUp(first, 'ada@example.com')).status).toBe(200);
    expectRefusal(await setUp(first, 'eve@example.com'), expired);
    expectRefusal(await setUp(second, 'eve@example.com'), expired);
  });
});

function newAccount(token: string) {
  return { token, name: 'Ada', password: 'a password for a new account' };
}
