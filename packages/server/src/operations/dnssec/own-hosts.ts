/** The nameservers of a domain that are secondaries of its customer: found by asking whether they serve its zone. */
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import { servedNameservers } from '../../zones/apex.ts';
import type { Call } from '../operation.ts';

/** `any`: every host, where the domain has own secondaries that were never asked. */
export type OwnHosts = readonly string[] | 'any';

/** Those that are known. */
export function ownHostsOf(
  row: Pick<DomainDnssec, 'ownHosts'> | undefined,
  { hasOwnSecondaries }: { readonly hasOwnSecondaries: boolean },
): OwnHosts {
  return hasOwnSecondaries ? (row?.ownHosts ?? 'any') : [];
}

/** Those among these nameservers, of which the new ones are asked. */
export async function findOwnHosts(
  reader: HostmasterReader,
  { services }: Pick<Call, 'services'>,
  domain: DomainWith<'id' | 'workspaceId' | 'name' | 'nameservers' | 'servedNameservers'>,
  nameservers: readonly string[],
): Promise<readonly string[]> {
  const { id: domainId, workspaceId: owner, name: zone } = domain;
  const [row, own] = await Promise.all([
    reader.first(findDnssec, { domainId }),
    reader.all(listDomainSecondaries, { domainId }),
  ]);
  if (own.length === 0) return [];
  const { defaultNameservers } = services.rules;
  const isKnown = (host: string) => row?.ownHosts?.includes(host) === true;
  const others = nameservers.filter((host) => !defaultNameservers.includes(host));
  const [primary = ''] = servedNameservers(domain);
  const unknown = others.filter((host) => !isKnown(host));
  const found = await services.findServing({ owner, zone, primary }, unknown);
  return others.filter((host) => isKnown(host) || found.includes(host));
}
