/** Notices go to confirmed addresses only, and mails to strangers quote nothing. */

import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { postMail } from '@hostmaster/test-rig/post-mail';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { registrationFailed } from '../../packages/server/src/notices/notices.ts';
import { linkTokenIn, waitForMail } from '../dashboard-api/mail-files.ts';
import { browser, mailsTo, member, password, person } from '../dashboard-api/people.ts';

const setEmail = query<{ id: string; email: string }>()(({ db, p }) =>
  db.updateTable('workspaces').set({ email: p.email }).where('id', '=', p.id),
);

const lure = 'Win at evil.example';

describeService(
  'hole 11: the address for notices',
  (service) => {
    let count = 0;
    const notify = (workspaceId: string) => {
      count += 1;
      const facts = {
        workspaceId,
        name: 'a.com',
        termId: `trm_${workspaceId}${count}`,
        reason: '.',
      };
      const notice = registrationFailed({ publicUrl: 'http://h.example' }, facts);
      return postMail(service.database, { workspaceId, notice });
    };
    const kindsTo = async (email: string) => (await mailsTo(service, { email })).map((m) => m.kind);

    it('hole 11: a changed one takes over once its link was opened; until then the previous one gets notices', async () => {
      const { page, inside } = await member(service);
      const [before, after] = ['before@example.com', 'after@example.com'];
      // As an operator's command or 0.1.0 has set it.
      await service.database.transaction((tx) =>
        tx.run(setEmail, { id: inside.workspaceId, email: before }),
      );
      const { workspace } = await page.call('renameWorkspace', { ...inside, email: after });
      expect(workspace).toMatchObject({ email: before, pendingEmail: after });
      await notify(inside.workspaceId);
      expect(await kindsTo(after)).toEqual(['confirm-notice-address']);
      expect(await kindsTo(before)).toEqual(['registration-failed']);

      const token = linkTokenIn(await waitForMail(service, after), 'confirm-address');
      const visitor = browser(service);
      await visitor.open();
      // The link is of the workspace: it neither signs in nor creates an account.
      const entered = await visitor.request('verifyEmail', { token });
      expectRefusal(entered, { status: 410, code: 'link_expired' });
      await visitor.call('confirmNoticeAddress', { token });
      expect((await visitor.open()).account).toBeNull();
      const again = await visitor.request('confirmNoticeAddress', { token });
      expectRefusal(again, { status: 410, code: 'link_expired' });
      const shown = await page.call('getWorkspace', inside);
      expect(shown.workspace).toMatchObject({ email: after, pendingEmail: null });
      await notify(inside.workspaceId);
      expect(await kindsTo(after)).toContain('registration-failed');
      expect(await kindsTo(before)).toEqual(['registration-failed', 'notices-moved']);
    });

    it('hole 11: a link for an address that was given up again is spent', async () => {
      const { page, inside } = await member(service);
      const email = 'given-up@example.com';
      await page.call('renameWorkspace', { ...inside, email });
      const token = linkTokenIn(await waitForMail(service, email), 'confirm-address');
      await page.call('renameWorkspace', { ...inside, email: null });
      const late = await page.request('confirmNoticeAddress', { token });
      expectRefusal(late, { status: 410, code: 'link_expired' });
    });

    it('hole 11: an account’s address that was never confirmed gets nothing but its confirmation', async () => {
      const { email } = await person(service, { isEmailVerified: false });
      const other = await member(service);
      const visitor = browser(service);
      await visitor.open();
      await visitor.call('requestPasswordReset', { email });
      await visitor.call('signUp', { email });
      await other.page.call('updateAccount', { email, currentPassword: password });
      expect(await kindsTo(email)).toEqual(Array.from({ length: 3 }, () => 'confirm-address'));

      const token = linkTokenIn(await waitForMail(service, email, 3), 'verify');
      await visitor.call('verifyEmail', { token });
      expect((await visitor.call('signIn', { email, password })).account).toMatchObject({
        email,
        isEmailVerified: true,
      });
      await visitor.call('requestPasswordReset', { email });
      expect(await kindsTo(email)).toContain('reset-password');
    });

    it('hole 11: a stranger gets few mails, and none quotes a text the sender chose', async () => {
      const { page, inside } = await member(service);
      await page.call('updateAccount', { name: lure });
      const victim = 'stranger@example.com';
      for (let tried = 0; tried < 8; tried += 1) {
        await page.call('renameWorkspace', { ...inside, name: `${lure} ${tried}`, email: victim });
        await notify(inside.workspaceId);
      }
      await page.call('updateAccount', { email: victim, currentPassword: password });
      const mails = await mailsTo(service, { email: victim });
      expect(mails).toHaveLength(5);
      await waitForMail(service, victim, 5);
      for (let nth = 1; nth <= 5; nth += 1) {
        const mail = await waitForMail(service, victim, nth);
        expect(mail.text).not.toContain('evil.example');
      }
      // The confirmation of an account's address does not greet by name either.
      const other = 'another-stranger@example.com';
      await page.call('updateAccount', { email: other, currentPassword: password });
      expect((await waitForMail(service, other)).text).not.toContain('evil.example');
    });

    it('hole 11: a confirmed account address needs no second link, an unconfirmed one waits', async () => {
      const { page, inside, person: owner } = await member(service);
      const own = await page.call('renameWorkspace', {
        ...inside,
        email: owner.email.toUpperCase(),
      });
      expect(own.workspace).toMatchObject({ email: owner.email, pendingEmail: null });

      const unverified = await person(service, { isEmailVerified: false });
      const theirs = browser(service);
      await theirs.open();
      await theirs.call('signIn', { email: unverified.email, password });
      const { workspace } = await theirs.call('createWorkspace', { name: 'New' });
      const place = { workspaceId: workspace.id };
      const waiting = await theirs.call('getWorkspace', place);
      expect(waiting.workspace).toMatchObject({ email: null, pendingEmail: unverified.email });
      await theirs.call('changePassword', {
        currentPassword: password,
        newPassword: 'another long one',
      });
      await notify(workspace.id);
      expect(await kindsTo(unverified.email)).toEqual([]);
      await theirs.call('sendVerification', {});
      const token = linkTokenIn(await waitForMail(service, unverified.email), 'verify');
      await theirs.call('verifyEmail', { token });
      const confirmed = await theirs.call('getWorkspace', place);
      expect(confirmed.workspace).toMatchObject({ email: unverified.email, pendingEmail: null });
      const { entries } = await theirs.call('listActivity', place);
      expect(entries[0]?.details).toMatchObject({ email: unverified.email });
    });
  },
  { settings: { HOSTMASTER_SIGN_UP: 'open' } },
);
