/** Passkeys: adding and removing them, signing in with one, and the attacks on their answers. */
import { minuteMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { newChallenge } from '../../packages/server/src/users/passkey-challenge.ts';
import { type Member, member, password, signedIn } from './people.ts';
import { codeOf, withTotp } from './second-factors.ts';
import { SoftwarePasskey } from './software-passkey.ts';

const origin = 'https://hostmaster.example';
const rpId = 'hostmaster.example';
const wrong = { status: 401, code: 'wrong_passkey' } as const;

const ageFactor = query<{ userId: string }>()(({ db, p }) =>
  db.updateTable('sessions').set({ factor_at: 1 }).where('user_id', '=', p.userId),
);

describeService(
  'a passkey',
  (service) => {
    /** A visitor at the public address. */
    async function visitor(): Promise<DashboardClient> {
      const page = new DashboardClient(service.client, { origin });
      await page.open();
      return page;
    }

    async function atPublicAddress(): Promise<Member> {
      const ada = await member(service);
      const page = await visitor();
      page.cookie = ada.page.cookie;
      page.csrfToken = ada.page.csrfToken;
      return { ...ada, page };
    }

    const challengeIn = ({ options }: { readonly options: string }): string =>
      (JSON.parse(options) as { challenge: string }).challenge;

    async function add(page: DashboardClient, name = 'Laptop') {
      const passkey = new SoftwarePasskey();
      const challenge = challengeIn(await page.call('startPasskey', {}));
      const response = passkey.create({ origin, rpId, challenge });
      const { recoveryCodes } = await page.call('addPasskey', { name, response });
      return { passkey, recoveryCodes };
    }

    const challengeFor = async (page: DashboardClient) =>
      challengeIn(await page.call('startPasskeyUse', {}));

    it('signs in alone, and is shown with its name and last use', async () => {
      const ada = await atPublicAddress();
      const other = await signedIn(service, ada.person);
      const { passkey, recoveryCodes } = await add(ada.page);
      expect(recoveryCodes).toHaveLength(10);
      expect((await other.open()).account).toBeNull();
      const { recoveryCodes: none } = await add(ada.page, 'Phone');
      expect(none).toEqual([]);

      const page = await visitor();
      const before = page.cookie;
      const challenge = await challengeFor(page);
      const response = passkey.get({ origin, rpId, challenge });
      const session = await page.call('signInWithPasskey', { response });
      expect(session.account?.id).toBe(ada.person.id);
      expect(page.cookie).not.toBe(before);
      const { passkeys } = await page.call('listSecondFactors', {});
      expect(passkeys).toMatchObject([
        { name: 'Laptop', lastUsedAt: expect.any(String) },
        { name: 'Phone', lastUsedAt: null },
      ]);
    });

    it('is asked for after the password, with a recovery code as the other way', async () => {
      const ada = await atPublicAddress();
      const { passkey, recoveryCodes } = await add(ada.page);
      const page = await visitor();
      const credentials = { email: ada.person.email, password };
      const { account, secondFactor } = await page.call('signIn', credentials);
      expect(account).toBeNull();
      expect(secondFactor?.methods).toEqual(['passkey']);
      const ticket = secondFactor?.ticket ?? '';
      const guess = await page.request('completeSignIn', { ticket, code: '123456' });
      expectRefusal(guess, { status: 401, code: 'wrong_code' });
      await page.call('completeSignIn', { ticket, code: recoveryCodes[0] ?? '' });
      const second = await visitor();
      await second.call('signIn', credentials);
      const response = passkey.get({ origin, rpId, challenge: await challengeFor(second) });
      await second.call('signInWithPasskey', { response });
      expect((await second.open()).account?.id).toBe(ada.person.id);
    });

    it('429: wrong answers for one account are limited, whatever their addresses', async () => {
      const ada = await atPublicAddress();
      const { passkey } = await add(ada.page);
      const challenge = Buffer.alloc(56).toString('base64url');
      const statuses: number[] = [];
      for (let count = 0; count < 201; count += 1) {
        const headers = { 'x-forwarded-for': `198.51.100.${count}` };
        const page = new DashboardClient(service.client, { origin, headers });
        await page.open();
        const response = passkey.get({ origin, rpId, challenge });
        statuses.push((await page.request('signInWithPasskey', { response })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 200 }, () => 401), 429]);
    });

    it('401: an answer for another origin, host name, challenge, browser or purpose', async () => {
      const ada = await atPublicAddress();
      const { passkey } = await add(ada.page);
      const page = await visitor();
      const elsewhere = await visitor();
      const secrets = openSecretBox(service.config.secretFile);
      const browser = page.cookie?.split('=')[1] ?? '';
      const late = { purpose: 'use', browser, now: Date.now() - 6 * minuteMs } as const;
      const own = { origin, rpId };
      const answers = [
        { origin: 'https://evil.example', rpId, challenge: await challengeFor(page) },
        { origin, rpId: 'evil.example', challenge: await challengeFor(page) },
        { ...own, challenge: Buffer.alloc(56).toString('base64url') },
        { ...own, challenge: 'AAAA' },
        { ...own, challenge: await challengeFor(elsewhere) },
        { ...own, challenge: challengeIn(await ada.page.call('startPasskey', {})) },
        { ...own, challenge: Buffer.from(newChallenge(secrets, late)).toString('base64url') },
      ];
      for (const answer of answers) {
        const response = passkey.get(answer);
        expectRefusal(await page.request('signInWithPasskey', { response }), wrong);
      }
      // Nor one by a stranger's key, without a check of the person, or that is none at all.
      const challenge = await challengeFor(page);
      for (const response of [
        new SoftwarePasskey().get({ ...own, challenge }),
        JSON.stringify({
          ...JSON.parse(new SoftwarePasskey().get({ ...own, challenge })),
          id: passkey.id,
          rawId: passkey.id,
        }),
        passkey.get({ ...own, challenge }, { flags: 0x01 }),
        passkey.create({ ...own, challenge }),
        '{}',
        'null',
        '[',
        JSON.stringify({ id: passkey.id, response: {} }),
      ]) {
        expectRefusal(await page.request('signInWithPasskey', { response }), wrong);
      }
      expect((await page.open()).account).toBeNull();
      const response = passkey.get({ ...own, challenge });
      await page.call('signInWithPasskey', { response });
    });

    it('401: an answer that is sent again, also at the same time', async () => {
      const ada = await atPublicAddress();
      const { passkey } = await add(ada.page);
      const page = await visitor();
      const { cookie, csrfToken } = page;
      const twin = await visitor();
      Object.assign(twin, { cookie, csrfToken });
      const challenge = await challengeFor(page);
      const response = passkey.get({ origin, rpId, challenge });
      const answers = await Promise.all(
        [page, twin].map((one) => one.request('signInWithPasskey', { response })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      Object.assign(twin, { cookie, csrfToken });
      expectRefusal(await twin.request('signInWithPasskey', { response }), wrong);
      // A new signature of the same challenge is no better.
      const again = passkey.get({ origin, rpId, challenge });
      expectRefusal(await twin.request('signInWithPasskey', { response: again }), wrong);
    });

    it('401: adding with an answer for another challenge, with attestation, or a second time', async () => {
      const ada = await atPublicAddress();
      const eve = await atPublicAddress();
      const passkey = new SoftwarePasskey();
      const challenge = challengeIn(await ada.page.call('startPasskey', {}));
      const own = { origin, rpId, challenge };
      for (const response of [
        passkey.create({ ...own, challenge: await challengeFor(ada.page) }),
        passkey.create({ ...own, origin: 'https://evil.example' }),
        passkey.create(own, { fmt: 'packed' }),
        passkey.get(own),
        '{}',
        '0',
      ]) {
        expectRefusal(await ada.page.request('addPasskey', { name: 'Key', response }), wrong);
      }
      const response = passkey.create(own);
      await ada.page.call('addPasskey', { name: 'Key', response });
      expectRefusal(await ada.page.request('addPasskey', { name: 'Key', response }), wrong);
      const taken = challengeIn(await eve.page.call('startPasskey', {}));
      const stolen = passkey.create({ ...own, challenge: taken });
      const answer = await eve.page.request('addPasskey', { name: 'Key', response: stolen });
      expectRefusal(answer, wrong);
    });

    it('confirms sensitive changes, and that of another account does not', async () => {
      const ada = await atPublicAddress();
      const eve = await atPublicAddress();
      const { passkey } = await add(ada.page);
      const { passkey: strange } = await add(eve.page);
      const { id: userId } = ada.person;
      await service.database.transaction((tx) => tx.run(ageFactor, { userId }));
      const create = () => ada.page.request('createApiKey', { ...ada.inside, name: 'Key' });
      expectRefusal(await create(), { status: 403, code: 'second_factor_required' });
      const confirm = async (by: SoftwarePasskey) => {
        const challenge = await challengeFor(ada.page);
        const response = by.get({ origin, rpId, challenge });
        return ada.page.request('confirmPasskey', { response });
      };
      expectRefusal(await confirm(strange), wrong);
      expectRefusal(await create(), { status: 403, code: 'second_factor_required' });
      expect((await confirm(passkey)).status).toBe(200);
      expect((await create()).status).toBe(200);
    });

    it('is removed; recovery codes stay with the authenticator app, and go with the last factor', async () => {
      const ada = await atPublicAddress();
      const { passkey } = await add(ada.page);
      const { secret, recoveryCodes } = await withTotp(ada.page);
      expect(recoveryCodes).toEqual([]);
      const { passkeys } = await ada.page.call('listSecondFactors', {});
      const passkeyId = passkeys[0]?.id ?? '';
      const eve = await atPublicAddress();
      const missing = { status: 404, code: 'second_factor_not_found' } as const;
      expectRefusal(await eve.page.request('removePasskey', { passkeyId }), missing);
      await ada.page.call('removePasskey', { passkeyId });
      expectRefusal(await ada.page.request('removePasskey', { passkeyId }), missing);
      expect(await ada.page.call('listSecondFactors', {})).toMatchObject({
        passkeys: [],
        recoveryCodesLeft: 10,
      });
      const page = await visitor();
      const response = passkey.get({ origin, rpId, challenge: await challengeFor(page) });
      expectRefusal(await page.request('signInWithPasskey', { response }), wrong);
      const { secondFactor } = await page.call('signIn', { email: ada.person.email, password });
      expect(secondFactor?.methods).toEqual(['totp']);
      const ticket = secondFactor?.ticket ?? '';
      await page.call('completeSignIn', { ticket, code: codeOf(secret, 1) });
      await page.call('removeTotp', {});
      expect((await page.call('listSecondFactors', {})).recoveryCodesLeft).toBe(0);
    });

    it('409: more than 20 of an account, and at an address without a host name', async () => {
      const ada = await atPublicAddress();
      for (let count = 0; count < 20; count += 1) await add(ada.page, `Key ${count}`);
      const challenge = challengeIn(await ada.page.call('startPasskey', {}));
      const response = new SoftwarePasskey().create({ origin, rpId, challenge });
      const answer = await ada.page.request('addPasskey', { name: 'One more', response });
      expectRefusal(answer, { status: 409, code: 'quota_exceeded' });

      const plain = await member(service);
      const unavailable = { status: 409, code: 'passkeys_unavailable' } as const;
      expectRefusal(await plain.page.request('startPasskey', {}), unavailable);
      expectRefusal(await plain.page.request('startPasskeyUse', {}), unavailable);
    });
  },
  { settings: { HOSTMASTER_PUBLIC_URL: origin, HOSTMASTER_TRUST_PROXY: '127.0.0.1' } },
);
