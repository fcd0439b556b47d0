/** Organizations whose people sign in at their provider only, and the way back by command. */

import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { newLink } from '../../packages/server/src/users/link-tokens.ts';
import { runCommand } from '../cli/program.ts';
import { mailsTo, member, password, person } from './people.ts';
import {
  colleague,
  linking,
  openProviderStage,
  publicUrl,
  signInAtAcme,
  signInAtRogue,
  visitor,
} from './provider-stage.ts';
import { SoftwarePasskey } from './software-passkey.ts';

const stage = await openProviderStage({ acme: { onlyByProvider: true } });
const required = { status: 403, code: 'provider_sign_in_required' } as const;
const forget = query<object>()(({ db }) => db.deleteFrom('provider_domains'));

describeService(
  'only by provider',
  (service) => {
    const command = (...args: readonly string[]) => {
      const { dataDir, databaseUrl } = service.place;
      const place = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
      return runCommand(args, { ...stage.settings, HOSTMASTER_DATA_DIR: dataDir, ...place });
    };
    const email = () => `${crypto.randomUUID()}@acme.example`;

    it('counts once DNS has said that the domain belongs to the provider', async () => {
      await service.database.transaction((tx) => tx.run(forget, {}));
      const ada = await person(service, { email: email() });
      const page = await visitor(service);
      await page.call('signIn', { email: ada.email, password });
      const { stdout, code, stderr } = await command('provider', 'domains', '--json');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual({
        domains: [
          {
            provider: 'acme',
            domain: 'acme.example',
            state: 'bound',
            record: {
              name: '_hostmaster-sign-in.acme.example',
              value: `service=${publicUrl} issuer=${stage.acme.issuer}`,
            },
          },
          expect.objectContaining({ provider: 'rogue', state: 'bound' }),
        ],
      });
      const other = await visitor(service);
      const refused = await other.request('signIn', { email: ada.email, password });
      expectRefusal(refused, required);
      expect((refused.body as { error: string }).error).toContain('signs in with Acme only');
    });

    it('downgrade to password: every way with a password is refused, with and without account', async () => {
      await signInAtAcme(stage, await visitor(service), colleague());
      const ada = await person(service, { email: email() });
      const page = await visitor(service);
      for (const address of [ada.email, email(), ada.email.toUpperCase()]) {
        expectRefusal(await page.request('signIn', { email: address, password }), required);
        expectRefusal(await page.request('requestPasswordReset', { email: address }), required);
        expectRefusal(await page.request('signUp', { email: address }), required);
      }
      const { token, row } = newLink({ kind: 'reset_password', userId: ada.id, now: Date.now() });
      await persistChange(service.database, { rows: [row] });
      const chosen = { token, password: 'another horse that counts' };
      expectRefusal(await page.request('resetPassword', chosen), required);
      const link = newLink({ kind: 'sign_up', payload: { email: email() }, now: Date.now() });
      await persistChange(service.database, { rows: [link.row] });
      const account = { token: link.token, name: 'Ada', password: 'another horse that counts' };
      expectRefusal(await page.request('completeSignUp', account), required);
      expect((await page.open()).account).toBeNull();
      expect(await mailsTo(service, ada)).toEqual([]);
    });

    it('downgrade to password: not by another address, another provider or a passkey', async () => {
      await service.database.transaction((tx) => tx.run(forget, {}));
      const ada = await member(service, { email: email() });
      const page = await visitor(service);
      page.cookie = ada.page.cookie;
      await page.open();
      const passkey = new SoftwarePasskey();
      const at = { origin: publicUrl, rpId: 'hostmaster.example' };
      const { options } = await page.call('startPasskey', {});
      const { challenge } = JSON.parse(options) as { challenge: string };
      await page.call('addPasskey', {
        name: 'Key',
        response: passkey.create({ ...at, challenge }),
      });
      const { url } = await page.call('linkIdentity', linking('rogue'));
      const rogue = { sub: crypto.randomUUID(), email: 'ada@elsewhere.example' };
      const answerUrl = new URL(stage.rogue.signIn(url, rogue));
      const linked = await page.send('GET', `${answerUrl.pathname}${answerUrl.search}`);
      expect(linked.status, linked.text).toBe(303);
      await command('provider', 'domains');

      const moved = { email: 'ada@elsewhere.example', currentPassword: password };
      expectRefusal(await page.request('updateAccount', moved), required);
      const other = await visitor(service);
      expect((await signInAtRogue(stage, other, rogue)).status).toBe(403);
      const use = async (ticket?: string) => {
        const asked = JSON.parse((await other.call('startPasskeyUse', {})).options);
        const response = passkey.get({ ...at, challenge: asked.challenge });
        return other.request('signInWithPasskey', { response, ticket });
      };
      expectRefusal(await use(), required);
      expectRefusal(await use(`${ada.person.id}.9999999999999.x.idn_x.`), required);
      expect((await other.open()).account).toBeNull();
      // After the provider the passkey is the second step.
      const answer = await signInAtAcme(stage, other, colleague({ email: ada.person.email }));
      const step = new URLSearchParams(
        new URL(answer.headers.location ?? '', publicUrl).hash.slice(1),
      );
      expect((await use(step.get('ticket') ?? '')).status).toBe(200);
      expect((await other.open()).account?.id).toBe(ada.person.id);
    });

    it('the operator opens a way back for a day, with the reason in the activity', async () => {
      await command('provider', 'domains');
      const ada = await member(service, { email: email() }).catch(() => null);
      expect(ada).toBeNull();
      const address = email();
      const page = await visitor(service);
      await signInAtAcme(stage, page, colleague({ email: address }));
      await page.open();
      const { workspace } = await page.call('createWorkspace', { name: 'Acme' });
      const reason = 'The provider is away';
      const done = await command('user', 'allow-password', address, '--reason', reason);
      expect(done, done.stderr).toMatchObject({ code: 0, stderr: '' });
      expect(done.stdout).toContain(`${address} can sign in with a password`);
      const other = await visitor(service);
      await other.call('requestPasswordReset', { email: address });
      const { entries } = await page.call('listActivity', { workspaceId: workspace.id });
      expect(entries[0]).toMatchObject({
        action: 'member.allow_password',
        text: `allowed ${address} to sign in with a password: ${reason}`,
      });
      const subjects = (await mailsTo(service, { email: address })).map(({ subject }) => subject);
      expect(subjects).toEqual([
        'You can sign in with a password for a day',
        'Reset your password',
      ]);
      for (const args of [[address], [address, '--reason', ' '], [email(), '--reason', 'x']]) {
        expect((await command('user', 'allow-password', ...args)).code).toBe(2);
      }
    });
  },
  { settings: { ...stage.settings, HOSTMASTER_SIGN_UP: 'open' } },
);
