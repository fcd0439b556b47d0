/** Which owner names of a zone publish the addresses of which targets. */
import { deleteZoneTarget } from '../storage/queries/flattening.ts';
import { listOwnerRecords, listTargetRecords } from '../storage/queries/records.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { StoredRecord } from '../storage/tables/records.ts';
import { flattenedTargets } from './flattened-targets.ts';
import { recordTarget } from './record-target.ts';

type TargetDomain = Pick<Domain, 'id' | 'name'>;

/**
 * A deletion reads no more owner names than this. A target that stays for that reason is deleted
 * when its addresses change.
 */
const ownersReadMax = 100;

export interface TargetOwner {
  readonly owner: string;
  readonly records: readonly StoredRecord[];
  /** The targets flattened at this name. */
  readonly targets: readonly string[];
}

/** The owner names that publish the addresses of one target. */
export async function ownersOfTarget(
  tx: HostmasterTx,
  domain: TargetDomain,
  target: string,
): Promise<TargetOwner[]> {
  const names = (await namesByTarget(tx, domain)).get(target) ?? [];
  const owners = await readOwners(tx, domain, names);
  return owners.filter(({ targets }) => targets.includes(target));
}

/** Every target of the zone. */
export async function targetsOfZone(tx: HostmasterTx, domain: TargetDomain): Promise<string[]> {
  const names = [...(await namesByTarget(tx, domain)).values()].flat();
  const owners = await readOwners(tx, domain, names);
  return owners.flatMap(({ targets }) => targets);
}

/** Stops following those of the targets that no owner name flattens any more. */
export async function unfollowTargets(
  tx: HostmasterTx,
  domain: TargetDomain,
  candidates: Iterable<string>,
): Promise<void> {
  const targets = [...new Set(candidates)];
  if (targets.length === 0) return;
  const names = await namesByTarget(tx, domain);
  for (const target of targets.sort()) {
    if (await mayBeFlattened(tx, domain, { target, names: names.get(target) ?? [] })) continue;
    await tx.run(deleteZoneTarget, { domainId: domain.id, target });
  }
}

/** Reads owner names until one flattens the target. With too many to read the answer is yes. */
async function mayBeFlattened(
  tx: HostmasterTx,
  domain: TargetDomain,
  { target, names }: { readonly target: string; readonly names: readonly string[] },
): Promise<boolean> {
  const owners = [...new Set(names)];
  for (const owner of owners.slice(0, ownersReadMax)) {
    const [found] = await readOwners(tx, domain, [owner]);
    if (found?.targets.includes(target) === true) return true;
  }
  return owners.length > ownersReadMax;
}

/** The owner names with a record for each target, whether or not it is flattened there. */
async function namesByTarget(
  tx: HostmasterTx,
  domain: TargetDomain,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const record of await tx.all(listTargetRecords, { domainId: domain.id })) {
    const target = recordTarget(domain.name, record)?.toHostname();
    if (target === undefined) continue;
    const named = names.get(target) ?? [];
    names.set(target, named);
    named.push(record.name);
  }
  return names;
}

async function readOwners(
  tx: HostmasterTx,
  domain: TargetDomain,
  names: readonly string[],
): Promise<TargetOwner[]> {
  const { id: domainId, name: zone } = domain;
  const owners: TargetOwner[] = [];
  for (const owner of new Set(names)) {
    const records = await tx.all(listOwnerRecords, { domainId, name: owner });
    owners.push({ owner, records, targets: flattenedTargets({ zone, owner, records }) });
  }
  return owners;
}
