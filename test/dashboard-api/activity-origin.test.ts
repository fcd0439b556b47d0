/** The activity says from where a person or a key acted, and what the person had signed in with. */
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { verifyActivity } from '../../packages/server/src/workspaces/verify-activity.ts';
import { linkTokenIn, waitForMail } from './mail-files.ts';
import { browser, type Member, member, password } from './people.ts';
import { codeOf, withTotp } from './second-factors.ts';

describeService('the origin of an entry', (service) => {
  let webhooks = 0;
  /** Acts in a browser, and returns the origin of what the activity says about it. */
  async function originOf({ inside }: Pick<Member, 'inside'>, page: Member['page']) {
    webhooks += 1;
    const url = `https://hooks.example.com/${webhooks}`;
    await page.api('createWebhook', { ...inside, url });
    const { entries } = await page.call('listActivity', inside);
    expect(entries[0]).toMatchObject({ action: 'webhook.create', actor: { kind: 'user' } });
    return entries[0]?.origin;
  }

  it('is the address and the proof of a session, and both are part of the hash chain', async () => {
    const ada = await member(service);
    const { address } = (await originOf(ada, ada.page)) ?? {};
    expect(address).toMatch(/^[0-9a-f.:]+$/);
    expect(await originOf(ada, ada.page)).toEqual({ address, proof: 'password' });
    const { secret, recoveryCodes } = await withTotp(ada.page);
    expect(await originOf(ada, ada.page)).toEqual({ address, proof: 'totp' });

    const { email } = ada.person;
    const begin = async (code: string) => {
      const page = browser(service);
      await page.open();
      const { secondFactor } = await page.call('signIn', { email, password });
      await page.call('completeSignIn', { ticket: secondFactor?.ticket ?? '', code });
      return page;
    };
    const byRecoveryCode = await begin(recoveryCodes[0] ?? '');
    expect(await originOf(ada, byRecoveryCode)).toEqual({ address, proof: 'recovery_code' });
    const byApp = await begin(codeOf(secret, 1));
    expect(await originOf(ada, byApp)).toEqual({ address, proof: 'totp' });

    const csv = await ada.page.request('exportActivityCsv', ada.inside);
    expect(csv.text).toContain(`,${address},recovery_code\r\n`);
    const proof = await verifyActivity(service.database, ada.workspace.id);
    expect(proof.problem).toBeNull();
  });

  it('is the address alone for a key, and nothing for the operator', async () => {
    const { page, inside, workspace } = await member(service);
    await workspace.client.call('createWebhook', { url: 'https://hooks.example.com/key' });
    const { entries } = await page.call('listActivity', inside);
    const of = (action: string) => entries.find((entry) => entry.action === action)?.origin;
    expect(of('webhook.create')).toEqual({ address: expect.stringMatching(/^[0-9a-f.:]+$/) });
    expect(of('workspace.create')).toBeNull();
  });

  it('tells sign-ins, factors and sessions of a person in each of their workspaces', async () => {
    const ada = await member(service);
    const { email } = ada.person;
    const { secret, recoveryCodes } = await withTotp(ada.page);
    const begin = async (address: string) => {
      const page = browser(service, { address });
      await page.open();
      const { secondFactor } = await page.call('signIn', { email, password });
      return { page, ticket: secondFactor?.ticket ?? '' };
    };
    const other = await begin('192.0.2.7');
    const code = recoveryCodes[0] ?? '';
    await other.page.call('completeSignIn', { ticket: other.ticket, code });
    await other.page.call('confirmSecondFactor', { code: codeOf(secret, 1) });
    await other.page.call('replaceRecoveryCodes', {});
    await other.page.call('revokeOtherSessions', {});
    await other.page.call('changePassword', {
      currentPassword: password,
      newPassword: 'quite another long one',
    });
    await other.page.call('removeTotp', {});
    await other.page.call('signOut', {});
    const { page } = await signedInWith('quite another long one', email);
    const { entries } = await page.call('listActivity', ada.inside);
    const told = entries.map(({ action, text, origin }) => [action, text, origin?.proof]);
    expect(told.slice(0, 9)).toEqual([
      ['member.sign_in', 'signed in', 'password'],
      ['member.sign_out', 'signed out', 'totp'],
      ['member.change_factor', 'removed their authenticator app', 'totp'],
      ['member.change_password', 'changed their password', 'totp'],
      ['member.end_sessions', 'ended one of their sessions', 'totp'],
      ['member.change_factor', 'replaced their recovery codes', 'totp'],
      ['member.sign_in', 'signed in', 'recovery_code'],
      ['member.change_factor', 'set up an authenticator app', 'password'],
      ['member.sign_in', 'signed in', 'password'],
    ]);
    expect(entries.every(({ actor }) => actor.kind !== 'user' || actor.id === ada.person.id)).toBe(
      true,
    );
    const proof = await verifyActivity(service.database, ada.workspace.id);
    expect(proof.problem).toBeNull();
  });

  it('tells who changed their email address, from where and by which factor', async () => {
    const ada = await member(service);
    const before = ada.person.email;
    await withTotp(ada.page);
    const email = `${crypto.randomUUID()}@example.org`;
    await ada.page.call('updateAccount', { email, currentPassword: password });
    const token = linkTokenIn(await waitForMail(service, email), 'verify');
    const phone = browser(service);
    await phone.open();
    await phone.call('verifyEmail', { token });
    const { entries } = await ada.page.call('listActivity', ada.inside);
    const told = entries.map(({ action, text, actor, origin }) => ({
      ...{ action, text, origin },
      actor: actor.id,
    }));
    const actor = ada.person.id;
    expect(told.slice(0, 2)).toEqual([
      {
        action: 'member.change_email',
        text: `changed their email address from ${before} to ${email}`,
        actor,
        origin: { address: expect.stringMatching(/^[0-9a-f.:]+$/) },
      },
      {
        action: 'member.start_email_change',
        text: 'asked to change their email address',
        actor,
        origin: { address: expect.stringMatching(/^[0-9a-f.:]+$/), proof: 'totp' },
      },
    ]);
    const proof = await verifyActivity(service.database, ada.workspace.id);
    expect(proof.problem).toBeNull();
  });

  async function signedInWith(secretWord: string, email: string) {
    const page = browser(service);
    await page.open();
    await page.call('signIn', { email, password: secretWord });
    return { page };
  }
});
