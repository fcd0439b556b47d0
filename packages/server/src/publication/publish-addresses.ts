/** What new addresses of a target publish: every owner name of a zone that flattens it. */
import type { Change } from '../changes/change.ts';
import { zoneDifference } from '../changes/zone-edit.ts';
import { findZoneTarget } from '../storage/queries/zones/flattening.ts';
import { remove, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { flatteningUses } from '../storage/tables/zones/flattening-uses.ts';
import { addressTexts, findTargetAddresses } from '../zone-data/target-addresses.ts';
import type { AddressBook, TargetAddresses } from '../zones/flatten-owner.ts';
import { joinOwners, ownerDifference } from './publish-records.ts';
import { ownersOfTarget, type TargetOwner } from './target-owners.ts';
import type { ZoneDomain } from './touched-owners.ts';

export interface FollowedTarget {
  readonly domain: ZoneDomain;
  readonly target: string;
  /** The names that flatten the target. */
  readonly owners: readonly TargetOwner[];
  /** What the zone publishes now for all targets of these names. */
  readonly addresses: AddressBook;
}

/** Undefined when the zone does not follow the target. The caller has locked the domain. */
export async function loadFollowedTarget(
  reader: HostmasterReader,
  domain: ZoneDomain,
  target: string,
): Promise<FollowedTarget | undefined> {
  const { id: domainId } = domain;
  const followed = await reader.first(findZoneTarget, { domainId, target });
  if (followed === undefined) return undefined;
  const owners = await ownersOfTarget(reader, domain, target);
  const targets = [...new Set(owners.flatMap((owner) => owner.targets))];
  const addresses = await findTargetAddresses(reader, domainId, targets);
  return { domain, target, owners, addresses };
}

/** A target that no name of a served zone flattens is no longer followed. */
export function publishAddresses(
  { domain, target, owners, addresses: before }: FollowedTarget,
  { ttlSeconds, addresses }: TargetAddresses,
): Change {
  const use = { domainId: domain.id, target };
  const isServed = domain.state === 'live' || domain.state === 'releasing';
  if (owners.length === 0 || !isServed) return { rows: [remove(flatteningUses, use)] };
  const after: AddressBook = {
    get: (name) => (name === target ? { ttlSeconds, addresses } : before.get(name)),
  };
  const differences = owners.map(({ owner, records }) =>
    ownerDifference(domain.name, { owner, before: records, after: records }, { before, after }),
  );
  return {
    rows: [update(flatteningUses, use, { ttlSeconds, addresses: addressTexts(addresses) })],
    zones: zoneDifference(domain, joinOwners(differences)),
  };
}
