/** A signed domain with secondaries of its customer: a nameserver counts as one when it answers with the zone. */
import { dayMs } from '@hostmaster/contract/durations';
import { classes, Name, rrTypes } from '@hostmaster/dns';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { dig } from '@hostmaster/test-rig/dns-peers';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { afterAll, expect, it } from 'vitest';
import { persist, persistChange } from '../../packages/server/src/changes/persist.ts';
import { domainKey } from '../../packages/server/src/operations/loading.ts';
import { findDnssec } from '../../packages/server/src/storage/queries/domains/domain-dnssec.ts';
import {
  findHeldDomain,
  lockDomainById,
} from '../../packages/server/src/storage/queries/domains/domains.ts';
import { removeAll, update } from '../../packages/server/src/storage/row-write.ts';
import { domainSecondaries } from '../../packages/server/src/storage/tables/domain-secondaries/domain-secondaries.ts';
import { domainDnssec } from '../../packages/server/src/storage/tables/domains/domain-dnssec.ts';
import { soaRecord } from '../../packages/server/src/zones/apex.ts';
import { standardSoa } from '../../packages/server/src/zones/soa-settings.ts';
import { servedSet } from '../dns/served-set.ts';
import { type BulkInput, planned, untilState } from './bulk-steps.ts';
import { type Answer, hosts, serving, startCdsOperator } from './cds-operator.ts';
import { dnssecOf, shared, signedDomain, signersAt, untilPhase } from './dnssec-phases.ts';
import { foreignKey } from './foreign-key.ts';

const operator = await startCdsOperator();
afterAll(() => operator.close());

const [own] = hosts;
/** Nameservers of another operator, whose addresses no resolver knows. */
const away = ['ns1.away.example', 'ns2.away.example'];
const refused = { kind: 'refused', reason: 'Refused by the test.' };
/** How long a nameserver is waited for, by another clock. */
const silentMs = 2_000;

