/** A registry that refuses the DS record of a domain, and says why. */
import { dayMs } from '@hostmaster/contract/durations';
import { until } from '@hostmaster/test-rig/service';
import { dnssecOf, untilPhase } from '../api/dnssec-phases.ts';
import type { EppService } from './epp-service.ts';

/** Registers the domain and turns DNSSEC on, until the registry has refused with these words. */
export async function untilDsRefused(
  service: EppService,
  domain: string,
  words: string,
): Promise<void> {
  const { client } = service;
  await service.register(domain);
  await service.settled();
  await client.call('enableDnssec', { domain });
  await untilPhase(client, domain, 'waiting_for_caches');
  await service.advance(dayMs);
  await until('the registry has refused the DS record', async () => {
    const { waitsFor } = await dnssecOf(client, domain);
    return waitsFor?.includes(words) === true;
  });
}
