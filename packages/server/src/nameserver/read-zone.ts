/**
 * Reads zones from the database. A version is read in one snapshot, page by page, so that a large
 * zone does not block other work.
 */

import { type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { Pace } from '../base/fairness/pace.ts';
import { pageJournal } from '../storage/queries/zones/zone-journal.ts';
import {
  findCatalog,
  findListedZone,
  findZone,
  pageMembers,
} from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { DomainWith, SoaSettings } from '../storage/tables/domains/domains.ts';
import { publishAll } from '../zone-data/published-names.ts';
import { chainPages, readKeyRecords } from '../zone-data/read-chain.ts';
import { ownerPages } from '../zone-files/owner-pages.ts';
import {
  nameserverRecords,
  type SoaDomain,
  signedSoa,
  soaRecord,
  withSerial,
} from '../zones/apex.ts';
import { catalogApex, catalogSoa, memberRecord } from '../zones/catalog.ts';
import { unpackRecords } from '../zones/journal-form.ts';
import { joinDifferences, type RecordDifference } from '../zones/record-difference.ts';

/** The current version of a zone: its SOA, and how to read the rest. */
export interface ZoneVersion {
  readonly zone: string;
  readonly serial: number;
  readonly soa: ResourceRecord;
  /** What the zone has at its apex besides the SOA, without records of the customer. */
  readonly apex: readonly ResourceRecord[];
  /** All other records, in pages. */
  pages(): AsyncGenerator<readonly ResourceRecord[]>;
}

const pageRows = 500;
/** Beyond this many journal entries, or this size of them, a full transfer is cheaper. */
export const differencesMax = 20_000;
const differenceBytesMax = 8 * 2 ** 20;
/** A page of the journal has at most this many entries, and ends with the one that reaches this size. */
const pageEntries = 1_000;
const pageBytes = 2 ** 20;

/** How the SOA of a domain without its own is; one object for all zones. */
export interface SoaDefaults {
  readonly soaDefaults: SoaSettings;
}

export async function readZoneVersion(
  reader: HostmasterReader,
  zone: string,
  defaults: SoaDefaults,
): Promise<ZoneVersion | null> {
  return versionOf(reader, await reader.first(findZone, { name: zone }), defaults);
}

/**
 * For secondaries: also a zone without a registration, while the catalog lists it. A secondary that has
 * lost its data needs it then, because removals from the catalog can wait for an operator.
 */
export async function readListedVersion(
  reader: HostmasterReader,
  zone: string,
  defaults: SoaDefaults,
): Promise<ZoneVersion | null> {
  return versionOf(reader, await reader.first(findListedZone, { name: zone }), defaults);
}

async function versionOf(
  reader: HostmasterReader,
  found:
    | (SoaDomain &
        DomainWith<'signing'> & { readonly domainId: string | null; readonly serial: number })
    | undefined,
  { soaDefaults }: SoaDefaults,
): Promise<ZoneVersion | null> {
  if (found === undefined || found.domainId === null) return null;
  const { name: zone, serial, domainId } = found;
  const { nameservers } = found.zone;
  const isSigned = found.zone.signing === 'signed';
  const soa = soaRecord(found, { soaDefaults, serial });
  const servers = nameserverRecords(zone, nameservers);
  const keys = isSigned ? await readKeyRecords(reader, { zone, domainId }) : [];
  return {
    zone,
    serial,
    soa: isSigned ? signedSoa(soa) : soa,
    apex: [...servers, ...keys],
    async *pages() {
      for await (const owners of ownerPages(reader, domainId)) {
        yield (await publishAll(reader, { zone, domainId }, owners)).records;
      }
      if (isSigned) yield* chainPages(reader, { zone, domainId });
    },
  };
}

export async function readCatalogVersion(
  reader: HostmasterReader,
  catalog: string,
): Promise<ZoneVersion | null> {
  const found = await reader.first(findCatalog, { name: catalog });
  if (found === undefined) return null;
  return {
    zone: catalog,
    serial: found.serial,
    soa: catalogSoa(catalog, found.serial),
    apex: catalogApex(catalog),
    async *pages() {
      const pace = new Pace();
      for (let afterName = ''; ; ) {
        const members = await reader.all(pageMembers, { afterName, limit: pageRows });
        yield members.map(({ name, listedId }) =>
          memberRecord(catalog, { zone: name, domainId: listedId ?? '' }),
        );
        if (members.length < pageRows) return;
        afterName = members.at(-1)?.name ?? '';
        await pace.step();
      }
    },
  };
}

/**
 * The change from an older version to the current one as one difference; null when the journal does
 * not reach back to that version, or has too much in between.
 */
export async function readDifference(
  reader: HostmasterReader,
  version: ZoneVersion,
  fromSerial: number,
): Promise<{ oldSoa: ResourceRecord; difference: RecordDifference } | null> {
  let reached = fromSerial;
  let oldSoa: ResourceRecord | undefined;
  let bytes = 0;
  const differences: RecordDifference[] = [];
  const pace = new Pace();
  while (reached !== version.serial) {
    const place = { zone: version.zone, fromSerial: reached };
    const entries = await reader.all(pageJournal, { ...place, limit: pageEntries, pageBytes });
    if (entries.length === 0) return null;
    for (const entry of entries) {
      if (entry.fromSerial !== reached) return null;
      reached = entry.toSerial;
      bytes += entry.removed.length + entry.added.length;
      if (bytes > differenceBytesMax || differences.length === differencesMax) return null;
      const removed = unpackRecords(entry.removed);
      const added = unpackRecords(entry.added);
      oldSoa ??= removed.find(isSoa);
      differences.push({ removed: removed.filter(isNotSoa), added: added.filter(isNotSoa) });
      await pace.step();
    }
  }
  return {
    oldSoa: withSerial(oldSoa ?? version.soa, fromSerial),
    difference: joinDifferences(differences),
  };
}

function isSoa({ type }: ResourceRecord): boolean {
  return type === rrTypes.SOA;
}

function isNotSoa(record: ResourceRecord): boolean {
  return !isSoa(record);
}