describeService(
  'DNSSEC with nameservers of the customer',
  (service) => {
    const ours = async (client: ApiClient, domain: string) =>
      (await client.call('getDomain', { domain })).domain.nameservers;

    /** The zone of the service, as a secondary has it. */
    async function copyOf(client: ApiClient, domain: string): Promise<Answer> {
      const [primary = ''] = await ours(client, domain);
      return soaOf(domain, primary);
    }

    async function addSecondary(
      client: ApiClient,
      domain: string,
      address = '127.0.0.1',
    ): Promise<string> {
      return (await client.call('addDomainSecondary', { domain, address })).secondary.id;
    }

    const idOf = async (name: string) =>
      (await service.database.first(findHeldDomain, { name }))?.id ?? expect.unreachable();

    /** The last step of the sweep, which may come after what a test waits for. */
    async function endDnssec(domain: string): Promise<void> {
      const domainId = await idOf(domain);
      await persist(service.database, {
        keys: [domainKey(domain)],
        owner: '',
        commit: 'alone',
        load: (reader) => reader.first(lockDomainById, { id: domainId }),
        decide: () => ({
          answer: undefined,
          change: { rows: [removeAll(domainDnssec, { domainId })] },
        }),
      });
    }

    /** The NS records, and the primary of the SOA; all are signed. */
    async function apexAt(domain: string) {
      const [soa = ''] = await servedSet(service, domain, rrTypes.SOA);
      const nameservers = await servedSet(service, domain, rrTypes.NS);
      return {
        nameservers: nameservers.map((host) => host.replace(/\.$/, '')),
        primary: soa.split(' ')[0]?.replace(/\.$/, ''),
      };
    }

    const untilAtRegistry = (domain: string, nameservers: readonly string[]) =>
      until('the registry has the nameservers', async () => {
        const found = await service.registrar.info(domain);
        return found?.nameservers.toSorted().join() === nameservers.toSorted().join();
      });

    it('stays on when a secondary of the customer is named', async () => {
      const { client } = await service.workspace();
      const domain = await signedDomain(service, client);
      operator.serve(domain, await copyOf(client, domain));
      await addSecondary(client, domain);
      const nameservers = [...(await ours(client, domain)), own];
      await client.call('replaceNameservers', { domain, nameservers });
      await service.untilNoJobs(domain);
      const found = await service.registrar.info(domain);
      expect(found?.nameservers.toSorted()).toEqual(nameservers.toSorted());
      expect(await dnssecOf(client, domain)).toMatchObject({ state: 'on', phase: 'on' });
      // One that is known is not asked again.
      operator.serve(domain, () => null);
      await client.call('replaceNameservers', { domain, nameservers: nameservers.toReversed() });
      await service.untilNoJobs(domain);
      expect(await dnssecOf(client, domain)).toMatchObject({ state: 'on', phase: 'on' });
    });

    it.each<[string, (domain: string) => Answer]>([
      ['serve another zone', (domain) => soaOf(domain, own)],
      ['are silent', () => () => null],
      ['answer without authority', (domain) => changed(soaOf(domain, own))],
    ])('ends first when nameservers are named that %s', async (_, answer) => {
      const { client } = await service.workspace();
      const domain = await signedDomain(service, client);
      const before = await ours(client, domain);
      await addSecondary(client, domain);
      operator.serve(domain, answer(domain));
      const nameservers = [...hosts];
      await client.call('replaceNameservers', { domain, nameservers });
      await untilPhase(client, domain, 'waiting_for_ds_ttl');
      expect(await dnssecOf(client, domain)).toMatchObject({ nameserversWaiting: true });
      expect(await signersAt(service, domain)).toEqual([]);
      const found = await service.registrar.info(domain);
      expect(found?.nameservers.toSorted()).toEqual(before.toSorted());
      const served = await dig(service.dnsPort, domain, 'NS', '+short');
      expect(served).not.toContain(own);
      await service.advanceCalendar(2 * dayMs);
      await until('the registry has them', async () => {
        const now = await service.registrar.info(domain);
        return now?.nameservers.toSorted().join() === nameservers.join();
      });
    });

    it('publishes held nameservers when it is turned on again', async () => {
      const { client } = await service.workspace();
      const domain = await signedDomain(service, client);
      const before = await ours(client, domain);
      const copy = await copyOf(client, domain);
      operator.serve(domain, () => null);
      await addSecondary(client, domain);
      const nameservers = [...hosts];
      await client.call('replaceNameservers', { domain, nameservers });
      await untilPhase(client, domain, 'waiting_for_ds_ttl');
      const held = { nameservers: before.toSorted(), primary: before[0] };
      expect(await apexAt(domain)).toEqual(held);
      // Another change that the registry refuses leaves them as they are.
      service.registry.refuse('update', domain, { nth: 1 });
      await client.call('updateDomain', { domain, privacyEnabled: true });
      await service.untilNoJobs(domain);
      expect((await client.call('getDomain', { domain })).domain.privacyEnabled).toBe(false);
      expect(await apexAt(domain)).toEqual(held);

      operator.serve(domain, copy);
      const again = (await client.call('enableDnssec', { domain })).dnssec;
      expect(again).toMatchObject({ phase: 'sending_ds', nameserversWaiting: false });
      await untilPhase(client, domain, 'on');
      await untilAtRegistry(domain, nameservers);
      expect(await signersAt(service, domain)).toHaveLength(1);
      expect(await apexAt(domain)).toEqual({ nameservers, primary: own });
    });

    it('publishes held nameservers that are sent again when they serve the zone', async () => {
      const { client } = await service.workspace();
      const domain = await signedDomain(service, client);
      const before = await ours(client, domain);
      const copy = await copyOf(client, domain);
      operator.serve(domain, () => null);
      await addSecondary(client, domain);
      const nameservers = [...hosts];
      const change = () => client.call('replaceNameservers', { domain, nameservers });
      await change();
      await change();
      expect(await apexAt(domain)).toMatchObject({ primary: before[0] });
      operator.serve(domain, copy);
      await change();
      expect(await apexAt(domain)).toEqual({ nameservers, primary: own });
    });

    it('knows its nameservers when the registry refuses others', async () => {
      const { client } = await service.workspace();
      const domain = await signedDomain(service, client);
      operator.serve(domain, await copyOf(client, domain));
      await addSecondary(client, domain);
      const nameservers = [...hosts];
      await client.call('replaceNameservers', { domain, nameservers });
      await untilAtRegistry(domain, nameservers);
      await shared(service, client, { domain, foreignKeys: [foreignKey(257)] });
      operator.serve(domain, () => null);
      // The second change is made before the registry has refused the first one.
      const first = service.registry.hold('update', domain);
      await client.call('replaceNameservers', { domain, nameservers: [...away] });
      await until('the first change is on its way', () => first.isWaiting());
      await client.call('replaceNameservers', { domain, nameservers: away.toReversed() });
      const refusals = service.registry.answer('update', domain, () => refused);
      first.release();
      await until('the nameservers are those of before', async () => {
        return (await ours(client, domain)).toSorted().join() === nameservers.join();
      });
      await service.untilNoJobs(domain);
      refusals.restore();
      // Those of the other operator would keep its DS records.
      const off = (await client.call('disableDnssec', { domain })).dnssec;
      expect(off).toMatchObject({ state: 'turning_off', phase: 'removing_ds' });
    });

    it('asks no nameserver when it is turned on once more', async () => {
      const { client } = await service.workspace();
      const domain = await signedDomain(service, client);
      operator.serve(domain, await copyOf(client, domain));
      await addSecondary(client, domain);
      const nameservers = [...(await ours(client, domain)), own];
      await client.call('replaceNameservers', { domain, nameservers });
      // As it is after an upgrade.
      const domainId = await idOf(domain);
      await persistChange(service.database, {
        rows: [update(domainDnssec, { domainId }, { ownHosts: null })],
      });
      let isAsked = false;
      operator.serve(domain, () => {
        isAsked = true;
        return null;
      });
      const { dnssec } = await client.call('enableDnssec', { domain });
      expect(dnssec).toMatchObject({ state: 'on', phase: 'on' });
      expect(isAsked).toBe(false);
    });

    it('waits for secondaries of the customer that have an older version', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const id = await addSecondary(client, domain, '127.0.0.9:5309');
      const fetched = (fetchedSerial: number) =>
        persistChange(service.database, {
          rows: [update(domainSecondaries, { id }, { fetchedSerial })],
        });
      await fetched(0);
      await client.call('enableDnssec', { domain });
      await untilPhase(client, domain, 'waiting_for_servers');
      const { signedSerial } =
        (await service.database.first(findDnssec, { domainId: await idOf(domain) })) ??
        expect.unreachable();
      if (signedSerial === null) expect.unreachable();
      await fetched(signedSerial - 1);
      const { waitsFor } = await dnssecOf(client, domain);
      expect(waitsFor).toContain('127.0.0.9:5309');
      await fetched(signedSerial);
      await untilPhase(client, domain, 'waiting_for_caches');
    });

    it('is turned on, and changes its nameservers, for many domains at once', async () => {
      const { client } = await service.workspace();
      const domains = Array.from({ length: 10 }, () => service.freshName('bulk'));
      for (const domain of domains) await client.call('registerDomain', { domain, contact });
      for (const domain of domains) {
        await service.untilLive(client, domain);
        operator.serve(domain, await copyOf(client, domain));
        await addSecondary(client, domain);
        const nameservers = [...(await ours(client, domain)), own];
        await client.call('replaceNameservers', { domain, nameservers });
      }
      const nameservers = [...service.config.nameservers, ...hosts];
      const inputs: readonly BulkInput[] = [
        { kind: 'dnssec', enabled: true, domains },
        { kind: 'nameservers', nameservers, domains },
      ];
      for (const input of inputs) {
        const { bulk, items } = await planned(client, input);
        expect(items.filter(({ state }) => state !== 'ready')).toEqual([]);
        await client.call('startBulk', { bulkId: bulk.id });
        const ended = await untilState(client, bulk.id, 'finished');
        expect(ended.bulk.counts).toMatchObject({ done: 10, failed: 0 });
      }
      for (const domain of domains) {
        expect(await dnssecOf(client, domain)).toMatchObject({ state: 'turning_on' });
        expect(await ours(client, domain)).toEqual(nameservers);
      }
    });

    it('changes its nameservers also when DNSSEC ends while they are asked', async () => {
      const { client } = await service.workspace();
      await until('DNSSEC ends before the wait for the nameserver', async () => {
        const domain = await service.liveDomain(client);
        await client.call('enableDnssec', { domain });
        await untilPhase(client, domain, 'waiting_for_caches');
        await addSecondary(client, domain);
        const asked = Promise.withResolvers<number>();
        const ended = Promise.withResolvers<void>();
        operator.serve(domain, async () => {
          asked.resolve(performance.now());
          await ended.promise;
          return null;
        });
        const nameservers = [...(await ours(client, domain)), own];
        const change = client.request('replaceNameservers', { domain, nameservers });
        const askedAt = await asked.promise;
        await client.call('disableDnssec', { domain });
        await endDnssec(domain);
        const isWaiting = performance.now() - askedAt < silentMs;
        ended.resolve();
        expect((await change).status).toBe(200);
        expect(await ours(client, domain)).toEqual(nameservers);
        return isWaiting;
      });
    });

    it('409: cannot be turned on while a nameserver does not serve the zone', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const copy = await copyOf(client, domain);
      await addSecondary(client, domain);
      const nameservers = [...(await ours(client, domain)), own];
      await client.call('replaceNameservers', { domain, nameservers });
      operator.serve(domain, soaOf(domain, own));
      expectRefusal(await client.request('enableDnssec', { domain }), {
        status: 409,
        code: 'dnssec_unavailable',
      });
      operator.serve(domain, copy);
      expect((await client.request('enableDnssec', { domain })).status).toBe(200);
    });
  },
  { settings: operator.settings, nameserverPort: operator.nameserverPort },
);

function soaOf(domain: string, primary: string): Answer {
  const zone = { nameservers: [primary], soa: null };
  const { rdata } = soaRecord({ name: domain, zone }, { soaDefaults: standardSoa, serial: 1 });
  const name = Name.parse(domain);
  const record = { name, type: rrTypes.SOA, class: classes.IN, ttlSeconds: 60, rdata };
  return serving(new Map([[rrTypes.SOA, [record]]]));
}

function changed(answer: Answer): Answer {
  return async (query) => {
    const reply = await answer(query);
    return reply === null || reply instanceof Uint8Array
      ? reply
      : { ...reply, authoritative: false };
  };
}
