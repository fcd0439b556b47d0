/**
 * Replaces the key of a signed zone (docs/adr/0036). The new key is published, and then every set is
 * signed with both; at the end every set is signed with the new one alone, and only then the old one is
 * no longer published. Each is a walk through the zone in steps (publication/zone-signer.ts). The order
 * between them is in domains/dnssec-phase.ts.
 */
import type { ZoneKey } from '@hostmaster/dns/dnssec';
import { loadEach } from '@hostmaster/storage';
import { newId } from '../base/ids.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { ZoneKeyRing } from '../base/zone-key-ring.ts';
import type { Change } from '../changes/change.ts';
import { listSignatures } from '../storage/queries/zones/signing.ts';
import { insert, type RowWrite, remove, removeAll, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { zoneKeys } from '../storage/tables/zones/zone-keys.ts';
import { zoneSignings } from '../storage/tables/zones/zone-signings.ts';
import { nextVersion, type SignedZone, type StoredKey } from '../zone-data/signed-zone.ts';
import { keyRecords, publishedKeys } from '../zones/apex.ts';
import { SignatureEdits } from '../zones/sign-sets.ts';
import { apexSortKey } from '../zones/sort-key.ts';
import { type NextPage, signPage } from './sign-page.ts';

/** The caller has locked the domain, whose zone is signed and has one key. */
export function addKey(
  domainId: string,
  old: readonly Pick<StoredKey, 'id'>[],
  options: {
    readonly key: ZoneKey;
    readonly secrets: Pick<SecretBox, 'seal'>;
    readonly now: number;
  },
): Change {
  return {
    rows: [
      ...old.map(({ id }) => update(zoneKeys, { id }, { stage: 'leaving' })),
      insert(zoneKeys, {
        id: newId('zky'),
        domainId,
        privateKey: options.secrets.seal(options.key.toPem()),
        dnskey: options.key.dnskey,
        stage: 'prepared',
        offer: 'none',
        createdAt: options.now,
      }),
      insert(zoneSignings, { domainId, place: '' }),
    ],
    announce: [{ kind: 'signing-changed' }],
  };
}

/** No resolver depends on the old key any more. */
export function retireKey(
  domainId: string,
  keys: readonly Pick<StoredKey, 'id' | 'stage'>[],
): Change {
  const old = keys.filter(({ stage }) => stage === 'leaving');
  return {
    rows: [
      ...old.map(({ id }) => update(zoneKeys, { id }, { stage: 'retired' })),
      insert(zoneSignings, { domainId, place: '' }),
    ],
    announce: [{ kind: 'signing-changed' }],
  };
}

/** The next step of the walk. */
export async function loadRollStep(
  reader: HostmasterReader,
  ring: ZoneKeyRing,
  { signed, ...page }: { readonly signed: SignedZone } & NextPage,
): Promise<Change> {
  const prepared = signed.keys.filter(({ stage }) => stage === 'prepared');
  const rows =
    prepared.length > 0
      ? await publishKeys(reader, signed, { ring, prepared })
      : await signNext(reader, signed, page);
  return { rows, announce: [{ kind: 'zone-changed', zone: signed.zone, isCatalogDue: false }] };
}

/** The DNSKEY set gets the new key, and is signed by both. */
async function publishKeys(
  reader: HostmasterReader,
  before: SignedZone,
  { ring, prepared }: { readonly ring: ZoneKeyRing; readonly prepared: readonly StoredKey[] },
): Promise<RowWrite[]> {
  const { zone, domainId } = before;
  const added = keyRecords(
    zone,
    prepared.map(({ dnskey }) => dnskey),
  );
  const opened = prepared.map((key) => ring.open(key));
  const keys = before.keys.map((key) =>
    key.stage === 'prepared' ? ({ ...key, stage: 'current' } as const) : key,
  );
  const signer = { ...before.signer, keys: [...before.signer.keys, ...opened] };
  const signed: SignedZone = { ...before, keys, signer };
  const stored = await loadEach(reader, listSignatures, { domainId, sortKeys: [apexSortKey] });
  const edits = new SignatureEdits(signer, stored);
  edits.sign(apexSortKey, keyRecords(zone, publishedKeys(keys)));
  return [
    ...(await nextVersion(reader, signed, { removed: [], added }, edits)),
    ...prepared.map(({ id }) => update(zoneKeys, { id }, { stage: 'current' })),
  ];
}

/** With the last names, keys that no longer sign anything are no longer published. */
async function signNext(
  reader: HostmasterReader,
  signed: SignedZone,
  next: NextPage,
): Promise<RowWrite[]> {
  const { zone, domainId, keys } = signed;
  const { edits, place } = await signPage(reader, signed, next);
  if (place !== null) {
    const rows = await nextVersion(reader, signed, { removed: [], added: [] }, edits);
    return [...rows, update(zoneSignings, { domainId }, { place })];
  }
  const retired = keys.filter(({ stage }) => stage === 'retired');
  if (retired.length > 0) {
    const rest = keys.filter(({ stage }) => stage !== 'retired');
    edits.sign(apexSortKey, keyRecords(zone, publishedKeys(rest)));
  }
  const removed = keyRecords(zone, publishedKeys(retired));
  return [
    ...(await nextVersion(reader, signed, { removed, added: [] }, edits)),
    ...retired.map(({ id }) => remove(zoneKeys, { id })),
    removeAll(zoneSignings, { domainId }),
  ];
}
