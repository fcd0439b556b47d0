/** DS records of domains that another operator signs: what is accepted, sent, shown and removed. */
import { dayMs } from '@hostmaster/contract/durations';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, expect, it } from 'vitest';
import { dnssecOf, signersAt, typesOf, untilPhase } from './dnssec-phases.ts';
import { startKeyResolver } from './key-resolver.ts';

const away = ['ns1.example.net', 'ns2.example.net'];
const resolver = await startKeyResolver();
afterAll(() => resolver.close());
const { settings, dsOf } = resolver;

const unavailable = { status: 409, code: 'dnssec_unavailable' } as const;
const digest = 'AB'.repeat(32);
const good = `4711 13 2 ${digest}`;

describeService(
  'DS records of another operator',
  (service) => {
    it('are sent to the registry, shown and removed', async () => {
      const { client } = await service.workspace();
      const domain = await domainAway(service, client, 'signed');
      const ds = dsOf(domain);
      const sent = (await client.call('enableDnssec', { domain, ds: [ds.toLowerCase()] })).dnssec;
      expect(sent).toMatchObject({ state: 'turning_on', phase: 'sending_ds', keys: [] });
      expect(sent.foreignDs).toEqual([ds]);
      await untilPhase(client, domain, 'on');
      expect(await signersAt(service, domain)).toEqual([ds]);
      const again = (await client.call('enableDnssec', { domain, ds: [ds] })).dnssec;
      expect(again).toMatchObject({ state: 'on', phase: 'on', foreignDs: [ds] });
      const rdap = await (await fetch(`${service.url}/rdap/domain/${domain}`)).json();
      expect(rdap).toMatchObject({
        secureDNS: { delegationSigned: true, dsData: [{ digest: ds.split(' ')[3] }] },
      });
      const second = `${good.replace('4711', '4712')}`;
      await client.call('enableDnssec', { domain, ds: [ds, second] });
      await untilPhase(client, domain, 'on');
      expect((await signersAt(service, domain)).toSorted()).toEqual([ds, second].toSorted());
      expectRefusal(await client.request('rollDnssec', { domain }), unavailable);
      await client.call('disableDnssec', { domain });
      await untilPhase(client, domain, 'waiting_for_ds_ttl');
      expect(await signersAt(service, domain)).toEqual([]);
      await service.advanceCalendar(2 * dayMs);
      await untilPhase(client, domain, null);
      expect(await dnssecOf(client, domain)).toMatchObject({ state: 'off', foreignDs: [] });
      const types = await typesOf(client, domain);
      for (const type of ['dnssec.turning_on', 'dnssec.on', 'dnssec.turning_off', 'dnssec.off']) {
        expect(types).toContain(type);
      }
    });

    it('go before the nameservers of the service come back', async () => {
      const { client } = await service.workspace();
      const domain = await domainAway(service, client, 'signed');
      await client.call('enableDnssec', { domain, ds: [dsOf(domain)] });
      await untilPhase(client, domain, 'on');
      const nameservers = [...service.config.nameservers];
      await client.call('replaceNameservers', { domain, nameservers });
      await untilPhase(client, domain, 'waiting_for_ds_ttl');
      expect(await dnssecOf(client, domain)).toMatchObject({ nameserversWaiting: true });
      await service.untilNoJobs(domain);
      expect((await service.registrar.info(domain))?.nameservers).toEqual(away);
      expectRefusal(await client.request('enableDnssec', { domain }), unavailable);
      await service.advanceCalendar(2 * dayMs);
      await untilPhase(client, domain, null);
      await until('the registry has the nameservers', async () => {
        const found = await service.registrar.info(domain);
        return found?.nameservers.join() === nameservers.join();
      });
      expect(await signersAt(service, domain)).toEqual([]);
    });

    it('409: those that would break the name, unless forced', async () => {
      const { client } = await service.workspace();
      const names = await Promise.all([
        domainAway(service, client, 'signed'),
        domainAway(service, client, 'bare'),
      ]);
      for (const domain of names) {
        const refused = await client.request('enableDnssec', { domain, ds: [good] });
        expectRefusal(refused, { ...unavailable, fields: ['ds'] });
        expect(JSON.stringify(refused.body)).toContain('force: true');
        expect((await dnssecOf(client, domain)).state).toBe('off');
        await client.call('enableDnssec', { domain, ds: [good], force: true });
        await untilPhase(client, domain, 'on');
      }
      // No resolver knows what the nameservers publish.
      const lost = await domainAway(service, client, 'lost');
      await client.call('enableDnssec', { domain: lost, ds: [good] });
      await untilPhase(client, lost, 'on');
    });

    it('409: for a domain that is served or signed here', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const given = { domain, ds: [good], force: true };
      expectRefusal(await client.request('enableDnssec', given), unavailable);
      await client.call('enableDnssec', { domain });
      expectRefusal(await client.request('enableDnssec', given), unavailable);
      expect((await dnssecOf(client, domain)).foreignDs).toEqual([]);
    });

    it.each<[string, readonly string[], string]>([
      ['a digest of a wrong length', [`4711 13 2 ${'AB'.repeat(20)}`], 'ds[0]'],
      ['an unknown algorithm', [`4711 99 2 ${digest}`], 'ds[0]'],
      ['an algorithm that is not validated', [`4711 1 2 ${digest}`], 'ds[0]'],
      ['a digest of SHA-1', [`4711 13 1 ${'AB'.repeat(20)}`], 'ds[0]'],
      ['a digest of an unknown type', [`4711 13 9 ${digest}`], 'ds[0]'],
      ['a key tag that is too large', [`65536 13 2 ${digest}`], 'ds[0]'],
      ['missing fields', ['4711 13 2'], 'ds[0]'],
      ['no hexadecimal digest', [`4711 13 2 ${'XY'.repeat(32)}`], 'ds[0]'],
      ['the same record twice', [good, good.toLowerCase()], 'ds[1]'],
      ['no record', [], 'ds'],
      ['twenty records', Array.from({ length: 20 }, (_, at) => `${at} 13 2 ${digest}`), 'ds'],
      ['a text that is too long', [`4711 13 2 ${'AB'.repeat(200)}`], 'ds[0]'],
    ])('400: %s', async (_, ds, path) => {
      const { client } = await service.workspace();
      const domain = await domainAway(service, client, 'signed');
      const refused = await client.request('enableDnssec', { domain, ds: [...ds], force: true });
      expectRefusal(refused, { status: 400, code: 'invalid_request', fields: [path] });
      expect(await dnssecOf(client, domain)).toMatchObject({ state: 'off', foreignDs: [] });
    });
  },
  { settings },
);

async function domainAway(
  service: TestService,
  client: ApiClient,
  prefix: string,
): Promise<string> {
  const domain = await service.liveDomain(client, service.freshName(prefix));
  await client.call('replaceNameservers', { domain, nameservers: away });
  await service.untilNoJobs(domain);
  return domain;
}
