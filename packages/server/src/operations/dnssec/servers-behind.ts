/** Which servers do not have the signed zone yet: secondaries, and those of the customer. */
import { presentSocketAddress } from '../../base/addresses/socket-address.ts';
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { readPropagation } from '../zones/get-propagation.ts';

export interface SignedServers {
  /** The current serial; null while the zone is not served. */
  readonly serial: number | null;
  readonly behind: readonly string[];
}

/** `wanted` is the first serial that was signed; null for the current one. */
export async function readSignedServers(
  reader: HostmasterReader,
  domain: { readonly id: string; readonly name: string },
  wanted: number | null,
): Promise<SignedServers> {
  const [propagation, own] = await Promise.all([
    readPropagation(reader, domain, wanted),
    reader.all(listDomainSecondaries, { domainId: domain.id }),
  ]);
  const { serial } = propagation;
  if (serial === null) return { serial, behind: ['this server'] };
  const secondaries = propagation.secondaries.filter(({ inSync }) => !inSync);
  // One that has never fetched the zone serves nothing.
  const ownBehind = own.filter(
    ({ fetchedSerial }) => fetchedSerial !== null && fetchedSerial < serial,
  );
  return {
    serial,
    behind: [
      ...secondaries.map(({ name }) => name),
      ...ownBehind.map(({ address, port }) => presentSocketAddress(address, port)),
    ],
  };
}
