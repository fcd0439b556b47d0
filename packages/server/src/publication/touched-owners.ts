/**
 * What a change of records has to know about the owner names that it touches. A name publishes each
 * type independently of the others, unless it has a CNAME or ALIAS. So a change costs by the sets that
 * it touches, not by the size of their neighbours.
 */

import type { RecordType } from '@hostmaster/dns/records';
import { loadEach } from '@hostmaster/storage';
import { Pace } from '../base/fairness/pace.ts';
import {
  type KeptRecord,
  keptRecords,
  listOwnerRecords,
  listOwnersRecords,
  type OwnerSets,
  readOwnerSets,
} from '../storage/queries/records/records.ts';
import { listZoneTargets, lockTargets } from '../storage/queries/zones/flattening.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { DomainWith } from '../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import type { FlatteningUse } from '../storage/tables/zones/flattening-uses.ts';
import { addressesOf } from '../zone-data/target-addresses.ts';
import type { TargetAddresses } from '../zones/flatten-owner.ts';
import { flattenedTargets } from '../zones/flattened-targets.ts';
import type { RecordDifference } from '../zones/record-difference.ts';
import { setDifference } from '../zones/set-difference.ts';
import { findUnfollowed } from './target-owners.ts';

export type ZoneDomain = DomainWith<'id' | 'name' | 'state' | 'signing'>;

/** An altered record is both removed (as it was) and added. */
export interface RecordSides {
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
}

/** A touched name, and what else at it matters to the change. */
export interface TouchedOwner extends RecordSides {
  readonly owner: string;
  /** The number of all records at the name after the change; not exact where it was above `countMax` before. */
  readonly count: number;
  /** The other records of the touched types, and those that redirect the name. */
  readonly kept: readonly KeptRecord[];
}

export interface PlannedOwner extends TouchedOwner {
  /** What the change publishes; null where the other records of the name decide that too. */
  readonly difference: RecordDifference | null;
}

/** A name whose sets cannot be published on their own. */
export interface WholeOwner {
  readonly owner: string;
  readonly before: readonly StoredRecord[];
  readonly after: readonly StoredRecord[];
}

export interface TouchedOwners {
  readonly owners: readonly PlannedOwner[];
  readonly whole: readonly WholeOwner[];
  readonly targets: TouchedTargets;
}

/** The targets that the whole names have before and after the change. */
export interface TouchedTargets {
  /** What the zone publishes for each, or will publish for a new one. */
  readonly addresses: ReadonlyMap<string, TargetAddresses>;
  /** Sorted. */
  readonly followed: readonly NewTarget[];
  /** Targets that no name of the zone has after the change. */
  readonly unfollowed: readonly string[];
}

/** A target that a zone does not follow yet, with the addresses known so far. */
export type NewTarget = Omit<FlatteningUse, 'domainId'>;

const noTargets: TouchedTargets = { addresses: new Map(), followed: [], unfollowed: [] };

export async function loadTouchedOwners(
  reader: HostmasterReader,
  domain: ZoneDomain,
  change: RecordSides & {
    /** The records at a name are counted up to one more than this. */
    readonly countMax: number;
    /** What the only touched owner name has, where it was read before. */
    readonly held?: OwnerSets | undefined;
    /** The touched owner names, where they were read before. */
    readonly planned?: readonly PlannedOwner[] | undefined;
  },
): Promise<TouchedOwners> {
  const { countMax, held } = change;
  const owners =
    change.planned ??
    (await Promise.all(
      sidesByOwner(change).map(async ([owner, sides]) => {
        const types = typesRead([...sides.removed, ...sides.added].map(({ type }) => type));
        const wanted = { domainId: domain.id, name: owner, types, countMax };
        const found = held ?? (await reader.first(readOwnerSets, wanted));
        return plannedOwner(domain, touchedOwner(owner, sides, foundIn(found, sides)));
      }),
    ));
  // Before the registry has confirmed the name nothing is published.
  const wholeOwners = domain.state === 'live' ? owners.filter(isWhole) : [];
  if (wholeOwners.length === 0) return { owners, whole: [], targets: noTargets };
  const whole: WholeOwner[] = [];
  for (const { owner, removed, added } of wholeOwners) {
    const before = await reader.all(listOwnerRecords, { domainId: domain.id, name: owner });
    const touched = new Set([...removed, ...added].map(({ id }) => id));
    const after = [...before.filter(({ id }) => !touched.has(id)), ...added];
    whole.push({ owner, before, after });
  }
  return { owners, whole, targets: await loadTargets(reader, domain, whole) };
}

/** How many owner names are read at once; each may have hundreds of records. */
const ownersPerPage = 20;

/** The touched owner names of a large change and what they publish, in slices with rests. */
export async function planTouchedOwners(
  reader: HostmasterReader,
  domain: Pick<ZoneDomain, 'id' | 'name'>,
  change: RecordSides,
  known?: ReadonlyMap<string, TouchedOwner>,
): Promise<readonly PlannedOwner[]> {
  const pace = new Pace();
  const owners: PlannedOwner[] = [];
  for (const owner of await readTouchedOwners(reader, domain, change, known)) {
    await pace.step();
    owners.push(plannedOwner(domain, owner));
  }
  return owners;
}

/**
 * The touched owner names of a large change, read in slices with rests. Those of which `known` has the
 * same change are not read again.
 */
