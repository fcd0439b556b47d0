/** Walks a domain through the phases of DNSSEC, and reads what the API and the registry show. */
import { dayMs } from '@hostmaster/contract/durations';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { type TestService, until } from '@hostmaster/test-rig/service';

export async function dnssecOf(client: ApiClient, domain: string) {
  return (await client.call('getDnssec', { domain })).dnssec;
}

export async function untilPhase(
  client: ApiClient,
  domain: string,
  phase: string | null,
): Promise<void> {
  await until(`${domain} is in the phase ${phase}`, async () => {
    return (await dnssecOf(client, domain)).phase === phase;
  });
}

/** A live domain with DNSSEC on. */
export async function signedDomain(service: TestService, client: ApiClient, name?: string) {
  const domain = await service.liveDomain(client, name);
  await client.call('enableDnssec', { domain });
  await untilPhase(client, domain, 'waiting_for_caches');
  await service.advanceCalendar(dayMs);
  await untilPhase(client, domain, 'on');
  return domain;
}

/** Until the zone and the registry have the keys of another operator beside the own one. */
export async function shared(
  service: TestService,
  client: ApiClient,
  given: { readonly domain: string; readonly foreignKeys: string[] },
): Promise<void> {
  const { domain } = given;
  await client.call('enableDnssec', given);
  await untilPhase(client, domain, 'waiting_for_foreign_keys_in_caches');
  await service.advanceCalendar(dayMs);
  await untilPhase(client, domain, 'waiting_for_both_ds');
  await service.advanceCalendar(2 * dayMs);
  await untilPhase(client, domain, 'shared');
}

export async function typesOf(client: ApiClient, domain: string): Promise<readonly string[]> {
  const { events } = await client.call('listEvents', { limit: 100 });
  return events.filter((event) => event.domain === domain).map(({ type }) => type);
}

export async function signersAt(service: TestService, domain: string): Promise<readonly string[]> {
  const found = await service.registrar.info(domain);
  return (found?.dnssec ?? []).map((ds) =>
    [ds.keyTag, ds.algorithm, ds.digestType, ds.digest].join(' '),
  );
}
