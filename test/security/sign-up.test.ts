/** Mailed links: the person who asked for a link decides nothing for the person who opens it. */

import { hash } from 'node:crypto';
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { linkTokens } from '../../packages/server/src/storage/tables/people/link-tokens.ts';
import { linkTokenIn, waitForMail } from '../dashboard-api/mail-files.ts';
import { browser, mailsTo, member, newBrowser, password, person } from '../dashboard-api/people.ts';

const attackers = 'the attacker knows this one';

const listLinks = query<object>()(({ db }) => db.selectFrom('link_tokens').selectAll());

describeService(
  'hole 6: a sign-up link',
  (service) => {
    it('hole 6: the newer link of an attacker does not set the attacker’s password', async () => {
      const email = 'victim@example.com';
      const victim = browser(service);
      await victim.open();
      await victim.call('signUp', { email });
      await waitForMail(service, email);
      const attacker = newBrowser(service);
      await attacker.open();
      // As a client of 0.1.0 would ask: refused, whatever the password.
      const asked = { email, name: 'Mallory', password: attackers };
      expect((await attacker.request('signUp', asked)).status).toBe(400);
      await attacker.call('signUp', { email });
      const token = linkTokenIn(await waitForMail(service, email, 2), 'complete-sign-up');
      expect(JSON.stringify(await service.database.all(listLinks, {}))).not.toMatch(
        /argon2|Mallory/,
      );

      const session = await victim.call('completeSignUp', { token, name: 'Victim', password });
      expect(session.account).toMatchObject({ email, name: 'Victim' });
      const tried = await attacker.request('signIn', { email, password: attackers });
      expectRefusal(tried, { status: 401, code: 'wrong_credentials' });
      expect((await victim.call('signIn', { email, password })).account?.email).toBe(email);
    });

    it('hole 6: an open link of 0.1.0 creates no account with the password stored in it', async () => {
      const email = 'earlier@example.com';
      const token = 'a'.repeat(43);
      const payload = { email, name: 'Mallory', passwordHash: 'not read', workspaceName: '' };
      const link = insert(linkTokens, {
        hash: hash('sha256', token, 'hex'),
        kind: 'sign_up',
        userId: null,
        workspaceId: null,
        payload,
        expiresAt: Date.now() + 60_000,
      });
      await persistChange(service.database, { rows: [link] });
      const page = browser(service);
      await page.open();
      const opened = await page.request('verifyEmail', { token });
      expectRefusal(opened, { status: 410, code: 'link_expired' });
      const session = await page.call('completeSignUp', { token, name: 'Owner', password });
      expect(session.account).toMatchObject({ email, name: 'Owner' });
      expect((await page.call('signIn', { email, password })).account?.email).toBe(email);
    });

    it('hole 6: a link to confirm an address does not sign in to the account of the person who asked', async () => {
      const attacker = await member(service);
      const email = 'target@example.com';
      await attacker.page.call('updateAccount', { email, currentPassword: password });
      const token = linkTokenIn(await waitForMail(service, email), 'verify');
      const target = newBrowser(service);
      await target.open();
      expect((await target.call('verifyEmail', { token })).account).toBeNull();
      expect((await target.open()).account).toBeNull();
      // The account has the address now, and its owner takes the account over by a reset.
      await target.call('requestPasswordReset', { email });
      const reset = linkTokenIn(await waitForMail(service, email, 2), 'reset');
      const session = await target.call('resetPassword', { token: reset, password: attackers });
      expect(session.account?.id).toBe(attacker.person.id);
      expect((await attacker.page.open()).account).toBeNull();
    });

    it('hole 11: sign-up mails do not use up the limit of reset mails', async () => {
      const someone = await person(service);
      const page = browser(service);
      await page.open();
      for (let count = 0; count < 6; count += 1) {
        await page.call('signUp', { email: someone.email });
      }
      expect(await mailsTo(service, someone)).toHaveLength(5);
      await page.call('requestPasswordReset', { email: someone.email });
      const mails = await mailsTo(service, someone);
      expect(mails.map(({ kind }) => kind)).toContain('reset-password');
    });
  },
  { settings: { HOSTMASTER_SIGN_UP: 'open' } },
);
