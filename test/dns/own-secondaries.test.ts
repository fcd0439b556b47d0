/** Nameservers of a customer, set up by the customer alone: real servers, as docs/own-secondaries.md says. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { dig, freePort, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService, until } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { type OwnServer, type OwnServerSetting, startOwnServer } from './own-secondary-servers.ts';

describeService(
  "a customer's own secondary",
  (service, engine) => {
    beforeAll(() => requireDnsPeers());

    it('serves changes as they are published, from the steps of the page alone', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const port = await freePort();
      const { key, secondary } = await client.call('addDomainSecondary', {
        domain,
        address: `127.0.0.1:${port}`,
      });
      expect(secondary).toMatchObject({ address: `127.0.0.1:${port}`, askedAt: null });
      const states = async () =>
        (await client.call('listDomainSecondaries', { domain })).secondaries;

      // Before the server has asked, it gets no NOTIFY.
      await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
      const bind = await start('bind', { domain, key, port });
      const txt = (name: string) => dig(port, `${name}.${domain}`, 'TXT', '+short');
      await until(
        'BIND has the zone',
        async () => (await dig(port, `www.${domain}`, 'A', '+short')) === '192.0.2.1\n',
        60_000,
      );
      await until('that is shown', async () => (await states())[0]?.fetchedSerial !== null);
      expect((await states())[0]).toMatchObject({ notifiedAt: null, notifyAnswer: null });

      await client.call('createRecord', { domain, type: 'TXT', name: 'new', value: 'here' });
      await until('the change is served', async () => (await txt('new')) === '"here"\n');
      await until('NOTIFY was taken', async () => (await states())[0]?.notifyAnswer === 'taken');
      const transfers = service.log.filter(
        ({ msg, zone, key: name }) => msg === 'transfer' && zone === domain && name === key.name,
      );
      expect(transfers.map(({ kind }) => kind)).toContain('ixfr');

      // On SQLite a command announces its change itself: the service does not know of it.
      const file = join((await createTestDirectory()).path, 'imported.zone');
      writeFileSync(file, 'imported 300 IN TXT "too"\n');
      const imported = await runCommand(service.place, 'zone', 'import', domain, file, '--yes');
      expect(imported).toMatchObject({ code: 0, stderr: '' });
      await until('that is served', async () => (await txt('imported')) === '"too"\n', 20_000);

      // The key is for this zone alone, and ends with the secondary.
      const other = await service.liveDomain(client);
      const text = `${key.algorithm}:${key.name}:${key.secret}`;
      const fetch = (zone: string) => dig(service.dnsPort, zone, 'AXFR', '-y', text);
      expect(await fetch(domain)).toContain('192.0.2.1');
      expect(await fetch(other)).toMatch(/Transfer failed/);
      await client.call('removeDomainSecondary', { domain, secondaryId: secondary.id });
      expect(await states()).toEqual([]);
      await until('the key has ended', async () => !(await fetch(domain)).includes('192.0.2.1'));
      await bind.stop();
    });

    it.each(['knot', 'nsd', 'pdns'] as const)(
      'can be %s, as configured on the page',
      async (kind) => {
        const { client } = await service.workspace();
        const domain = await service.liveDomain(client);
        const port = await freePort();
        const address = `127.0.0.1:${port}`;
        const { key } = await client.call('addDomainSecondary', { domain, address });
        const change = (name: string) =>
          client.call('createRecord', { domain, type: 'TXT', name, value: 'here' });
        const isServed = async (name: string) =>
          (await dig(port, `${name}.${domain}`, 'TXT', '+short')) === '"here"\n';
        await change('first');
        const server = await start(kind, { domain, key, port });
        await until('it has the zone', () => isServed('first'), 90_000);
        const state = async () =>
          (await client.call('listDomainSecondaries', { domain })).secondaries[0];
        await until('it may be notified', async () => (await state())?.fetchedSerial !== null);
        await change('second');
        await until('the change is served', () => isServed('second'), 30_000);
        await until('NOTIFY was taken', async () => (await state())?.notifyAnswer === 'taken');
        await server.stop();
      },
      180_000,
    );

    it('gets nothing from another address than its own', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const { key } = await client.call('addDomainSecondary', { domain, address: '127.0.0.9' });
      const text = `${key.algorithm}:${key.name}:${key.secret}`;
      expect(await dig(service.dnsPort, domain, 'AXFR', '-y', text)).toMatch(/Transfer failed/);
      const { secondaries } = await client.call('listDomainSecondaries', { domain });
      expect(secondaries).toMatchObject([{ askedAt: null, fetchedSerial: null }]);
    });

    it('is gone with the domain', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const { secondary } = await client.call('addDomainSecondary', {
        domain,
        address: '127.0.0.9',
      });
      const isThere = async () =>
        (await service.database.all(listIds, {})).some(({ id }) => id === secondary.id);
      expect(await isThere()).toBe(true);
      await service.advanceCalendar(400 * dayMs);
      await until('its row is gone', async () => !(await isThere()), 60_000);
    });

    it('has an address, once, and at most seven siblings', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const add = (address: string) => client.request('addDomainSecondary', { domain, address });
      for (const address of ['ns1.example.com', '127.0.0.1:0', '127.0.0.1:70000', '300.0.0.1']) {
        expect(await add(address)).toMatchObject({
          status: 400,
          body: { code: 'invalid_request' },
        });
      }
      for (let last = 1; last <= 8; last += 1)
        expect((await add(`127.0.0.${last}`)).status).toBe(200);
      expect((await add('127.0.0.1')).status).toBe(400);
      expect(await add('127.0.0.9')).toMatchObject({
        status: 409,
        body: { code: 'quota_exceeded' },
      });
      const read = (page: object) => client.call('listDomainSecondaries', { domain, ...page });
      const first = await read({ limit: 5 });
      const second = await read({ limit: 5, cursor: first.cursor });
      expect(second.cursor).toBeNull();
      expect([...first.secondaries, ...second.secondaries].map(({ address }) => address)).toEqual(
        Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}:53`),
      );
      for (const wrong of [{ limit: 0 }, { limit: 9 }, { cursor: 'nowhere' }]) {
        const asked = { domain, ...wrong };
        expect((await client.request('listDomainSecondaries', asked)).status).toBe(400);
      }
      const stranger = (await service.workspace()).client;
      for (const wanted of [domain, 'nowhere-at-all.com']) {
        const missing = { status: 404, body: { code: 'domain_not_found' } };
        const address = '127.0.0.1';
        expect(
          await stranger.request('addDomainSecondary', { domain: wanted, address }),
        ).toMatchObject(missing);
        expect(await stranger.request('listDomainSecondaries', { domain: wanted })).toMatchObject(
          missing,
        );
      }
      const nothing = { domain, secondaryId: 'sec_none' };
      expect(await client.request('removeDomainSecondary', nothing)).toMatchObject({
        status: 404,
        body: { code: 'secondary_not_found' },
      });
    });

    async function start(kind: OwnServer, setting: Omit<OwnServerSetting, 'primaryPort'>) {
      const server = await startOwnServer(kind, { ...setting, primaryPort: service.dnsPort });
      engine.afterwards(() => server.stop());
      return server;
    }
  },
  { settings: { HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true' } },
);

describeService('the address of a secondary', (service) => {
  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]:53', '[fd00::1]:53', '192.0.2.1'])(
    'cannot be %s, which is not public',
    async (address) => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      expect(await client.request('addDomainSecondary', { domain, address })).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'address', message: 'must be a public address' }] },
      });
    },
  );
});

const listIds = query<object>()(({ db }) => db.selectFrom('domain_secondaries').select('id'));
