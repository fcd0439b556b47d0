/** CDS and CDNSKEY records: what a signed zone asks its parent for in each phase, served and signed. */
import { dayMs } from '@hostmaster/contract/durations';
import { rrTypes } from '@hostmaster/dns';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { dnssecOf, untilPhase } from '../api/dnssec-phases.ts';
import { servedSet } from './served-set.ts';

describeService('CDS and CDNSKEY records', (service) => {
  it('follow the DS records that each phase wants, and ask for their end before it is off', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    expect(await servedSet(service, domain, rrTypes.CDS)).toEqual([]);
    expect(await servedSet(service, domain, rrTypes.CDNSKEY)).toEqual([]);
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'on');
    await untilOffered(service, client, domain, ['current']);

    await client.call('rollDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    await untilOffered(service, client, domain, ['leaving']);
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_new_ds');
    await untilOffered(service, client, domain, ['leaving', 'current']);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'waiting_for_old_ds');
    await untilOffered(service, client, domain, ['current']);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'on');
    await untilOffered(service, client, domain, ['current']);

    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    await until('the zone asks for the end of its DS records', async () => {
      return (await servedSet(service, domain, rrTypes.CDS)).join() === '0 0 0 00';
    });
    expect(await servedSet(service, domain, rrTypes.CDNSKEY)).toEqual(['0 3 0 AA==']);
    // A change of mind before the zone is unsigned asks for the DS record again.
    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'on');
    await untilOffered(service, client, domain, ['current']);

    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, null);
    expect(await servedSet(service, domain, rrTypes.CDS)).toEqual([]);
    expect(await servedSet(service, domain, rrTypes.CDNSKEY)).toEqual([]);
  });
});

/** Both sets are of the keys in these stages. */
async function untilOffered(
  service: TestService,
  client: ApiClient,
  domain: string,
  stages: readonly string[],
): Promise<void> {
  const { keys } = await dnssecOf(client, domain);
  const offered = keys.filter(({ stage }) => stages.includes(stage));
  expect(offered).toHaveLength(stages.length);
  const wanted = offered.map(({ ds }) => ds).toSorted();
  await until(`the zone offers ${stages.join()}`, async () => {
    return (await servedSet(service, domain, rrTypes.CDS)).join() === wanted.join();
  });
  const dnskeys = offered.map(({ dnskey }) => dnskey).toSorted();
  expect(await servedSet(service, domain, rrTypes.CDNSKEY)).toEqual(dnskeys);
}
