/** Which owner names of a zone publish the addresses of which targets. */
import { loadList } from '@hostmaster/storage';
import { listOwnerRecords, listTargetRecords } from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { flattenedTargets } from '../zones/flattened-targets.ts';
import { recordTarget } from '../zones/record-target.ts';

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
  reader: HostmasterReader,
  domain: TargetDomain,
  target: string,
): Promise<TargetOwner[]> {
  const names = (await namesByTarget(reader, domain)).get(target) ?? [];
  const owners = await readOwners(reader, domain, names);
  return owners.filter(({ targets }) => targets.includes(target));
}

/** Every target of the zone. */
export async function targetsOfZone(
  reader: HostmasterReader,
  domain: TargetDomain,
): Promise<string[]> {
  const names = [...(await namesByTarget(reader, domain)).values()].flat();
  const owners = await readOwners(reader, domain, names);
  return owners.flatMap(({ targets }) => targets);
}

/** Those of the targets that no owner name flattens after a change of the touched names. */
export async function findUnfollowed(
  reader: HostmasterReader,
  domain: TargetDomain,
  change: {
    readonly targets: readonly string[];
    readonly touched: readonly {
      readonly owner: string;
      readonly after: readonly StoredRecord[];
    }[];
  },
): Promise<string[]> {
  if (change.targets.length === 0) return [];
  const names = await namesByTarget(reader, domain);
  const touched = new Set(change.touched.map(({ owner }) => owner));
  const kept = new Set(
    change.touched.flatMap(({ owner, after: records }) =>
      flattenedTargets({ zone: domain.name, owner, records }),
    ),
  );
  const unfollowed: string[] = [];
  for (const target of change.targets.toSorted()) {
    const others = (names.get(target) ?? []).filter((name) => !touched.has(name));
    if (kept.has(target) || (await mayBeFlattened(reader, domain, { target, names: others })))
      continue;
    unfollowed.push(target);
  }
  return unfollowed;
}

/** Reads owner names until one flattens the target. With too many to read the answer is yes. */
async function mayBeFlattened(
  reader: HostmasterReader,
  domain: TargetDomain,
  { target, names }: { readonly target: string; readonly names: readonly string[] },
): Promise<boolean> {
  const owners = [...new Set(names)];
  for (const owner of owners.slice(0, ownersReadMax)) {
    const [found] = await readOwners(reader, domain, [owner]);
    if (found?.targets.includes(target) === true) return true;
  }
  return owners.length > ownersReadMax;
}

/** The owner names with a record for each target, whether or not it is flattened there. */
async function namesByTarget(
  reader: HostmasterReader,
  domain: TargetDomain,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const record of await loadList(reader, listTargetRecords, { domainId: domain.id })) {
    const target = recordTarget(domain.name, record)?.toHostname();
    if (target === undefined) continue;
    const named = names.get(target) ?? [];
    names.set(target, named);
    named.push(record.name);
  }
  return names;
}

async function readOwners(
  reader: HostmasterReader,
  domain: TargetDomain,
  names: readonly string[],
): Promise<TargetOwner[]> {
  const { id: domainId, name: zone } = domain;
  const owners: TargetOwner[] = [];
  for (const owner of new Set(names)) {
    const records = await reader.all(listOwnerRecords, { domainId, name: owner });
    owners.push({ owner, records, targets: flattenedTargets({ zone, owner, records }) });
  }
  return owners;
}
