/** GET /v1/domains/{domain}/dns/soa */
import { findZone } from '../../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { SoaDomain } from '../../zones/apex.ts';
import { loadDomain } from '../loading.ts';
import { type ReadCall, readOperation } from '../operation.ts';
import { soaValues } from './change-soa.ts';

export const getSoa = readOperation('getSoa', async (reader, call, input) => {
  const domain = await loadDomain(reader, call, input.domain);
  return { soa: soaView(call, domain, await publishedSerial(reader, domain)) };
});

/** A zone outlives its registration, so it may still belong to an earlier one. */
export async function publishedSerial(
  reader: HostmasterReader,
  { id, name }: Pick<Domain, 'id' | 'name'>,
): Promise<number | null> {
  const zone = await reader.first(findZone, { name });
  return zone?.domainId === id ? zone.serial : null;
}

export function soaView(call: ReadCall, domain: SoaDomain, serial: number | null) {
  return {
    primary: domain.zone.nameservers[0] ?? '',
    ...soaValues(domain, domain.zone.soa ?? call.services.rules.soaDefaults),
    serial,
    isDefault: domain.zone.soa === null,
  };
}
