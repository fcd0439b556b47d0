/** Reads what a signed zone has besides the records that it publishes: keys, NSEC records and signatures. */

import { Name, type ResourceRecord } from '@hostmaster/dns';
import { nsecRecord } from '@hostmaster/dns/dnssec';
import { loadEach } from '@hostmaster/storage';
import { Pace } from '../base/fairness/pace.ts';
import {
  listNeighbours,
  listSignatures,
  listSignedNames,
  listZoneKeys,
  pageChain,
} from '../storage/queries/zones/signing.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { keyRecords, nsecTtlSeconds, offerRecords, publishedKeys } from '../zones/apex.ts';
import { chainName, type StoredName } from '../zones/chain-plan.ts';
import { unpackRecords } from '../zones/journal-form.ts';
import { nameOfKey } from '../zones/lookup.ts';
import { nameOfSortKey, sortKeyOf } from '../zones/sort-key.ts';

const pageNames = 500;

/** The DNSKEY, CDS and CDNSKEY records. */
export async function readKeyRecords(
  reader: HostmasterReader,
  { zone, domainId }: { readonly zone: string; readonly domainId: string },
): Promise<readonly ResourceRecord[]> {
  const keys = await reader.all(listZoneKeys, { domainId });
  return [...keyRecords(zone, publishedKeys(keys)), ...offerRecords(zone, keys)];
}

/** The NSEC record of a name of the chain. The last one leads back to the apex. */
export function linkOf(
  zone: Name,
  at: Pick<StoredName, 'sortKey' | 'types'>,
  nextKey: string | null,
): ResourceRecord {
  const next = nextKey === null ? zone : nameOfSortKey(zone, nextKey);
  const name = chainName(zone, nameOfSortKey(zone, at.sortKey), at.types);
  return nsecRecord(name, { next, ttlSeconds: nsecTtlSeconds });
}

/** In pages, within one snapshot. */
export async function* chainPages(
  reader: HostmasterReader,
  place: { readonly zone: string; readonly domainId: string },
): AsyncGenerator<readonly ResourceRecord[]> {
  const zone = Name.parse(place.zone);
  const { domainId } = place;
  const pace = new Pace();
  for (let after = ''; ; ) {
    // One more, which the last of the page leads to.
    const names = await reader.all(pageChain, { domainId, after, limit: pageNames + 1 });
    const page = names.slice(0, pageNames);
    const sortKeys = page.map(({ sortKey }) => sortKey);
    const signatures = await loadEach(reader, listSignatures, { domainId, sortKeys });
    yield [
      ...page.map((name, index) => linkOf(zone, name, names[index + 1]?.sortKey ?? null)),
      ...signatures.flatMap(({ records }) => unpackRecords(records)),
    ];
    if (names.length <= pageNames) return;
    after = sortKeys.at(-1) ?? after;
    await pace.step();
  }
}

/** The NSEC records and signatures of names of a zone, and the NSEC records that cover others. */
export interface Links {
  readonly records: readonly ResourceRecord[];
  /** By the key of each place; null in a zone without a chain. */
  readonly covering: ReadonlyMap<string, ResourceRecord | null>;
}

/** Names and places are given by `Name.key`. */
export async function readLinks(
  reader: HostmasterReader,
  { zone: zoneName, domainId }: { readonly zone: string; readonly domainId: string },
  wanted: { readonly names: ReadonlySet<string>; readonly places: ReadonlySet<string> },
): Promise<Links> {
  const zone = Name.parse(zoneName);
  const sortKeyAt = (key: string) => sortKeyOf(zone, nameOfKey(key).toLowerCase());
  const places = new Map([...wanted.places].map((key) => [key, sortKeyAt(key)]));
  const before = await loadEach(reader, listNeighbours, {
    domainId,
    sortKeys: [...new Set(places.values())],
  });
  const previousOf = new Map(before.map(({ sortKey, previous }) => [sortKey, previous]));
  const asked = new Set([...[...wanted.names].map(sortKeyAt), ...places.values()]);
  for (const { previous } of before) if (previous !== null) asked.add(previous);
  const sortKeys = [...asked];
  const [names, neighbours, signatures] = await Promise.all([
    loadEach(reader, listSignedNames, { domainId, sortKeys }),
    loadEach(reader, listNeighbours, { domainId, sortKeys }),
    loadEach(reader, listSignatures, { domainId, sortKeys }),
  ]);
  const nextOf = new Map(neighbours.map(({ sortKey, next }) => [sortKey, next]));
  const links = new Map(
    names
      .filter(({ isShown }) => isShown)
      .map((name) => [name.sortKey, linkOf(zone, name, nextOf.get(name.sortKey) ?? null)]),
  );
  const covering = new Map(
    [...places].map(([key, sortKey]) => [
      key,
      links.get(sortKey) ?? links.get(previousOf.get(sortKey) ?? '') ?? null,
    ]),
  );
  const records = [...links.values(), ...signatures.flatMap((each) => unpackRecords(each.records))];
  return { records, covering };
}
