/**
 * A company sets itself up from one invitation each, with passkeys required: owner, admin, two DNS
 * editors for three of four domains, and a bookkeeper. None of them does what the table denies, by any
 * way in, nor anything without a passkey.
 */
import type { Role } from '@hostmaster/contract/roles';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { describeService } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { update } from '../dns-update/updater.ts';
import { linkTokenIn, waitForMail } from './mail-files.ts';
import { member, password } from './people.ts';
import { SoftwarePasskey } from './software-passkey.ts';

beforeAll(() => requireDnsPeers());

const origin = 'https://hostmaster.example';
const rpId = 'hostmaster.example';

describeService(
  'a company of five',
  (service) => {
    /** Returns the passkey, which signs in alone from then on. */
    async function addPasskey(page: DashboardClient): Promise<SoftwarePasskey> {
      const passkey = new SoftwarePasskey();
      const { options } = await page.call('startPasskey', {});
      const { challenge } = JSON.parse(options) as { challenge: string };
      const response = passkey.create({ origin, rpId, challenge });
      await page.call('addPasskey', { name: 'Laptop', response });
      return passkey;
    }

    async function signIn(passkey: SoftwarePasskey): Promise<DashboardClient> {
      const page = new DashboardClient(service.client, { origin });
      await page.open();
      const { options } = await page.call('startPasskeyUse', {});
      const { challenge } = JSON.parse(options) as { challenge: string };
      const response = passkey.get({ origin, rpId, challenge });
      await page.call('signInWithPasskey', { response });
      return page;
    }

    it('sets itself up, and its roles hold for API, PowerDNS-compatible API, UPDATE, webhooks and exports', async () => {
      const olga = await member(service, { name: 'Olga' });
      const { inside, workspace } = olga;
      const ownPage = new DashboardClient(service.client, { origin });
      ownPage.cookie = olga.page.cookie;
      ownPage.csrfToken = olga.page.csrfToken;
      await addPasskey(ownPage);
      const owner = { ...olga, page: ownPage };
      const from = new Date(Date.now() - 1).toISOString();
      await owner.page.call('requireSecondFactor', { ...inside, from });
      const domains: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        domains.push(await service.liveDomain(workspace.client));
      }
      const [first = '', , , secret = ''] = domains;
      const three = domains.slice(0, 3);

      async function joined(name: string, role: Role, domainNames: string[] | null) {
        const email = `${name.toLowerCase()}-${Date.now()}@example.com`;
        await owner.page.call('inviteMember', { ...inside, email, role, domainNames });
        const token = linkTokenIn(await waitForMail(service, email), 'invitation');
        const page = new DashboardClient(service.client, { origin });
        await page.open();
        await page.call('acceptInvitation', { token, name, password });
        await page.open();
        const early = [
          await page.request('listMembers', inside),
          await page.request('createApiKey', { ...inside, name: 'Early', scope: 'read' }),
          await page.requestApi('listDomains', inside),
          await page.request('exportZone', { ...inside, domain: first }),
        ];
        for (const answer of early) {
          expectRefusal(answer, { status: 403, code: 'second_factor_missing' });
        }
        const passkey = await addPasskey(page);
        const { secondFactor } = await page.call('signIn', { email, password });
        expect(secondFactor?.methods).toEqual(['passkey']);
        return signIn(passkey);
      }
      const admin = await joined('Amir', 'admin', null);
      const editors = [
        await joined('Dora', 'dns_editor', three),
        await joined('Dean', 'dns_editor', three),
      ];
      const bookkeeper = await joined('Bela', 'billing', null);
      const { members } = await owner.page.call('listMembers', inside);
      expect(members.every(({ hasSecondFactor }) => hasSecondFactor)).toBe(true);
      expect(members.map(({ name, role }) => `${name} ${role}`).sort()).toEqual([
        'Amir admin',
        'Bela billing',
        'Dean dns_editor',
        'Dora dns_editor',
        'Olga owner',
      ]);

      for (const editor of editors) {
        const { apiKey } = await editor.call('createApiKey', {
          ...inside,
          name: 'Editing',
          scope: 'dns',
        });
        const key = service.client.withKey(apiKey);
        const record = { type: 'A', name: 'www', value: '192.0.2.1' } as const;
        expect((await key.request('createRecord', { domain: first, ...record })).status).toBe(200);
        expect((await key.request('createRecord', { domain: secret, ...record })).status).toBe(404);
        const zone = (name: string) => key.send('GET', `/api/v1/servers/localhost/zones/${name}.`);
        expect([(await zone(first)).status, (await zone(secret)).status]).toEqual([200, 404]);
        const signer = await editor.call('createUpdateKey', { ...inside, domains: null });
        const send = (name: string) =>
          update(
            'nsupdate',
            {
              port: service.dnsPort,
              zone: name,
              key: { name: signer.key.name, algorithm: 'hmac-sha256', secret: signer.secret },
            },
            [`add dyn.${name}. 300 TXT "x"`],
          );
        expect([await send(first), await send(secret)]).toEqual(['NOERROR', 'REFUSED']);
        const denied = await Promise.all([
          editor.requestApi('createWebhook', { ...inside, url: 'https://hooks.example.com/in' }),
          editor.request('exportActivityCsv', inside),
          editor.request('exportStatement', inside),
          editor.requestApi('renewDomain', { ...inside, domain: first, years: 1 }),
          editor.requestApi('issueAuthCode', { ...inside, domain: first }),
          editor.request('inviteMember', { ...inside, email: 'x@example.com', role: 'read_only' }),
        ]);
        expect(denied.map(({ status }) => status)).toEqual(denied.map(() => 403));
        const files = [first, secret].map((domain) =>
          editor.request('exportZone', { ...inside, domain }),
        );
        expect((await Promise.all(files)).map(({ status }) => status)).toEqual([200, 404]);
      }

      await bookkeeper.call('createTopUp', { ...inside, credits: 50 });
      expect((await bookkeeper.request('exportStatement', inside)).status).toBe(200);
      const paid = await bookkeeper.requestApi('renewDomain', {
        ...inside,
        domain: first,
        years: 1,
      });
      expect(paid.status).toBe(200);
      const refused = await Promise.all([
        bookkeeper.requestApi('deleteRecord', { ...inside, domain: first, recordId: 'rec_1' }),
        bookkeeper.requestApi('registerDomain', { ...inside, domain: 'bought.com' }),
        bookkeeper.request('createApiKey', { ...inside, name: 'All', scope: 'all' }),
        bookkeeper.request('createUpdateKey', { ...inside, domains: null }),
      ]);
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);

      const url = 'https://hooks.example.com/in';
      const { webhook } = await admin.api('createWebhook', { ...inside, url });
      // Nothing answers there: its deliveries would wait for another attempt.
      await admin.api('deleteWebhook', { ...inside, webhookId: webhook.id });
      const raised = await admin.request('updateMember', {
        ...inside,
        userId: owner.person.id,
        role: 'read_only',
      });
      expect(raised.status).toBe(403);
      await service.settled();
    });
  },
  { settings: { HOSTMASTER_PUBLIC_URL: origin } },
);
