/** The SOA and NS records at the apex of a zone, which are not records of the customer. */
import {
  classes,
  Name,
  parseRdata,
  type ResourceRecord,
  rrTypes,
  type SoaData,
  soaCodec,
  zonemdCodec,
} from '@hostmaster/dns';
import { sha384Hash, simpleScheme } from '@hostmaster/dns/dnssec';
import type { DomainWith, SoaSettings } from '../storage/tables/domains/domains.ts';
import type { KeyOffer, KeyStage, ZoneKeyRow } from '../storage/tables/zones/zone-keys.ts';
import { presentSigner, signerOf } from './delegation-signers.ts';
import { mailboxName, standardMailbox } from './soa-settings.ts';

/** The nameservers that its zone has. */
export function servedNameservers({
  zone,
}: DomainWith<'nameservers' | 'servedNameservers'>): readonly string[] {
  return zone.servedNameservers ?? zone.nameservers;
}

/** A domain as its SOA shows it. */
export type SoaDomain = DomainWith<'name' | 'nameservers' | 'soa'>;

/** As long as negative answers are kept (RFC 9077). It is signed, so that a zone cannot choose its own. */
export const nsecTtlSeconds = 300;

/**
 * The expire time of a signed zone: a secondary without contact stops answering before the signatures that it has
 * end. They are made again more than four days before that (zones/signature-times.ts).
 */
const signedExpireSeconds = 345_600;

const apexTtlSeconds = 3_600;

export function nameserverRecords(
  zone: string,
  nameservers: readonly string[],
): readonly ResourceRecord[] {
  const name = Name.parse(zone);
  return nameservers.map((host) => ({
    name,
    type: rrTypes.NS,
    class: classes.IN,
    ttlSeconds: apexTtlSeconds,
    rdata: Name.parse(host).wire,
  }));
}

/** MNAME is the first public nameserver, because the primary is hidden. */
export function soaRecord(
  { name: zone, zone: { nameservers, soa } }: SoaDomain,
  version: {
    /** For a domain without its own. */
    readonly soaDefaults: SoaSettings;
    readonly serial: number;
  },
): ResourceRecord {
  const { mailbox, ...timers } = soa ?? version.soaDefaults;
  const data: SoaData = {
    type: 'SOA',
    primary: Name.parse(nameservers[0] ?? ''),
    mailbox: mailboxName(mailbox ?? standardMailbox(zone)),
    serial: version.serial,
    ...timers,
  };
  return {
    name: Name.parse(zone),
    type: rrTypes.SOA,
    class: classes.IN,
    ttlSeconds: apexTtlSeconds,
    rdata: soaCodec.encode(data),
  };
}

/** The SOA as a signed zone has it. */
export function signedSoa(soa: ResourceRecord): ResourceRecord {
  const data = {
    ...soaCodec.decode(soa.rdata),
    expireSeconds: signedExpireSeconds,
    negativeTtlSeconds: nsecTtlSeconds,
  };
  return { ...soa, rdata: soaCodec.encode(data) };
}

/** The DNSKEY records of a signed zone. */
export function keyRecords(zone: string, dnskeys: readonly Uint8Array[]): ResourceRecord[] {
  const name = Name.parse(zone);
  return dnskeys.map((rdata) => ({
    name,
    type: rrTypes.DNSKEY,
    class: classes.IN,
    ttlSeconds: apexTtlSeconds,
    rdata,
  }));
}

/** A key as the zone publishes it. */
export interface PublishedKey {
  readonly dnskey: Uint8Array;
  readonly offer: KeyOffer;
}

/** What asks the parent for DS records of these keys, or for their end (RFC 7344, RFC 8078). */
export function offerRecords(zone: string, keys: readonly PublishedKey[]): ResourceRecord[] {
  const common = { name: Name.parse(zone), class: classes.IN, ttlSeconds: apexTtlSeconds };
  const isDeleted = keys.some(({ offer }) => offer === 'delete');
  const pairs = isDeleted
    ? [deletion]
    : keys.filter(({ offer }) => offer === 'ds').map(({ dnskey }) => offerOf(zone, dnskey));
  return [
    ...pairs.map(({ cds }) => ({ ...common, type: rrTypes.CDS, rdata: cds })),
    ...pairs.map(({ cdnskey }) => ({ ...common, type: rrTypes.CDNSKEY, rdata: cdnskey })),
  ];
}

interface Offer {
  readonly cds: Uint8Array;
  readonly cdnskey: Uint8Array;
}

/** `0 0 0 00` and `0 3 0 AA==`, which are those of no key. */
const deletion: Offer = {
  cds: Uint8Array.of(0, 0, 0, 0, 0),
  cdnskey: Uint8Array.of(0, 0, 3, 0, 0),
};

function offerOf(zone: string, dnskey: Uint8Array): Offer {
  const ds = presentSigner(signerOf(zone, dnskey));
  return { cds: parseRdata(rrTypes.CDS, ds), cdnskey: dnskey };
}

/** The digest of a version of the zone (RFC 8976), or what stands for it while it is not known. */
export function digestRecord(
  zone: string,
  { serial, digest }: { readonly serial: number; readonly digest: Uint8Array } = unknownDigest,
): ResourceRecord {
  const data = { type: 'ZONEMD', serial, scheme: simpleScheme, hash: sha384Hash, digest } as const;
  return {
    name: Name.parse(zone),
    type: rrTypes.ZONEMD,
    class: classes.IN,
    ttlSeconds: apexTtlSeconds,
    rdata: zonemdCodec.encode(data),
  };
}

const unknownDigest = { serial: 0, digest: new Uint8Array(48) };

/** The data of the DNSKEY records. */
export function publishedKeys(
  keys: readonly Pick<ZoneKeyRow, 'dnskey' | 'stage'>[],
): readonly Uint8Array[] {
  const isPublished = (stage: KeyStage) => stage !== 'prepared' && stage !== 'foreign_prepared';
  return keys.filter(({ stage }) => isPublished(stage)).map(({ dnskey }) => dnskey);
}

/** The SOA of another version of the zone. */
export function withSerial(soa: ResourceRecord, serial: number): ResourceRecord {
  return { ...soa, rdata: soaCodec.encode({ ...soaCodec.decode(soa.rdata), serial }) };
}
