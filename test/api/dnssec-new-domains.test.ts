/** A service that signs each new domain from its registration. */
import { dayMs } from '@hostmaster/contract/durations';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { dnssecOf, signersAt, typesOf, untilPhase } from './dnssec-phases.ts';

describeService(
  'a new domain that is signed from the start',
  (service) => {
    it('goes through the same phases as one that is turned on', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await untilPhase(client, domain, 'waiting_for_caches');
      await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
      await service.advanceCalendar(dayMs);
      await untilPhase(client, domain, 'on');
      const { keys } = await dnssecOf(client, domain);
      expect(await signersAt(service, domain)).toEqual(keys.map(({ ds }) => ds));
      const types = await typesOf(client, domain);
      expect(types.filter((type) => type.startsWith('dnssec.')).toSorted()).toEqual([
        'dnssec.on',
        'dnssec.turning_on',
      ]);
    });

    it('is left unsigned at a registry that takes no DS records', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client, service.freshName('sandbox-nods'));
      await service.untilNoJobs(domain);
      expect(await dnssecOf(client, domain)).toMatchObject({ state: 'off', keys: [] });
    });

    it('is left unsigned with nameservers of another operator', async () => {
      const { client } = await service.workspace();
      const domain = service.freshName();
      await client.call('registerDomain', { domain, contact });
      const nameservers = ['ns1.example.net', 'ns2.example.net'];
      await client.call('replaceNameservers', { domain, nameservers });
      await service.untilLive(client, domain);
      await service.untilNoJobs(domain);
      const { state, phase } = await dnssecOf(client, domain);
      expect(['off', 'turning_off']).toContain(state);
      if (phase !== null) await untilPhase(client, domain, null);
      expect(await signersAt(service, domain)).toEqual([]);
    });
  },
  { settings: { HOSTMASTER_DNSSEC_NEW_DOMAINS: 'on' } },
);
