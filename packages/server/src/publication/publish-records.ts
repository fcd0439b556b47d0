/** What a change of records publishes: the difference of the touched owner names and their targets. */

import type { ServiceEvent } from '../base/events.ts';
import { type ZoneEdit, zoneDifference } from '../changes/zone-edit.ts';
import { insert, type RowWrite, removeAll } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { flatteningUses } from '../storage/tables/zones/flattening-uses.ts';
import type { AddressBook } from '../zones/flatten-owner.ts';
import { publishOwner } from '../zones/publish-owner.ts';
import { type RecordDifference, recordDifference } from '../zones/record-difference.ts';
import type { NewTarget, TouchedOwners, WholeOwner, ZoneDomain } from './touched-owners.ts';

export interface Publication {
  readonly rows: readonly RowWrite[];
  readonly zones: readonly ZoneEdit[];
  readonly announce: readonly ServiceEvent[];
}

const nothing: Publication = { rows: [], zones: [], announce: [] };

/** A zone is opened when the registry has confirmed the name; before that nothing is published. */
export function publishRecords(domain: ZoneDomain, touched: TouchedOwners): Publication {
  if (domain.state !== 'live') return nothing;
  const { addresses, followed, unfollowed } = touched.targets;
  const differences = touched.owners.flatMap(({ difference }) => difference ?? []);
  for (const owner of touched.whole) {
    differences.push(ownerDifference(domain.name, owner, { before: addresses, after: addresses }));
  }
  const targets = followTargets(domain, followed);
  return {
    rows: [...targets.rows, ...unfollowed.map((target) => unfollow(domain, target))],
    zones: zoneDifference(domain, joinOwners(differences)),
    announce: targets.announce,
  };
}

/** A new target is due at once. */
export function followTargets(
  { id: domainId }: Pick<ZoneDomain, 'id'>,
  followed: readonly NewTarget[],
): Pick<Publication, 'rows' | 'announce'> {
  return {
    rows: followed.flatMap((use) => [
      statement('insertTarget', { name: use.target }),
      insert(flatteningUses, { domainId, ...use }),
    ]),
    announce: followed.length > 0 ? [{ kind: 'targets-added' }] : [],
  };
}

function unfollow({ id: domainId }: ZoneDomain, target: string): RowWrite {
  return removeAll(flatteningUses, { domainId, target });
}

export function ownerDifference(
  zone: string,
  { owner, before, after }: WholeOwner,
  addresses: { readonly before: AddressBook; readonly after: AddressBook },
): RecordDifference {
  return recordDifference(
    publishOwner({ zone, owner, records: before, addresses: addresses.before }).records,
    publishOwner({ zone, owner, records: after, addresses: addresses.after }).records,
  );
}

export function joinOwners(differences: readonly RecordDifference[]): RecordDifference {
  const [only, ...others] = differences;
  if (only !== undefined && others.length === 0) return only;
  return {
    removed: differences.flatMap(({ removed }) => removed),
    added: differences.flatMap(({ added }) => added),
  };
}