export async function readTouchedOwners(
  reader: HostmasterReader,
  { id: domainId }: Pick<ZoneDomain, 'id'>,
  change: RecordSides,
  known: ReadonlyMap<string, TouchedOwner> = new Map(),
): Promise<readonly TouchedOwner[]> {
  const pace = new Pace();
  const owners: TouchedOwner[] = [];
  const touched: (readonly [string, RecordSides])[] = [];
  for (const [name, sides] of sidesByOwner(change)) {
    const owner = known.get(name);
    const isKnown =
      owner?.removed.length === sides.removed.length && owner.added.length === sides.added.length;
    if (isKnown) owners.push(owner);
    else touched.push([name, sides]);
  }
  for (let start = 0; start < touched.length; start += ownersPerPage) {
    const page = touched.slice(start, start + ownersPerPage);
    const names = page.map(([owner]) => owner);
    const rows = await reader.all(listOwnersRecords, { domainId, names });
    const heldAt = Map.groupBy(rows, ({ name }) => name);
    for (const [owner, sides] of page) {
      await pace.step();
      owners.push(touchedAmong(owner, sides, heldAt.get(owner) ?? []));
    }
  }
  return owners;
}

/** A touched owner name of which all records before the change are known. */
export function touchedAmong(
  owner: string,
  sides: RecordSides,
  held: readonly StoredRecord[],
): TouchedOwner {
  const ownerCount = held.length;
  // At most names nothing stays as it is.
  if (ownerCount === sides.removed.length)
    return touchedOwner(owner, sides, { ownerCount, kept: [] });
  const removed = new Set(sides.removed.map(({ id }) => id));
  const types = new Set(typesRead([...sides.removed, ...sides.added].map(({ type }) => type)));
  const kept = held.filter(({ id, type }) => !removed.has(id) && types.has(type));
  return touchedOwner(owner, sides, { ownerCount, kept });
}

/** A record of these decides what the other records of its name publish. */
const redirectingTypes = ['CNAME', 'ALIAS'] as const;

/** Which types of a name a change of these types has to read. */
export function typesRead(touched: readonly RecordType[]): readonly RecordType[] {
  return [...new Set([...touched, ...redirectingTypes])];
}

function isWhole({ difference }: PlannedOwner): boolean {
  return difference === null;
}

function sidesByOwner({
  removed,
  added,
}: RecordSides): readonly (readonly [string, RecordSides])[] {
  const [only] = added;
  if (only !== undefined && added.length === 1 && removed.length === 0) {
    return [[only.name, { removed, added }]];
  }
  const removedAt = Map.groupBy(removed, ({ name }) => name);
  const addedAt = Map.groupBy(added, ({ name }) => name);
  const owners = new Set([...removedAt.keys(), ...addedAt.keys()]);
  return [...owners].map((owner) => [
    owner,
    { removed: removedAt.get(owner) ?? [], added: addedAt.get(owner) ?? [] },
  ]);
}

/** What a name has before the change. */
interface FoundOwner {
  readonly ownerCount: number;
  /** Its records of the types that were read, without those of the change. */
  readonly kept: readonly KeptRecord[];
}

function foundIn(found: OwnerSets | undefined, { removed, added }: RecordSides): FoundOwner {
  if (found === undefined) return { ownerCount: 0, kept: [] };
  return { ownerCount: found.ownerCount, kept: keptRecords(found, [...removed, ...added]) };
}

function touchedOwner(
  owner: string,
  { removed, added }: RecordSides,
  { ownerCount, kept }: FoundOwner,
): TouchedOwner {
  const count = ownerCount - removed.length + added.length;
  return { owner, removed, added, count, kept };
}

export function plannedOwner(
  { name: zone }: Pick<ZoneDomain, 'name'>,
  { owner, removed, added, count, kept }: TouchedOwner,
): PlannedOwner {
  const difference = setDifference({ zone, owner, kept, removed, added });
  return { owner, removed, added, count, kept, difference };
}

async function loadTargets(
  reader: HostmasterReader,
  domain: ZoneDomain,
  whole: readonly WholeOwner[],
): Promise<TouchedTargets> {
  const { id: domainId, name: zone } = domain;
  const targetsOf = (side: 'before' | 'after') =>
    new Set(
      whole.flatMap((each) => flattenedTargets({ zone, owner: each.owner, records: each[side] })),
    );
  const [before, after] = [targetsOf('before'), targetsOf('after')];
  const named = [...new Set([...before, ...after])];
  if (named.length === 0) return noTargets;
  const uses = await loadEach(reader, listZoneTargets, { domainId, targets: named });
  const addresses = new Map(uses.map((use) => [use.target, addressesOf(use)]));
  const followed = await loadNewTargets(
    reader,
    [...after].filter((target) => !addresses.has(target)),
  );
  for (const use of followed) addresses.set(use.target, addressesOf(use));
  const dropped = [...before].filter((target) => !after.has(target));
  const unfollowed = await findUnfollowed(reader, domain, { targets: dropped, touched: whole });
  return { addresses, followed, unfollowed };
}

/** Locked, so that none of them is deleted as unused, and in order, so that no two loads deadlock. */
export async function loadNewTargets(
  reader: HostmasterReader,
  targets: readonly string[],
): Promise<readonly NewTarget[]> {
  if (targets.length === 0) return [];
  const known = await loadEach(reader, lockTargets, { names: targets.toSorted() });
  const byName = new Map(known.map((target) => [target.name, target]));
  return [...new Set(targets)].sort().map((target) => ({
    target,
    ttlSeconds: byName.get(target)?.ttlSeconds ?? 0,
    addresses: byName.get(target)?.addresses ?? [],
  }));
}
