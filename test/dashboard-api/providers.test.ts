/** Sign-in at identity providers: accounts, roles, links, second factors and the end of sessions. */
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { mailsTo, member } from './people.ts';
import {
  colleague,
  comeBack,
  leave,
  linking,
  openProviderStage,
  publicUrl,
  signInAtAcme,
  signInAtRogue,
  visitor,
  workspaceWithId,
} from './provider-stage.ts';
import { codeOf, withTotp } from './second-factors.ts';

const workspaceId = 'ws_of_acme';
const stage = await openProviderStage({
  acme: {
    secondFactor: 'amr',
    workspaces: [
      {
        workspace: workspaceId,
        roles: [
          { value: 'registrar-owners', role: 'owner' },
          { value: 'dns', role: 'dns_editor', domains: ['example.com'] },
        ],
      },
      { workspace: 'ws_that_is_gone', otherwise: 'owner' },
    ],
  },
});

const listFacts = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('activity')
    .select(['action', 'subject', 'details', 'actor_kind'])
    .where('workspace_id', '=', p.workspaceId)
    .orderBy('id'),
);
const agePassword = query<{ userId: string }>()(({ db, p }) =>
  db.updateTable('sessions').set({ password_at: 1 }).where('user_id', '=', p.userId),
);
const requireFactor = query<{ id: string }>()(({ db, p }) =>
  db.updateTable('workspaces').set({ second_factor_from: 1 }).where('id', '=', p.id),
);

