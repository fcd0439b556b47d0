/** Attacks on the sign-in at identity providers: each is refused with a sentence and changes nothing. */
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import type { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import type { Forgery, Mood } from '@hostmaster/test-rig/identity-provider-stand-in';
import { describeService } from '@hostmaster/test-rig/service';
import { afterEach, expect, it } from 'vitest';
import { member, person } from './people.ts';
import {
  bind,
  colleague,
  comeBack,
  leave,
  linking,
  openProviderStage,
  signInAtAcme,
  signInAtRogue,
  visitor,
} from './provider-stage.ts';

const stage = await openProviderStage({ rogue: { domainClaim: 'hd', secondFactor: 'always' } });
const { acme, rogue, resolver } = stage;

const countRows = query<object>()(({ db }) =>
  db.selectFrom('users').select((eb) => [
    eb.fn.countAll().as('users'),
    eb
      .selectFrom('identities')
      .select((of) => of.fn.countAll().as('n'))
      .as('identities'),
    eb
      .selectFrom('sessions')
      .select((of) => of.fn.countAll().as('n'))
      .as('sessions'),
    eb
      .selectFrom('activity')
      .select((of) => of.fn.countAll().as('n'))
      .as('activity'),
  ]),
);

const notConfirmed = 'could not be confirmed. Nothing was changed';
const notLinked = 'No account here is linked to this sign-in';

afterEach(() => {
  rogue.forgery = {};
  rogue.moods.clear();
  bind(resolver, 'acme.example', acme.issuer);
  bind(resolver, 'rogue.example', rogue.issuer);
});

describeService(
  'an attack on the sign-in at a provider',
  (service) => {
    const rows = () => service.database.first(countRows, {});

    /** Refused with this sentence, signed out, and without a trace. */
    async function expectNothing(
      page: DashboardClient,
      attack: () => Promise<{ status: number; text: string }>,
      { status, text }: { readonly status: number; readonly text: string },
    ) {
      const before = await rows();
      const cookie = page.cookie;
      const answer = await attack();
      expect(answer.text).toContain(text);
      expect(answer.status).toBe(status);
      expect(page.cookie).toBe(cookie);
      expect((await page.open()).account).toBeNull();
      expect(await rows()).toEqual(before);
    }

    const someone = () => ({
      sub: crypto.randomUUID(),
      email: 'a@rogue.example',
      hd: 'rogue.example',
    });
    const seconds = () => Math.floor(Date.now() / 1_000);
    const forgeries: Record<string, Forgery> = {
      'wrong issuer': { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) },
      'wrong audience': { claims: (claims) => ({ ...claims, aud: 'another-client' }) },
      'two audiences without authorized party': {
        claims: (claims) => ({ ...claims, aud: ['hostmaster', 'another-client'] }),
      },
      'wrong nonce': { claims: (claims) => ({ ...claims, nonce: 'of another sign-in' }) },
      'no nonce': { claims: ({ nonce: _, ...claims }) => claims },
      'wrong signature': { isForeignKey: true },
      'alg none': { algorithm: 'none' },
      'public key as secret': { algorithm: 'HS256' },
      'expired token': {
        claims: (claims) => ({ ...claims, iat: seconds() - 900, exp: seconds() - 600 }),
      },
      'clock ten minutes behind': { claims: (claims) => ({ ...claims, iat: seconds() - 600 }) },
      'clock ten minutes ahead': { claims: (claims) => ({ ...claims, iat: seconds() + 600 }) },
      'not valid yet': { claims: (claims) => ({ ...claims, nbf: seconds() + 600 }) },
      'no subject': { claims: ({ sub: _, ...claims }) => claims },
    };

    it.each(Object.entries(forgeries))('%s', async (_, forgery) => {
      const page = await visitor(service);
      rogue.forgery = forgery;
      const attack = () => signInAtRogue(stage, page, someone());
      await expectNothing(page, attack, { status: 401, text: notConfirmed });
      rogue.forgery = {};
      expect((await signInAtRogue(stage, page, someone())).status).toBe(303);
    });

    it('a clock that is one minute off is accepted', async () => {
      for (const off of [-60, 60]) {
        const page = await visitor(service);
        rogue.forgery = { claims: (claims) => ({ ...claims, iat: seconds() + off }) };
        expect((await signInAtRogue(stage, page, someone())).status).toBe(303);
      }
    });

    it('code used twice', async () => {
      const page = await visitor(service);
      const url = await acme.signIn(await leave(page, 'acme'), colleague());
      const { attemptCookie } = page;
      expect((await comeBack(page, url)).status).toBe(303);
      const before = await rows();
      const thief = await visitor(service);
      thief.attemptCookie = attemptCookie;
      const answer = await comeBack(thief, url);
      expect(answer.status).toBe(401);
      expect((await thief.open()).account).toBeNull();
      expect(await rows()).toEqual(before);
    });

    it('answer used twice, by a provider that accepts codes twice, also at the same time', async () => {
      const page = await visitor(service);
      const url = rogue.signIn(await leave(page, 'rogue'), someone());
      const twin = await visitor(service);
      twin.attemptCookie = page.attemptCookie;
      const answers = await Promise.all([comeBack(page, url), comeBack(twin, url)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
    });

    it('state of another browser', async () => {
      const thief = await visitor(service);
      const url = await acme.signIn(await leave(thief, 'acme'), colleague());
      const victim = await visitor(service);
      const refused = { status: 401, text: notConfirmed };
      // Neither without an attempt of its own, nor with one.
      await expectNothing(victim, () => comeBack(victim, url), refused);
      await leave(victim, 'acme');
      await expectNothing(victim, () => comeBack(victim, url), refused);
      const withoutState = url.replace(/state=[^&]+/, 'state=');
      await expectNothing(victim, () => comeBack(victim, withoutState), refused);
    });

    it('answer of one provider at the address of another', async () => {
      const page = await visitor(service);
      const url = rogue.signIn(await leave(page, 'rogue'), someone());
      const mixed = url.replace('/oidc/rogue/', '/oidc/acme/');
      await expectNothing(page, () => comeBack(page, mixed), { status: 401, text: notConfirmed });
    });

    it('session fixation: the cookie before the sign-in opens nothing afterwards', async () => {
      const page = await visitor(service);
      const planted = page.cookie;
      await signInAtAcme(stage, page, colleague());
      expect(page.cookie).not.toBe(planted);
      const thief = await visitor(service);
      thief.cookie = planted;
      expect((await thief.open()).account).toBeNull();
    });

    it('linking take-over: an address of an account, verified by a provider it is not bound to', async () => {
      const victim = await member(service, { email: `victim-${Date.now()}@other.example` });
      const { email } = victim.person;
      const page = await visitor(service);
      const claimed = { sub: 'thief', email, email_verified: true, hd: 'other.example' };
      const attack = () => signInAtRogue(stage, page, claimed);
      await expectNothing(page, attack, { status: 403, text: notLinked });
    });

    it('linking take-over: a domain that is configured, but whose DNS says nothing or otherwise', async () => {
      const victim = await person(service, { email: `dns-${Date.now()}@acme.example` });
      const record = '_hostmaster-sign-in.acme.example';
      const ada = colleague({ email: victim.email });
      for (const answer of [
        'NXDOMAIN',
        [`${record}. 300 TXT "service=https://hostmaster.example issuer=${rogue.issuer}"`],
        [`${record}. 300 TXT "service=https://another.example issuer=${acme.issuer}"`],
        [`${record}. 300 TXT "service=https://hostmaster.example issuer=${acme.issuer}/"`],
      ] as const) {
        resolver.set(record, answer);
        const page = await visitor(service);
        const attack = () => signInAtAcme(stage, page, ada);
        await expectNothing(page, attack, { status: 403, text: notLinked });
      }
      resolver.set(record, 'SERVFAIL');
      const page = await visitor(service);
      const attack = () => signInAtAcme(stage, page, ada);
      await expectNothing(page, attack, { status: 503, text: 'Nothing was changed' });
    });

    it('linking take-over: unverified, quoted or foreign addresses, and a wrong organization', async () => {
      const claims = [
        { email: 'a@rogue.example', hd: 'rogue.example', email_verified: false },
        { email: 'a@rogue.example' },
        { email: 'a@rogue.example', hd: 'evil.example' },
        { email: '"a@evil.example"@rogue.example', hd: 'rogue.example' },
        { email: 'a@rogue.example, b@evil.example', hd: 'rogue.example' },
        { email: 'a@sub.rogue.example', hd: 'sub.rogue.example' },
        { email: ['a@rogue.example'], hd: 'rogue.example' },
        { hd: 'rogue.example' },
      ];
      for (const claim of claims) {
        const page = await visitor(service);
        const attack = () => signInAtRogue(stage, page, { sub: crypto.randomUUID(), ...claim });
        await expectNothing(page, attack, { status: 403, text: notLinked });
      }
    });

    it('linking take-over: an account whose address was never confirmed', async () => {
      const email = `typo-${Date.now()}@acme.example`;
      await person(service, { email, isEmailVerified: false });
      const page = await visitor(service);
      const attack = () => signInAtAcme(stage, page, colleague({ email }));
      await expectNothing(page, attack, { status: 403, text: notLinked });
    });

    it("linking take-over: the thief's identity in the victim's session", async () => {
      const thief = await member(service);
      const thiefPage = await visitor(service);
      thiefPage.cookie = thief.page.cookie;
      await thiefPage.open();
      const { url } = await thiefPage.call('linkIdentity', linking('acme'));
      const answerUrl = await acme.signIn(url, colleague());
      const victim = await member(service);
      const page = await visitor(service);
      page.cookie = victim.page.cookie;
      await page.open();
      expect((await comeBack(page, answerUrl)).status).toBe(401);
      // Not even with the attempt itself, which names the person who began it.
      page.attemptCookie = thiefPage.attemptCookie;
      expect((await comeBack(page, answerUrl)).status).toBe(401);
      expect((await page.call('listIdentities', {})).identities).toEqual([]);
    });

    it('linking take-over: an identity that belongs to another account', async () => {
      const ada = colleague();
      const first = await visitor(service);
      await signInAtAcme(stage, first, ada);
      const other = await member(service);
      const page = await visitor(service);
      page.cookie = other.page.cookie;
      await page.open();
      const { url } = await page.call('linkIdentity', linking('acme'));
      const answer = await comeBack(page, await acme.signIn(url, ada));
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('linked to another account');
      expect((await page.call('listIdentities', {})).identities).toEqual([]);
    });

    it("unlinking another person's identity", async () => {
      const first = await visitor(service);
      await signInAtAcme(stage, first, colleague());
      const { identities } = await first.call('listIdentities', {});
      const { page } = await member(service);
      const identityId = identities[0]?.id ?? '';
      const refused = { status: 404, code: 'identity_not_found' } as const;
      expectRefusal(await page.request('unlinkIdentity', { identityId }), refused);
      expect((await first.call('listIdentities', {})).identities).toHaveLength(1);
    });

    const away: readonly (readonly [string, Mood])[] = [
      ['/token', 'html'],
      ['/token', 'hang up'],
      ['/token', 'error'],
      ['/token', 'huge'],
      ['/jwks', 'html'],
      ['/jwks', 'hang up'],
    ];
    it.each(away)('a provider whose %s answers with %s', async (path, mood) => {
      const page = await visitor(service);
      // Keys that are known are not fetched again.
      rogue.forgery = path === '/jwks' ? { isForeignKey: true } : {};
      const url = rogue.signIn(await leave(page, 'rogue'), someone());
      rogue.moods.set(path, mood);
      const before = await rows();
      const answer = await comeBack(page, url);
      expect([401, 503]).toContain(answer.status);
      if (path === '/token') expect(answer.status).toBe(503);
      expect(answer.text).toContain('Nothing was changed');
      expect(await rows()).toEqual(before);
    });

    it('brute force: answers that are wrong are limited for each address', async () => {
      const page = await visitor(service, '203.0.113.9');
      let status = 401;
      let tries = 0;
      while (status === 401 && tries < 100) {
        tries += 1;
        ({ status } = await page.send('GET', '/oidc/acme/callback?code=x&state=y'));
      }
      expect(status).toBe(429);
      expect(tries).toBeLessThan(40);
      const other = await visitor(service);
      expect((await signInAtAcme(stage, other, colleague())).status).toBe(303);
    });

    it('brute force: an identity that is refused is limited from all addresses', async () => {
      const sub = crypto.randomUUID();
      let status = 403;
      let tries = 0;
      while (status === 403 && tries < 60) {
        tries += 1;
        const page = await visitor(service);
        ({ status } = await signInAtRogue(stage, page, { sub, email: 'a@evil.example' }));
      }
      expect(status).toBe(429);
      const page = await visitor(service);
      expect((await signInAtRogue(stage, page, someone())).status).toBe(303);
    });
  },
  { settings: stage.settings },
);
