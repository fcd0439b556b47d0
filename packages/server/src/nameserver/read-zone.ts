/**
 * Reads zones from the database. A version is read in one snapshot, page by page, so that a large
 * zone does not block other work.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { listOwnersRecords } from '../storage/queries/records/records.ts';
import { listJournal } from '../storage/queries/zones/zone-journal.ts';
import { findCatalog, findZone, pageMembers } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type Owners, ownerPages } from '../zone-files/owner-pages.ts';
import { nameserverRecords, soaRecord, withSerial } from '../zones/apex.ts';
import { catalogApex, catalogSoa, memberRecord } from '../zones/catalog.ts';
import { flattenedTargets } from '../zones/flattened-targets.ts';
import { unpackRecords } from '../zones/journal-form.ts';
import { findTargetAddresses } from '../zones/publication/target-addresses.ts';
import { publishOwner } from '../zones/publish-owner.ts';
import { joinDifferences, type RecordDifference } from '../zones/record-difference.ts';
import type { ZoneWarning } from '../zones/zone-record.ts';

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
/** Beyond this many journal entries a full transfer is cheaper. */
export const differencesMax = 20_000;

export async function readZoneVersion(
  reader: HostmasterReader,
  zone: string,
): Promise<ZoneVersion | null> {
  const found = await reader.first(findZone, { name: zone });
  if (found === undefined || found.domainId === null) return null;
  const { serial, domainId, nameservers } = found;
  return {
    zone,
    serial,
    soa: soaRecord(zone, { primary: nameservers[0] ?? '', serial }),
    apex: nameserverRecords(zone, nameservers),
    async *pages() {
      for await (const owners of ownerPages(reader, domainId)) {
        yield (await publishAll(reader, { zone, domainId }, owners)).records;
      }
    },
  };
}

/** What these owner names, relative to the zone, publish now. */
export async function readPublishedNames(
  reader: HostmasterReader,
  domain: { readonly zone: string; readonly domainId: string },
  names: readonly string[],
): Promise<readonly ResourceRecord[]> {
  const rows = await reader.all(listOwnersRecords, { domainId: domain.domainId, names });
  const owners = Map.groupBy(rows, ({ name }) => name);
  return (await publishAll(reader, domain, owners)).records;
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
      for (let afterName = ''; ; ) {
        const members = await reader.all(pageMembers, { afterName, limit: pageRows });
        yield members.map(({ name, listedId }) =>
          memberRecord(catalog, { zone: name, domainId: listedId ?? '' }),
        );
        if (members.length < pageRows) return;
        afterName = members.at(-1)?.name ?? '';
        await yieldToOthers();
      }
    },
  };
}

/** What the records of a domain publish, in pages of whole owner names. */
export async function* publishedOwners(
  reader: HostmasterReader,
  domain: { readonly zone: string; readonly domainId: string },
): AsyncGenerator<{ records: readonly ResourceRecord[]; warnings: readonly ZoneWarning[] }> {
  for await (const owners of ownerPages(reader, domain.domainId)) {
    yield await publishAll(reader, domain, owners);
  }
}

/**
 * The change from an older version to the current one as one difference; null when the journal does
 * not reach back to that version.
 */
export async function readDifference(
  reader: HostmasterReader,
  version: ZoneVersion,
  fromSerial: number,
): Promise<{ oldSoa: ResourceRecord; difference: RecordDifference } | null> {
  const entries = await reader.all(listJournal, {
    zone: version.zone,
    fromSerial,
    limit: differencesMax,
  });
  let reached = fromSerial;
  let oldSoa: ResourceRecord | undefined;
  const differences: RecordDifference[] = [];
  for (const entry of entries) {
    if (entry.fromSerial !== reached) return null;
    reached = entry.toSerial;
    const removed = unpackRecords(entry.removed);
    const added = unpackRecords(entry.added);
    oldSoa ??= removed.find(isSoa);
    differences.push({ removed: removed.filter(isNotSoa), added: added.filter(isNotSoa) });
  }
  if (reached !== version.serial) return null;
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

async function publishAll(
  reader: HostmasterReader,
  { zone, domainId }: { readonly zone: string; readonly domainId: string },
  owners: Owners,
): Promise<{ records: readonly ResourceRecord[]; warnings: readonly ZoneWarning[] }> {
  const targets = [...owners].flatMap(([owner, records]) =>
    flattenedTargets({ zone, owner, records }),
  );
  const addresses = await findTargetAddresses(reader, domainId, targets);
  const published = [...owners].map(([owner, records]) =>
    publishOwner({ zone, owner, records, addresses }),
  );
  return {
    records: published.flatMap(({ records }) => records),
    warnings: published.flatMap(({ warnings }) => warnings),
  };
}
