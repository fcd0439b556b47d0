/** A zone that is signed, locked for its next version. */
import { Name, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { fixedLimits } from '../base/limits.ts';
import type { ZoneKeyRing } from '../base/zone-key-ring.ts';
import { listZoneKeys, lockSignedZone } from '../storage/queries/zones/signing.ts';
import { insert, type RowWrite, remove, removeAll, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import type { SoaSettings } from '../storage/tables/domains/domains.ts';
import { zoneJournal } from '../storage/tables/zones/zone-journal.ts';
import type { ZoneKeyRow } from '../storage/tables/zones/zone-keys.ts';
import { zoneSignatures } from '../storage/tables/zones/zone-signatures.ts';
import { zones } from '../storage/tables/zones/zones.ts';
import {
  keyRecords,
  nameserverRecords,
  offerRecords,
  signedSoa,
  soaRecord,
  withSerial,
} from '../zones/apex.ts';
import { packRecords } from '../zones/journal-form.ts';
import type { RecordDifference } from '../zones/record-difference.ts';
import type { SignatureEdits, ZoneSigner } from '../zones/sign-sets.ts';
import { signatureTimes } from '../zones/signature-times.ts';
import { standardSoa } from '../zones/soa-settings.ts';
import { apexSortKey } from '../zones/sort-key.ts';

export interface SignedZone {
  readonly zone: string;
  readonly domainId: string;
  readonly serial: number;
  /** The store's machine time. */
  readonly now: number;
  readonly nameservers: readonly string[];
  /** A signed zone has its own: the signature cannot follow a setting of the service. */
  readonly soa: SoaSettings | null;
  readonly signer: ZoneSigner;
  /** All keys, also those that do not sign. */
  readonly keys: readonly StoredKey[];
}

export type StoredKey = Pick<ZoneKeyRow, 'id' | 'privateKey' | 'dnskey' | 'stage' | 'offer'>;

/** Null when the zone is not served. */
export async function loadSignedZone(
  reader: HostmasterReader,
  ring: ZoneKeyRing,
  domain: { readonly id: string; readonly name: string },
): Promise<SignedZone | null> {
  const { id: domainId, name } = domain;
  const [row, stored] = await Promise.all([
    reader.first(lockSignedZone, { name, domainId }),
    reader.all(listZoneKeys, { domainId }),
  ]);
  if (row === undefined) return null;
  const { serial, now, nameservers, soa } = row;
  const signer = {
    zone: Name.parse(name),
    keys: stored.filter(isSigning).map(({ privateKey }) => ring.open(privateKey)),
    times: signatureTimes(name, now),
  };
  return { zone: name, domainId, serial, now, nameservers, soa, signer, keys: stored };
}

/** What a signed zone has at its apex besides the records of the customer. */
export function signedApex(signed: SignedZone): [ResourceRecord, ...ResourceRecord[]] {
  const { zone, nameservers, soa, serial, keys } = signed;
  return [
    signedSoa(soaRecord({ name: zone, nameservers, soa }, { soaDefaults: standardSoa, serial })),
    ...nameserverRecords(zone, nameservers),
    ...keyRecords(zone, publishedKeys(keys)),
    ...offerRecords(zone, keys),
  ];
}

/** The data of the DNSKEY records. */
export function publishedKeys(
  keys: readonly Pick<StoredKey, 'dnskey' | 'stage'>[],
): readonly Uint8Array[] {
  return keys.filter(({ stage }) => stage !== 'prepared').map(({ dnskey }) => dnskey);
}

function isSigning({ stage }: StoredKey): boolean {
  return stage === 'current' || stage === 'leaving';
}

/** Smaller entries are bounded by their number (nameserver/journal-retention.ts). */
const largeEntryBytes = 8 * 1024;

/**
 * The next version: its serial, which the signature of the SOA covers, and its entry in the journal.
 * `published` is what changes besides signatures.
 */
export function nextVersion(
  signed: SignedZone,
  published: RecordDifference,
  edits: SignatureEdits,
): RowWrite[] {
  const { zone, now } = signed;
  const serial = nextSerial(signed);
  const soa = published.added.find(isSoa) ?? signedApex(signed)[0];
  edits.sign(apexSortKey, [withSerial(signedSoa(soa), serial)]);
  const signatures = edits.difference;
  const pack = (records: readonly ResourceRecord[], others: readonly ResourceRecord[]) =>
    packRecords([...records.map((each) => (isSoa(each) ? signedSoa(each) : each)), ...others]);
  const removed = pack(published.removed, signatures.removed);
  const added = pack(published.added, signatures.added);
  const entry = { zone, fromSerial: signed.serial, toSerial: serial, removed, added, at: now };
  const rows = [raise(signed, serial), insert(zoneJournal, entry), ...signatureRows(signed, edits)];
  if (removed.byteLength + added.byteLength < largeEntryBytes) return rows;
  return [...rows, statement('lightenJournal', { zone, bytesMax: fixedLimits.journalBytes })];
}

/** As `nextVersion`, but nothing leads to it from the version before: secondaries fetch it whole. */
export function wholeVersion(signed: SignedZone, edits: SignatureEdits): RowWrite[] {
  const serial = nextSerial(signed);
  edits.sign(apexSortKey, [withSerial(signedApex(signed)[0], serial)]);
  const { zone } = signed;
  return [raise(signed, serial), removeAll(zoneJournal, { zone }), ...signatureRows(signed, edits)];
}

export function signatureRows(
  { domainId, signer }: Pick<SignedZone, 'domainId' | 'signer'>,
  edits: SignatureEdits,
): RowWrite[] {
  const { refreshAt } = signer.times;
  return edits.all.map(({ sortKey, type, before, after }) => {
    const place = { domainId, sortKey, type };
    if (after === null) return remove(zoneSignatures, place);
    if (before === null) return insert(zoneSignatures, { ...place, records: after, refreshAt });
    return update(zoneSignatures, place, { records: after, refreshAt });
  });
}

function nextSerial({ serial, now }: SignedZone): number {
  return Math.max(serial + 1, Math.floor(now / 1_000));
}

function raise({ zone, serial: previousSerial, now }: SignedZone, serial: number): RowWrite {
  const before = { name: zone, serial: previousSerial };
  return update(zones, before, { serial, previousSerial, changedAt: now });
}

function isSoa({ type }: ResourceRecord): boolean {
  return type === rrTypes.SOA;
}
