import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { browser, password, person } from './people.ts';

describeEdge(
  'guessing passwords',
  (service) => {
    it('hole 5: addresses that the client wrote into X-Forwarded-For itself do not count', async () => {
      const someone = await person(service);
      const statuses: number[] = [];
      for (let count = 0; count < 7; count += 1) {
        const page = browser(service, { address: `203.0.113.${count}, 192.0.2.77` });
        await page.open();
        const answer = await page.request('signIn', { email: someone.email, password: 'wrong' });
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    });

    it('429: an address is refused for an account after several wrong passwords, other addresses are not', async () => {
      const someone = await person(service);
      const attacker = browser(service, { address: '192.0.2.1' });
      await attacker.open();
      const guess = (secret: string) =>
        attacker.request('signIn', { email: someone.email, password: secret });
      for (let count = 0; count < 6; count += 1) {
        expectRefusal(await guess(`wrong ${count}`), { status: 401, code: 'wrong_credentials' });
      }
      const refused = await guess('wrong again');
      expectRefusal(refused, { status: 429, code: 'too_many_attempts' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expectRefusal(await guess(password), { status: 429, code: 'too_many_attempts' });

      const owner = browser(service, { address: '198.51.100.7' });
      await owner.open();
      const session = await owner.call('signIn', { email: someone.email, password });
      expect(session.account?.id).toBe(someone.id);
    });

    it('429: an unknown account is counted like any other', async () => {
      const page = browser(service, { address: '192.0.2.2' });
      await page.open();
      const statuses: number[] = [];
      for (let count = 0; count < 7; count += 1) {
        const answer = await page.request('signIn', { email: 'nobody@example.com', password });
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    });

    it('429: parallel attempts count like sequential ones', async () => {
      const someone = await person(service);
      const page = browser(service, { address: '192.0.2.3' });
      await page.open();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          page.request('signIn', { email: someone.email, password: `wrong ${index}` }),
        ),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(6);
    });

    it('429: an address that tries many accounts, and its neighbours in one IPv6 network', async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 31; count += 1) {
        const page = browser(service, { address: `2001:db8:1:2::${count.toString(16)}` });
        await page.open();
        const email = `account-${count}@example.com`;
        statuses.push((await page.request('signIn', { email, password })).status);
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(30);
      expect(statuses.at(-1)).toBe(429);
      const beyond = browser(service, { address: '2001:db8:1:3::1' });
      await beyond.open();
      const email = 'account-0@example.com';
      expect((await beyond.request('signIn', { email, password })).status).toBe(401);
    });

    it.each([
      ['links of invitations', '192.0.2.31', 'readInvitation', { token: 'x'.repeat(43) }],
      ['answers of passkeys', '192.0.2.32', 'signInWithPasskey', { response: '{}' }],
    ] as const)('429: wrong %s are limited for each address', async (_, address, name, input) => {
      const page = browser(service, { address });
      await page.open();
      const statuses: number[] = [];
      for (let count = 0; count < 31; count += 1) {
        statuses.push((await page.request(name, input)).status);
      }
      const [first = 0] = statuses;
      expect(first).toBeGreaterThanOrEqual(400);
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => first), 429]);
      const other = browser(service, { address: '192.0.2.33' });
      await other.open();
      expect((await other.request(name, input)).status).toBe(first);
    });

    it('correct passwords are not counted', async () => {
      const someone = await person(service);
      const page = browser(service, { address: '192.0.2.4' });
      await page.open();
      for (let count = 0; count < 40; count += 1) {
        expect((await page.request('signIn', { email: someone.email, password })).status).toBe(200);
      }
    });

    it('429: the mails that one address requests are limited', async () => {
      const page = browser(service, { address: '192.0.2.5' });
      await page.open();
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1) {
        const email = `somebody-${count}@example.com`;
        statuses.push((await page.request('requestPasswordReset', { email })).status);
      }
      expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
      expect(statuses[20]).toBe(429);
    });
  },
  { settings: { HOSTMASTER_TRUST_PROXY: '127.0.0.1' } },
);
