/**
 * What a change of some names means for the chain of a signed zone: which of the names the zone has
 * authority over after it, and which NSEC records differ.
 */
import type { Name, ResourceRecord } from '@hostmaster/dns';
import { type ChainEdit, type ChainName, editChain, hidesBelow } from '@hostmaster/dns/dnssec';
import type { SignedName } from '../storage/tables/zones/signed-names.ts';
import { nsecTtlSeconds } from './apex.ts';
import type { RecordDifference } from './record-difference.ts';
import { recordDifference } from './record-difference.ts';
import { nameOfSortKey, sortKeyOf, sortKeysAbove } from './sort-key.ts';

export type StoredName = Omit<SignedName, 'domainId'>;

export type Sets = ReadonlyMap<number, readonly ResourceRecord[]>;

/** A name that changes, with all records that it publishes. */
export interface TouchedName {
  readonly name: Name;
  readonly sortKey: string;
  readonly before: Sets;
  readonly after: Sets;
}

/** The names of a difference. `published` has what each of them publishes after it. */
export function touchedNames(
  zone: Name,
  difference: RecordDifference,
  published: readonly ResourceRecord[],
): TouchedName[] {
  const keyOf = ({ name }: ResourceRecord) => name.key;
  const after = Map.groupBy(published, keyOf);
  const removed = Map.groupBy(difference.removed, keyOf);
  const added = Map.groupBy(difference.added, keyOf);
  const names = new Map(
    [...difference.removed, ...difference.added].map(({ name }) => [name.key, name]),
  );
  return [...names].map(([key, name]) => {
    const held = after.get(key) ?? [];
    const kept = recordDifference(held, added.get(key) ?? []).removed;
    return {
      name,
      sortKey: sortKeyOf(zone, name),
      before: setsOf([...kept, ...(removed.get(key) ?? [])]),
      after: setsOf(held),
    };
  });
}

export function setsOf(records: readonly ResourceRecord[]): Sets {
  return Map.groupBy(records, ({ type }) => type);
}

export interface ChainPlan {
  readonly edit: ChainEdit;
  /** Whether the zone has authority over a touched name after the change. */
  isShown(touched: TouchedName): boolean;
}

/** `stored` are the names that `editChain` asks for. */
export function planChain(
  zone: Name,
  touched: readonly TouchedName[],
  stored: readonly StoredName[],
): ChainPlan {
  const edit = editChain({
    zone,
    stored: stored.map((each) => chainName(zone, nameOfSortKey(zone, each.sortKey), each.types)),
    touched: touched.map(({ name, after }) => chainName(zone, name, [...after.keys()])),
    ttlSeconds: nsecTtlSeconds,
  });
  const hiding = new Set<string>();
  for (const { sortKey, types } of stored) {
    if (isHiding(types)) hiding.add(sortKey);
  }
  for (const { sortKey, after } of touched) {
    if (isHiding([...after.keys()])) hiding.add(sortKey);
    else hiding.delete(sortKey);
  }
  return {
    edit,
    isShown: ({ sortKey }) => sortKeysAbove(sortKey).every((above) => !hiding.has(above)),
  };
}

/** Whether the names below one with these types are in another zone; never so below the apex. */
export function isHiding(types: readonly number[]): boolean {
  return hidesBelow({ types: new Set(types), isApex: false });
}

export function chainName(zone: Name, name: Name, types: readonly number[]): ChainName {
  return { name, isApex: name.equals(zone), types: new Set(types) };
}
