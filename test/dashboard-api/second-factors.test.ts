/** Authenticator apps and recovery codes: set-up, sign-in in two steps, and the attacks on them. */
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import type { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeEdge, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { resealSecrets } from '../../packages/server/src/operations/reseal-secrets.ts';
import { linkTokenIn, waitForMail } from './mail-files.ts';
import { browser, type Member, mailsTo, member, password, signedIn } from './people.ts';
import { codeOf, withTotp } from './second-factors.ts';

const wrong = { status: 401, code: 'wrong_code' } as const;

const readSecret = query<{ userId: string }>()(({ db, p }) =>
  db.selectFrom('totp_secrets').select('secret').where('user_id', '=', p.userId),
);
const readHashes = query<{ userId: string }>()(({ db, p }) =>
  db.selectFrom('recovery_codes').select('hash').where('user_id', '=', p.userId),
);
const forgetFactors = query<{ userId: string }>()(({ db, p }) =>
  db.updateTable('sessions').set({ factor_at: null }).where('user_id', '=', p.userId),
);
const countSessions = query<{ userId: string }>()(({ db, p }) =>
  db.selectFrom('sessions').select('id').where('user_id', '=', p.userId),
);

describeService('an authenticator app', (service) => {
  /** After the password. */
  async function ticketOf(
    { person: { email } }: Pick<Member, 'person'>,
    page: DashboardClient,
  ): Promise<string> {
    await page.open();
    const { account, secondFactor } = await page.call('signIn', { email, password });
    expect(account).toBeNull();
    return secondFactor?.ticket ?? '';
  }

  it('counts once a code has confirmed it', async () => {
    const ada = await member(service);
    const { page } = ada;
    const { secret, uri } = await page.call('startTotp', {});
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain(encodeURIComponent(ada.person.email));
    expect(await page.call('listSecondFactors', {})).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expectRefusal(await page.request('confirmTotp', { code: codeOf(secret, -20) }), wrong);
    expectRefusal(await page.request('confirmTotp', { code: 'hello!' }), wrong);
    await signedIn(service, ada.person);

    const { recoveryCodes } = await page.call('confirmTotp', { code: codeOf(secret) });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await page.call('listSecondFactors', {})).toMatchObject({
      totp: { createdAt: expect.any(String) },
      recoveryCodesLeft: 10,
    });
    const mails = await mailsTo(service, ada.person);
    expect(mails.map(({ subject }) => subject)).toEqual(['An authenticator app was added']);
  });

  it('ends all other sessions', async () => {
    const ada = await member(service);
    const other = await signedIn(service, ada.person);
    await withTotp(ada.page);
    expect((await other.open()).account).toBeNull();
    expect((await ada.page.open()).account?.id).toBe(ada.person.id);
  });

  it('is asked for after the password, and no session exists before it (session fixation)', async () => {
    const ada = await member(service);
    const { secret } = await withTotp(ada.page);
    const page = browser(service);
    await page.open();
    const before = { cookie: page.cookie, csrfToken: page.csrfToken };
    const answer = await page.request('signIn', { email: ada.person.email, password });
    expect(answer.body).toMatchObject({ account: null, workspaces: [] });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const signedOut = { status: 401, code: 'signed_out' } as const;
    expectRefusal(await page.request('listSessions', {}), signedOut);
    expect(await service.database.all(countSessions, { userId: ada.person.id })).toHaveLength(1);

    const ticket = await ticketOf(ada, page);
    const session = await page.call('completeSignIn', { ticket, code: codeOf(secret, 1) });
    expect(session.account?.id).toBe(ada.person.id);
    expect(page.cookie).not.toBe(before.cookie);
    const old = browser(service);
    old.cookie = before.cookie;
    old.csrfToken = before.csrfToken;
    expectRefusal(await old.request('listSessions', {}), signedOut);
  });

  it('is not betrayed before the password was right', async () => {
    const ada = await member(service);
    const plain = await member(service);
    await withTotp(ada.page);
    const page = browser(service);
    await page.open();
    const guess = (email: string) => page.request('signIn', { email, password: 'not this one' });
    const [with2, without] = [await guess(ada.person.email), await guess(plain.person.email)];
    expectRefusal(with2, { status: 401, code: 'wrong_credentials' });
    expect(with2.text).toBe(without.text);
    for (const ticket of ['x', `${ada.person.id}.99999999999999.AAAA`, 'usr_none.1.x', '..']) {
      const tried = await page.request('completeSignIn', { ticket, code: '123456' });
      expectRefusal(tried, { status: 401, code: 'sign_in_expired' });
    }
  });

  it('refuses a replayed code, one of another time, and one that is used twice at once', async () => {
    const ada = await member(service);
    const { secret, usedCode } = await withTotp(ada.page);
    const page = browser(service);
    const complete = async (code: string) =>
      page.request('completeSignIn', { ticket: await ticketOf(ada, page), code });
    expectRefusal(await complete(usedCode), wrong);
    for (const steps of [-20, 20]) expectRefusal(await complete(codeOf(secret, steps)), wrong);
    const code = codeOf(secret, 1);
    const twins = [browser(service), browser(service)];
    const tickets = [await ticketOf(ada, twins[0] ?? page), await ticketOf(ada, twins[1] ?? page)];
    const answers = await Promise.all(
      twins.map((twin, index) => twin.request('completeSignIn', { ticket: tickets[index], code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expectRefusal(await complete(code), wrong);
  });

  it('a recovery code works once, in any spelling, and a mail says so', async () => {
    const ada = await member(service);
    const { recoveryCodes } = await withTotp(ada.page);
    const [first = '', second = ''] = recoveryCodes;
    const page = browser(service);
    const complete = async (code: string) =>
      page.request('completeSignIn', { ticket: await ticketOf(ada, page), code });
    expect((await complete(first)).status).toBe(200);
    expectRefusal(await complete(first), wrong);
    expect((await complete(` ${second.replaceAll('-', '').toUpperCase()} `)).status).toBe(200);
    expect((await page.call('listSecondFactors', {})).recoveryCodesLeft).toBe(8);
    const mails = await mailsTo(service, ada.person);
    expect(mails.filter(({ subject }) => subject === 'A recovery code was used')).toHaveLength(2);

    const { recoveryCodes: fresh } = await page.call('replaceRecoveryCodes', {});
    expectRefusal(await complete(recoveryCodes[2] ?? ''), wrong);
    expect((await complete(fresh[0] ?? '')).status).toBe(200);
  });

  it('a recovery code of another account does not work', async () => {
    const [ada, eve] = [await member(service), await member(service)];
    await withTotp(ada.page);
    const { recoveryCodes } = await withTotp(eve.page);
    const page = browser(service);
    const ticket = await ticketOf(ada, page);
    const tried = await page.request('completeSignIn', { ticket, code: recoveryCodes[0] });
    expectRefusal(tried, wrong);
  });

  it('a new password keeps the second factor (downgrade to password), and ends earlier tickets', async () => {
    const ada = await member(service);
    const { secret } = await withTotp(ada.page);
    const page = browser(service);
    const ticket = await ticketOf(ada, page);
    await page.call('requestPasswordReset', { email: ada.person.email });
    const token = linkTokenIn(await waitForMail(service, ada.person.email, 2), 'reset');
    const reset = await page.call('resetPassword', { token, password: 'quite another long one' });
    expect(reset.account).toBeNull();
    expect((await page.open()).account).toBeNull();
    expect((await ada.page.open()).account).toBeNull();
    const code = codeOf(secret, 1);
    expectRefusal(await page.request('completeSignIn', { ticket, code }), {
      status: 401,
      code: 'sign_in_expired',
    });
    const entered = await page.call('completeSignIn', {
      ticket: reset.secondFactor?.ticket ?? '',
      code,
    });
    expect(entered.account?.id).toBe(ada.person.id);
    // Neither does a change of the password in a session.
    await page.call('changePassword', {
      currentPassword: 'quite another long one',
      newPassword: password,
    });
    expect((await page.open()).account?.id).toBe(ada.person.id);
    await ticketOf(ada, browser(service));
  });

  it('a session that a process of an earlier version began with the password alone is none', async () => {
    const ada = await member(service);
    await withTotp(ada.page);
    await service.database.transaction((tx) => tx.run(forgetFactors, { userId: ada.person.id }));
    expect((await ada.page.open()).account).toBeNull();
  });

  it('is removed with its recovery codes, and the password is enough again', async () => {
    const ada = await member(service);
    await withTotp(ada.page);
    await ada.page.call('removeTotp', {});
    expect(await ada.page.call('listSecondFactors', {})).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    await signedIn(service, ada.person);
    const mails = await mailsTo(service, ada.person);
    expect(mails.at(-1)?.subject).toBe('Your authenticator app was removed');
    const missing = { status: 404, code: 'second_factor_not_found' } as const;
    expectRefusal(await ada.page.request('removeTotp', {}), missing);
    expectRefusal(await ada.page.request('replaceRecoveryCodes', {}), missing);
    expectRefusal(await ada.page.request('confirmTotp', { code: '123456' }), missing);
  });

  it('that is lost is removed by an operator, with the reason in the activity', async () => {
    const ada = await member(service);
    await withTotp(ada.page);
    const { email } = ada.person;
    const reset = (...args: readonly string[]) =>
      runCommand(service.place, 'user', 'reset-factors', ...args);
    const reason = 'Lost phone, called back';
    const done = await reset(email.toUpperCase(), '--reason', reason);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain(`Removed the second factors of ${email}`);
    expect((await ada.page.open()).account).toBeNull();
    const page = await signedIn(service, ada.person);
    expect(await page.call('listSecondFactors', {})).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    const { entries } = await page.call('listActivity', ada.inside);
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'member.sign_in', origin: { proof: 'password' } },
      {
        action: 'member.reset_second_factors',
        text: `removed the second factors of ${email}: ${reason}`,
      },
    ]);
    expect((await mailsTo(service, ada.person)).at(-1)?.subject).toBe(
      'Your second factors were removed',
    );
    const again = await reset(email, '--reason', reason, '--json');
    expect(JSON.parse(again.stdout)).toEqual({ user: { email }, isChanged: false });
    for (const args of [[email], [email, '--reason', ' '], ['none@example.com', '--reason', 'x']]) {
      expect((await reset(...args)).code).toBe(2);
    }
  });

  it('409: a second one', async () => {
    const ada = await member(service);
    const { secret } = await withTotp(ada.page);
    const exists = { status: 409, code: 'second_factor_exists' } as const;
    expectRefusal(await ada.page.request('startTotp', {}), exists);
    expectRefusal(await ada.page.request('confirmTotp', { code: codeOf(secret, 1) }), exists);
  });

  it('is stored sealed, recovery codes as hashes, and a rotated key seals it again', async () => {
    const ada = await member(service);
    const { secret, recoveryCodes } = await withTotp(ada.page);
    const userId = ada.person.id;
    const [stored] = await service.database.all(readSecret, { userId });
    expect(stored?.secret).not.toContain(secret);
    const hashes = await service.database.all(readHashes, { userId });
    expect(hashes).toHaveLength(10);
    for (const { hash } of hashes) {
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(recoveryCodes).not.toContain(hash);
    }
    const marked = { ...openSecretBox(service.config.secretFile), isCurrent: () => false };
    await resealSecrets(service.database, marked);
    const [after] = await service.database.all(readSecret, { userId });
    expect(after?.secret).not.toBe(stored?.secret);
    const page = browser(service);
    const ticket = await ticketOf(ada, page);
    await page.call('completeSignIn', { ticket, code: codeOf(secret, 1) });
  });
});

describeEdge(
  'guessing codes',
  (service) => {
    it('429: brute force of TOTP within its window, per address and account', async () => {
      const ada = await member(service);
      const { secret } = await withTotp(ada.page);
      const { email } = ada.person;
      const at = async (address: string) => {
        const page = browser(service, { address });
        await page.open();
        const { secondFactor } = await page.call('signIn', { email, password });
        return (code: string) =>
          page.request('completeSignIn', { ticket: secondFactor?.ticket, code });
      };
      const guess = await at('192.0.2.1');
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => guess(`00000${index % 10}`)),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      const refused = await guess(codeOf(secret, 1));
      expectRefusal(refused, { status: 429, code: 'too_many_attempts' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
      // From many addresses.
      const statuses: number[] = [];
      for (let count = 2; count < 22; count += 1) {
        statuses.push((await (await at(`198.51.100.${count}`))('000000')).status);
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(15);
      expect(statuses.at(-1)).toBe(429);
    });
  },
  { settings: { HOSTMASTER_TRUST_PROXY: '127.0.0.1' } },
);
