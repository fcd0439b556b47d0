/** A zone that is signed, locked for its next version. */
import { Name, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { zoneDigest } from '@hostmaster/dns/dnssec';
import { fixedLimits } from '../base/limits.ts';
import type { ZoneKeyRing } from '../base/zone-key-ring.ts';
import { findSignedZone, listZoneKeys, lockSignedZone } from '../storage/queries/zones/signing.ts';
import {
  insert,
  type RowWrite,
  remove,
  removeAll,
  update,
  updateAll,
} from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { domainDnssec } from '../storage/tables/domains/domain-dnssec.ts';
import type { Domain, SoaSettings } from '../storage/tables/domains/domains.ts';
import { zoneJournal } from '../storage/tables/zones/zone-journal.ts';
import type { ZoneKeyRow } from '../storage/tables/zones/zone-keys.ts';
import { zoneSignatures } from '../storage/tables/zones/zone-signatures.ts';
import { zones } from '../storage/tables/zones/zones.ts';
import {
  digestRecord,
  keyRecords,
  nameserverRecords,
  offerRecords,
  publishedKeys,
  signedSoa,
  soaRecord,
  withSerial,
} from '../zones/apex.ts';
import { packRecords } from '../zones/journal-form.ts';
import { type RecordDifference, recordDifference } from '../zones/record-difference.ts';
import type { SignatureEdits, ZoneSigner } from '../zones/sign-sets.ts';
import { signatureTimes } from '../zones/signature-times.ts';
import { standardSoa } from '../zones/soa-settings.ts';
import { apexSortKey } from '../zones/sort-key.ts';
import { readWhole } from './read-whole.ts';

export interface SignedZone {
  readonly zone: string;
  readonly domainId: string;
  readonly signing: Domain['zone']['signing'];
  readonly serial: number;
  /** The next one is above it. */
  readonly serialFloor: number;
  /** The store's machine time. */
  readonly now: number;
  readonly nameservers: readonly string[];
  /** A signed zone has its own: the signature cannot follow a setting of the service. */
  readonly soa: SoaSettings | null;
  readonly signer: ZoneSigner;
  /** Whether it has a digest of the whole zone. */
  readonly hasDigest: boolean;
  /** How many more records it may have with a digest; negative where it has too many for one. */
  readonly digestRoom: number;
  /** All keys, also those that do not sign. */
  readonly keys: readonly StoredKey[];
}

export type StoredKey = Pick<ZoneKeyRow, 'id' | 'privateKey' | 'dnskey' | 'stage' | 'offer'>;

/** Null when the zone is not served. */
export function loadSignedZone(
  reader: HostmasterReader,
  ring: ZoneKeyRing,
  domain: SignedDomain,
): Promise<SignedZone | null> {
  return readZone(reader, ring, { domain, find: lockSignedZone });
}

/** The same without a lock. */
export function readSignedZone(
  reader: HostmasterReader,
  ring: ZoneKeyRing,
  domain: SignedDomain,
): Promise<SignedZone | null> {
  return readZone(reader, ring, { domain, find: findSignedZone });
}

interface SignedDomain {
  readonly id: string;
  readonly name: string;
}

async function readZone(
  reader: HostmasterReader,
  ring: ZoneKeyRing,
  { domain, find }: { readonly domain: SignedDomain; readonly find: typeof lockSignedZone },
): Promise<SignedZone | null> {
  const { id: domainId, name } = domain;
  const [row, stored] = await Promise.all([
    reader.first(find, { name, domainId, apex: apexSortKey }),
    reader.all(listZoneKeys, { domainId }),
  ]);
  if (row === undefined) return null;
  const { serial, serialFloor, now } = row;
  const { signing, nameservers, soa } = row.zone;
  const signer = {
    zone: Name.parse(name),
    keys: stored.filter(isSigning).map((key) => ring.open(key)),
    times: signatureTimes(name, now),
  };
  const hasDigest = row.digests === 1;
  const digest = { hasDigest, digestRoom: digestRoom(row.zone, ring) };
  const apex = { nameservers, soa, keys: stored };
  return { zone: name, domainId, signing, serial, serialFloor, now, signer, ...apex, ...digest };
}

/** How many more records a zone may have with a digest; negative where it has too many for one. */
export function digestRoom(
  { recordCount }: { readonly recordCount: number | null },
  { digestRecordsMax }: Pick<ZoneKeyRing, 'digestRecordsMax'>,
): number {
  if (digestRecordsMax === 0 || recordCount === null) return Number.NEGATIVE_INFINITY;
  return digestRecordsMax - recordCount;
}

/** What a signed zone has at its apex besides the records of the customer. */
export function signedApex(signed: SignedZone): [ResourceRecord, ...ResourceRecord[]] {
  const { zone, nameservers, soa, serial, keys } = signed;
  return [
    signedSoa(
      soaRecord({ name: zone, zone: { nameservers, soa } }, { soaDefaults: standardSoa, serial }),
    ),
    ...nameserverRecords(zone, nameservers),
    ...keyRecords(zone, publishedKeys(keys)),
    ...offerRecords(zone, keys),
    // Only its type counts here: each version has its own.
    ...(signed.hasDigest ? [digestRecord(zone)] : []),
  ];
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
export async function nextVersion(
  reader: HostmasterReader,
  signed: SignedZone,
  difference: RecordDifference,
  edits: SignatureEdits,
): Promise<RowWrite[]> {
  const { zone, now } = signed;
  const serial = nextSerial(signed);
  const published = withoutDigest(difference);
  const soa = withSerial(signedSoa(published.added.find(isSoa) ?? signedApex(signed)[0]), serial);
  edits.sign(apexSortKey, [soa]);
  const hasDigest = hasDigestAfter(signed, difference);
  if (hasDigest) {
    const digest = await digestAfter(reader, signed, { published, edits, soa });
    edits.signDigest(apexSortKey, digestRecord(zone, { serial, digest }));
  }
  const signatures = edits.difference;
  const pack = (records: readonly ResourceRecord[], others: readonly ResourceRecord[]) =>
    packRecords([...records.map((each) => (isSoa(each) ? signedSoa(each) : each)), ...others]);
  const removed = pack(published.removed, signatures.removed);
  const added = pack(published.added, signatures.added);
  const entry = { zone, fromSerial: signed.serial, toSerial: serial, removed, added, at: now };
  const rows = [raise(signed, serial), insert(zoneJournal, entry), ...signatureRows(signed, edits)];
  if (hasDigest !== signed.digestRoom >= 0) {
    const { domainId } = signed;
    // It follows in a change of its own, which counts the records (publication/offer-keys.ts).
    rows.push(updateAll(domainDnssec, { domainId }, { offersDue: true }));
  }
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
  { domainId }: Pick<SignedZone, 'domainId'>,
  edits: SignatureEdits,
): RowWrite[] {
  const { refreshAt } = edits;
  return edits.all.map(({ sortKey, type, before, after }) => {
    const place = { domainId, sortKey, type };
    if (after === null) return remove(zoneSignatures, place);
    if (before === null) return insert(zoneSignatures, { ...place, records: after, refreshAt });
    return update(zoneSignatures, place, { records: after, refreshAt });
  });
}

/** Whether a zone has a digest is decided like a record; the digest itself is one of the signatures. */
function withoutDigest({ removed, added }: RecordDifference): RecordDifference {
  const isOther = (record: ResourceRecord) => !isDigest(record);
  return { removed: removed.filter(isOther), added: added.filter(isOther) };
}

/** The digest of the zone as it is after a change. It reads the whole zone, so only small ones have it. */
async function digestAfter(
  reader: HostmasterReader,
  signed: SignedZone,
  {
    published,
    edits,
    soa,
  }: {
    readonly published: RecordDifference;
    readonly edits: SignatureEdits;
    readonly soa: ResourceRecord;
  },
): Promise<Uint8Array> {
  const { zone, domainId, signer } = signed;
  const before = [...signedApex(signed), ...(await readWhole(reader, { zone, domainId }))];
  const signatures = edits.difference;
  const kept = recordDifference(before, [...published.removed, ...signatures.removed]).removed;
  const added = [...published.added, ...signatures.added];
  // A key that is published from now on may be in both.
  const known = recordDifference(added, kept).removed;
  const content = [...kept, ...known].filter((record) => !isSoa(record));
  return zoneDigest(signer.zone, [...content, soa]);
}

export function hasDigestAfter(
  { hasDigest }: Pick<SignedZone, 'hasDigest'>,
  { removed, added }: RecordDifference,
): boolean {
  return added.some(isDigest) || (hasDigest && !removed.some(isDigest));
}

/** A zone that becomes too large loses its digest with the same change, which then hashes nothing. */
export function withoutLargeDigest(
  signed: SignedZone,
  difference: RecordDifference,
): RecordDifference {
  const isKept = signed.hasDigest && !difference.removed.some(isDigest);
  if (!isKept || signed.digestRoom >= 0) return difference;
  return { ...difference, removed: [...difference.removed, digestRecord(signed.zone)] };
}

function isDigest({ type }: ResourceRecord): boolean {
  return type === rrTypes.ZONEMD;
}

function nextSerial({ serial, serialFloor, now }: SignedZone): number {
  return Math.max(serial + 1, serialFloor + 1, Math.floor(now / 1_000));
}

function raise({ zone, serial: previousSerial, now }: SignedZone, serial: number): RowWrite {
  const before = { name: zone, serial: previousSerial };
  return update(zones, before, { serial, previousSerial, changedAt: now });
}

function isSoa({ type }: ResourceRecord): boolean {
  return type === rrTypes.SOA;
}
