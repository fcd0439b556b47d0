/**
 * CDS and CDNSKEY records: what a zone asks its parent for, as the phase of DNSSEC wants it (RFC 7344, RFC
 * 8078). They follow the phase in a change of their own, so that a zone whose key is lost can be turned off. So
 * do the keys of another operator (docs/adr/0051), and whether the zone has a digest of the whole (RFC 8976),
 * which its size decides.
 */
import { type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { loadEach } from '@hostmaster/storage';
import type { ZoneKeyRing } from '../base/zone-key-ring.ts';
import type { Change } from '../changes/change.ts';
import { type ChangeStore, persist } from '../changes/persist.ts';
import { zoneDifference } from '../changes/zone-edit.ts';
import { offerIn } from '../domains/keys-with-ds.ts';
import { findDnssec } from '../storage/queries/domains/domain-dnssec.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { listSignatures, listZoneKeys } from '../storage/queries/zones/signing.ts';
import { type RowWrite, remove, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type DnssecPhase, domainDnssec } from '../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { zoneKeys } from '../storage/tables/zones/zone-keys.ts';
import { digestRoom, type StoredKey } from '../zone-data/signed-zone.ts';
import { digestRecord, keyRecords, offerRecords, publishedKeys } from '../zones/apex.ts';
import { type RecordDifference, recordDifference } from '../zones/record-difference.ts';
import { apexSortKey } from '../zones/sort-key.ts';

/** Always more to do, as other domains may be behind it. */
export function stepOffers(database: ChangeStore, domainId: string): Promise<boolean> {
  return persist(database, {
    keys: [],
    owner: '',
    commit: 'alone',
    load: (reader) => loadOffers(reader, database, domainId),
    decide: (change) => ({ answer: true, change }),
  });
}

async function loadOffers(
  reader: HostmasterReader,
  { zoneKeys: ring }: ChangeStore,
  domainId: string,
): Promise<Change> {
  const domain = await reader.first(lockDomainById, { id: domainId });
  const row = await reader.first(findDnssec, { domainId });
  if (domain === undefined || row === undefined) return {};
  const done = update(domainDnssec, { domainId }, { offersDue: false });
  if (domain.zone.signing !== 'signed') return { rows: [done] };
  const { name: zone } = domain;
  const keys = await reader.all(listZoneKeys, { domainId });
  const after = keysAfter(row.phase, keys);
  const offered = recordDifference(keySets(zone, keys), keySets(zone, after));
  const digest = await loadDigestChange(reader, ring, { domain, phase: row.phase });
  const difference = {
    removed: [...offered.removed, ...digest.removed],
    added: [...offered.added, ...digest.added],
  };
  return {
    rows: [...keyRows(keys, after), done],
    zones: zoneDifference(domain, difference),
  };
}

/** The keys that the zone has from now on: those of another operator come and go here. */
function keysAfter(phase: DnssecPhase, keys: readonly StoredKey[]): readonly StoredKey[] {
  const kept = keys
    .filter(({ stage }) => stage !== 'foreign_retired')
    .map((key) =>
      key.stage === 'foreign_prepared' ? ({ ...key, stage: 'foreign' } as const) : key,
    );
  return kept.map((key) => ({ ...key, offer: offerIn(phase, key, kept) ?? key.offer }));
}

function keySets(zone: string, keys: readonly StoredKey[]): readonly ResourceRecord[] {
  return [...keyRecords(zone, publishedKeys(keys)), ...offerRecords(zone, keys)];
}

function keyRows(before: readonly StoredKey[], after: readonly StoredKey[]): readonly RowWrite[] {
  return before.flatMap((key): readonly RowWrite[] => {
    const { id } = key;
    const next = after.find((each) => each.id === id);
    if (next === undefined) return [remove(zoneKeys, { id })];
    const { stage, offer } = next;
    const isSame = stage === key.stage && offer === key.offer;
    return isSame ? [] : [update(zoneKeys, { id }, { stage, offer })];
  });
}

/** Whether the zone is small enough to have a digest, where that has changed. */
async function loadDigestChange(
  reader: HostmasterReader,
  ring: ZoneKeyRing,
  { domain, phase }: { readonly domain: Domain; readonly phase: DnssecPhase },
): Promise<RecordDifference> {
  const { id: domainId, name: zone } = domain;
  const stored = await loadEach(reader, listSignatures, { domainId, sortKeys: [apexSortKey] });
  const has = stored.some(({ type }) => type === rrTypes.ZONEMD);
  const wants = digestRoom(domain.zone, ring) >= 0;
  if (has === wants || phase === 'unsigning') return { removed: [], added: [] };
  const changed = [digestRecord(zone)];
  return wants ? { removed: [], added: changed } : { removed: changed, added: [] };
}
