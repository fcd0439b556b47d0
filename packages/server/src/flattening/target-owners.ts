/** Which names of a zone publish the addresses of which targets. */
import { deleteUse } from '../storage/queries/flattening.ts';
import { listAliasRecords, listOwnerRecords } from '../storage/queries/records.ts';
import type { DomainRow, HostmasterTx } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records.ts';
import { flattenedTargets } from '../zones/publish-owner.ts';
import { aliasTarget } from './record-target.ts';

type AliasDomain = Pick<DomainRow, 'id' | 'name'>;

export interface AliasOwner {
  readonly owner: string;
  readonly records: readonly StoredRecord[];
  /** All that are flattened here. */
  readonly targets: readonly string[];
}

/** The names that publish the addresses of one target. */
export async function ownersOfTarget(
  tx: HostmasterTx,
  domain: AliasDomain,
  target: string,
): Promise<AliasOwner[]> {
  const names = (await namesByTarget(tx, domain)).get(target) ?? [];
  const owners = await readOwners(tx, domain, names);
  return owners.filter(({ targets }) => targets.includes(target));
}

/** Every target of the zone. */
export async function targetsOfZone(tx: HostmasterTx, domain: AliasDomain): Promise<string[]> {
  const names = [...(await namesByTarget(tx, domain)).values()].flat();
  const owners = await readOwners(tx, domain, names);
  return owners.flatMap(({ targets }) => targets);
}

/** The zone no longer follows those of the targets that nothing in it uses any more. */
export async function leaveTargets(
  tx: HostmasterTx,
  domain: AliasDomain,
  left: Iterable<string>,
): Promise<void> {
  const targets = [...new Set(left)];
  if (targets.length === 0) return;
  const names = await namesByTarget(tx, domain);
  for (const target of targets.sort()) {
    const owners = await readOwners(tx, domain, names.get(target) ?? []);
    if (owners.some((owner) => owner.targets.includes(target))) continue;
    await tx.run(deleteUse, { domainId: domain.id, target });
  }
}

/** Where each target is named, whether or not it is flattened there. */
async function namesByTarget(
  tx: HostmasterTx,
  domain: AliasDomain,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const record of await tx.all(listAliasRecords, { domainId: domain.id })) {
    const target = aliasTarget(domain.name, record)?.toHostname();
    if (target === undefined) continue;
    const named = names.get(target) ?? [];
    names.set(target, named);
    named.push(record.name);
  }
  return names;
}

async function readOwners(
  tx: HostmasterTx,
  domain: AliasDomain,
  names: readonly string[],
): Promise<AliasOwner[]> {
  const { id: domainId, name: zone } = domain;
  const owners: AliasOwner[] = [];
  for (const owner of new Set(names)) {
    const records = await tx.all(listOwnerRecords, { domainId, name: owner });
    owners.push({ owner, records, targets: flattenedTargets({ zone, owner, records }) });
  }
  return owners;
}