describeService(
  'a sign-in at a provider',
  (service) => {
    const facts = async (id: string) =>
      (await service.database.all(listFacts, { workspaceId: id })).map(({ action }) => action);

    it('creates an account of a bound domain, and finds it again', async () => {
      const ada = colleague();
      const page = await visitor(service);
      const before = page.cookie;
      const answer = await signInAtAcme(stage, page, ada);
      expect(answer.status, answer.text).toBe(303);
      expect(answer.headers.location).toBe('/dashboard');
      expect(page.cookie).not.toBe(before);
      const { account, workspaces } = await page.open();
      expect(account).toMatchObject({ email: ada.email, name: ada.name, isEmailVerified: true });
      expect(workspaces).toEqual([]);
      const again = await visitor(service);
      // The address at the provider decides nothing any more.
      await signInAtAcme(stage, again, { ...ada, email: 'moved@acme.example' });
      expect((await again.open()).account).toEqual(account);
    });

    it('gives the roles of its claims, changes them and takes them away', async () => {
      await workspaceWithId(service, workspaceId);
      const owner = colleague({ groups: ['staff', 'registrar-owners'] });
      const first = await visitor(service);
      await signInAtAcme(stage, first, owner);
      expect((await first.open()).workspaces).toMatchObject([{ id: workspaceId, role: 'owner' }]);
      const editor = colleague({ groups: ['dns'] });
      const page = await visitor(service);
      await signInAtAcme(stage, page, editor);
      expect((await page.open()).workspaces).toMatchObject([
        { id: workspaceId, role: 'dns_editor', domainNames: ['example.com'] },
      ]);
      await signInAtAcme(stage, page, { ...editor, groups: ['registrar-owners'] });
      expect((await page.open()).workspaces).toMatchObject([{ role: 'owner', domainNames: null }]);
      const key = { workspaceId, name: 'Mine', scope: 'read', expiresAt: null } as const;
      const { apiKey } = await page.call('createApiKey', key);
      const list = () => service.client.withKey(apiKey).send('GET', '/v1/domains');
      expect((await list()).status).toBe(200);
      await signInAtAcme(stage, page, { ...editor, groups: [] });
      expect((await page.open()).workspaces).toEqual([]);
      expect((await list()).status).toBe(401);
      // The last owner stays, whatever the provider says.
      await signInAtAcme(stage, first, { ...owner, groups: [] });
      expect((await first.open()).workspaces).toMatchObject([{ role: 'owner' }]);
      expect(await facts(workspaceId)).toEqual(
        expect.arrayContaining([
          'member.add',
          'member.change',
          'member.remove',
          'member.provider_sign_in',
        ]),
      );
    });

    it('notes who signed in, from where, and by which factor', async () => {
      const ada = await member(service, { email: `notes-${Date.now()}@acme.example` });
      const identity = colleague({ email: ada.person.email, amr: ['pwd', 'mfa'] });
      const page = await visitor(service, '203.0.113.77');
      await signInAtAcme(stage, page, identity);
      const rows = await service.database.all(listFacts, { workspaceId: ada.workspace.id });
      const [link, signIn] = rows.slice(-2);
      expect(link).toMatchObject({ action: 'member.link_provider', subject: ada.person.email });
      expect(signIn).toMatchObject({ action: 'member.provider_sign_in', actor_kind: 'user' });
      expect(JSON.parse(String(signIn?.details))).toEqual({
        provider: 'Acme',
        address: '203.0.113.77',
        factor: 'provider_factor',
      });
      const subjects = (await mailsTo(service, ada.person)).map(({ subject }) => subject);
      expect(subjects).toContain('A sign-in was linked to your account');
    });

    it('is linked and unlinked by a person who has confirmed', async () => {
      const ada = await member(service);
      const page = await visitor(service);
      page.cookie = ada.page.cookie;
      await page.open();
      const stranger = colleague({ email: 'elsewhere@gmail.example' });
      await service.database.transaction((tx) => tx.run(agePassword, { userId: ada.person.id }));
      const unconfirmed = await page.request('linkIdentity', linking('acme'));
      expectRefusal(unconfirmed, { status: 403, code: 'password_required' });
      await page.call('confirmPassword', { password: 'a horse that counts to nine' });
      const { url } = await page.call('linkIdentity', linking('acme'));
      const answer = await comeBack(page, await stage.acme.signIn(url, stranger));
      expect(answer.headers.location, answer.text).toBe('/dashboard/account');
      const { identities } = await page.call('listIdentities', {});
      expect(identities).toMatchObject([
        { providerId: 'acme', provider: 'Acme', email: 'elsewhere@gmail.example' },
      ]);
      const other = await visitor(service);
      await signInAtAcme(stage, other, stranger);
      expect((await other.open()).account?.id).toBe(ada.person.id);
      await page.call('unlinkIdentity', { identityId: identities[0]?.id ?? '' });
      const third = await visitor(service);
      const refused = await signInAtAcme(stage, third, stranger);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('No account here is linked to this sign-in at Acme');
    });

    it('counts as second factor only where the provider says that it checked one', async () => {
      await service.database.transaction((tx) => tx.run(requireFactor, { id: workspaceId }));
      const ada = colleague({ groups: ['registrar-owners'] });
      const page = await visitor(service);
      await signInAtAcme(stage, page, ada);
      const refused = await page.request('getWorkspace', { workspaceId });
      expectRefusal(refused, { status: 403, code: 'second_factor_missing' });
      await signInAtAcme(stage, page, { ...ada, amr: ['mfa'] });
      expect((await page.request('getWorkspace', { workspaceId })).status).toBe(200);
      expect((await page.open()).workspaces).toMatchObject([{ secondFactorDueAt: null }]);
    });

    it('does not replace the second factor of an account that the domain alone has linked', async () => {
      const ada = await member(service, { email: `factor-${Date.now()}@acme.example` });
      const { secret } = await withTotp(ada.page);
      const page = await visitor(service);
      const answer = await signInAtAcme(
        stage,
        page,
        colleague({ email: ada.person.email, amr: ['mfa'] }),
      );
      expect((await page.open()).account).toBeNull();
      const step = new URL(answer.headers.location ?? '', publicUrl);
      expect(step.pathname).toBe('/dashboard/sign-in');
      const given = new URLSearchParams(step.hash.slice(1));
      expect(given.get('methods')).toBe('totp');
      const ticket = given.get('ticket') ?? '';
      const forged = ticket.replace(/idn_\w+/, 'idn_other');
      expectRefusal(
        await page.request('completeSignIn', { ticket: forged, code: codeOf(secret, 1) }),
        {
          status: 401,
          code: 'sign_in_expired',
        },
      );
      await page.call('completeSignIn', { ticket, code: codeOf(secret, 1) });
      expect((await page.open()).account?.id).toBe(ada.person.id);
    });

    it('confirms a session where the provider asks again, and only then', async () => {
      const ada = colleague();
      const page = await visitor(service);
      await signInAtAcme(stage, page, ada);
      const { account } = await page.open();
      await service.database.transaction((tx) =>
        tx.run(agePassword, { userId: account?.id ?? '' }),
      );
      expectRefusal(await page.request('startTotp', {}), {
        status: 403,
        code: 'password_required',
      });
      const input = { providerId: 'acme', returnTo: '/dashboard/account' };
      const { url } = await page.call('confirmIdentity', input);
      expect(new URL(url).searchParams.get('prompt')).toBe('login');
      // As another person, who has an account too.
      const stranger = await comeBack(page, await stage.acme.signIn(url, colleague()));
      expect(stranger.status).toBe(401);
      const { url: second } = await page.call('confirmIdentity', input);
      await comeBack(page, await stage.acme.signIn(second, ada));
      expect((await page.request('startTotp', {})).status).toBe(200);
      const elsewhere = { providerId: 'acme', returnTo: 'https://evil.example/' };
      expectRefusal(await page.request('confirmIdentity', elsewhere), {
        status: 400,
        code: 'invalid_request',
        fields: ['returnTo'],
      });
    });

    it('ends with the session at the provider, once per token', async () => {
      const ada = colleague({ groups: ['dns'] });
      const page = await visitor(service);
      await signInAtAcme(stage, page, ada);
      const sid = stage.acme.sessions.at(-1) ?? '';
      const beside = await visitor(service);
      await signInAtAcme(stage, beside, ada);
      const token = await stage.acme.signOut(ada.sub, sid);
      const logout = (logout_token: string) =>
        page.send('POST', '/oidc/acme/logout', {
          raw: new URLSearchParams({ logout_token }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          without: ['cookie', 'origin', 'x-csrf-token'],
        });
      const done = await logout(token);
      expect(done.status, done.text).toBe(200);
      expect(done.headers['cache-control']).toBe('no-store');
      expect((await page.open()).account).toBeNull();
      expect((await beside.open()).account).not.toBeNull();
      const again = await logout(token);
      expect({ status: again.status, body: again.body }).toEqual({
        status: 400,
        body: { error: 'invalid_request' },
      });
      expect(await facts(workspaceId)).toContain('member.provider_sign_out');
    });

    it('refuses logout tokens that are not what they should be, and ends nothing', async () => {
      const person = { sub: 'rogue-1', email: 'one@rogue.example' };
      const page = await visitor(service);
      await signInAtRogue(stage, page, person);
      expect((await page.open()).account).not.toBeNull();
      const seconds = Math.floor(Date.now() / 1_000);
      const sound = {
        iss: stage.rogue.issuer,
        aud: 'hostmaster',
        iat: seconds,
        exp: seconds + 60,
        jti: 'one',
        sub: person.sub,
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      };
      const send = async (token: string) => {
        const other = await visitor(service);
        const raw = new URLSearchParams({ logout_token: token }).toString();
        return (await other.send('POST', '/oidc/rogue/logout', { raw })).status;
      };
      const { sub: _, ...unnamed } = sound;
      const bad: Record<string, string> = {
        issuer: stage.rogue.sign({ ...sound, iss: 'https://evil.example' }),
        audience: stage.rogue.sign({ ...sound, aud: 'another-client' }),
        'no event': stage.rogue.sign({ ...sound, events: {} }),
        'an ID token': stage.rogue.sign({ ...sound, events: undefined, nonce: 'x' }),
        nonce: stage.rogue.sign({ ...sound, nonce: 'x' }),
        'no jti': stage.rogue.sign({ ...sound, jti: undefined }),
        'neither sub nor sid': stage.rogue.sign(unnamed),
        'ten minutes old': stage.rogue.sign({ ...sound, iat: seconds - 600 }),
        'of the future': stage.rogue.sign({ ...sound, iat: seconds + 600, exp: seconds + 900 }),
        'an access token': stage.rogue.sign(sound, { typ: 'at+jwt' }),
        text: 'a.b.c',
        nothing: '',
      };
      for (const [what, token] of Object.entries(bad)) {
        expect(await send(token), what).toBe(400);
      }
      for (const forgery of [
        { isForeignKey: true },
        { algorithm: 'none' },
        { algorithm: 'HS256' },
      ] as const) {
        stage.rogue.forgery = forgery;
        expect(await send(stage.rogue.sign(sound)), JSON.stringify(forgery)).toBe(400);
        stage.rogue.forgery = {};
      }
      expect((await page.open()).account).not.toBeNull();
      expect(await send(stage.rogue.sign(sound))).toBe(200);
      expect((await page.open()).account).toBeNull();
    });

    it('404: a provider that is not configured', async () => {
      const page = await visitor(service);
      const answer = await page.send('GET', '/oidc/other/start');
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('no such way to sign in');
      expect(await leave(page, 'acme')).toContain('code_challenge_method=S256');
    });
  },
  { settings: stage.settings },
);
