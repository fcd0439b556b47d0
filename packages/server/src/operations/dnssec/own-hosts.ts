/** The nameservers of a domain that are secondaries of its customer: found by asking whether they serve its zone. */
import { limits } from '@hostmaster/contract';
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
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

/**
 * Those among these nameservers, of which the new ones are asked. Where none was asked before, those that the domain
 * has are asked, too: the registry may refuse the new ones.
 */
export async function findOwnHosts(
  reader: HostmasterReader,
  { services }: Pick<Call, 'services'>,
  {
    domain,
    row,
  }: {
    readonly domain: DomainWith<
      'id' | 'workspaceId' | 'name' | 'nameservers' | 'servedNameservers'
    >;
    readonly row: Pick<DomainDnssec, 'ownHosts'> | undefined;
  },
  nameservers: readonly string[],
): Promise<readonly string[]> {
  const { id: domainId, workspaceId: owner, name: zone } = domain;
  const own = await reader.all(listDomainSecondaries, { domainId });
  if (own.length === 0) return [];
  const { defaultNameservers } = services.rules;
  const known = row?.ownHosts ?? null;
  const isKnown = (host: string) => known?.includes(host) === true;
  const asked = new Set([...nameservers, ...(known === null ? domain.zone.nameservers : [])]);
  const others = [...asked].filter((host) => !defaultNameservers.includes(host));
  const [primary = ''] = servedNameservers(domain);
  const unknown = others.filter((host) => !isKnown(host));
  const found = await services.findServing({ owner, zone, primary }, unknown);
  return others.filter((host) => isKnown(host) || found.includes(host));
}

/** As many as two lists of nameservers have. */
const notedMax = 2 * limits.nameserversMax;

/**
 * What is noted: those that were found, and known ones to which the domain returns when the registry refuses its new
 * nameservers. While it has not answered to a change before, these may be any.
 */
export function hostsToNote(
  found: readonly string[],
  known: OwnHosts,
  domain: DomainWith<'nameservers' | 'servedNameservers' | 'desiredRevision' | 'appliedRevision'>,
): readonly string[] {
  if (known === 'any') return found;
  const { desiredRevision, appliedRevision } = domain.registry;
  const isAnswered = appliedRevision === desiredRevision;
  const current = [...domain.zone.nameservers, ...servedNameservers(domain)];
  const others = known.filter(
    (host) => !found.includes(host) && (!isAnswered || current.includes(host)),
  );
  return [...found, ...others].slice(0, notedMax);
}
