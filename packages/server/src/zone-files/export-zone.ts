/**
 * Exports a domain's records as a zone file that any nameserver can load. Owner names are relative,
 * without $ORIGIN, so that the file can be loaded under any name. Records that a zone file cannot
 * hold become comments.
 */
import { classes, Name, type ResourceRecord, writeComment, writeZoneFile } from '@hostmaster/dns';
import { recordTarget } from '../flattening/record-target.ts';
import { listRecords } from '../storage/queries/records.ts';
import { findZone } from '../storage/queries/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { StoredRecord } from '../storage/tables/records.ts';
import { addresslessNameservers } from '../zones/addressless-nameservers.ts';
import { nameserverRecords, soaRecord } from '../zones/apex.ts';
import { existenceMarkerType } from '../zones/existence-marker.ts';
import { publishOwner } from '../zones/publish-owner.ts';
import { wireFormOf } from '../zones/wire-record.ts';
import { ownerName } from '../zones/zone-record.ts';
import { aliasTypeCode } from './alias-type.ts';

export type ExportedDomain = Pick<Domain, 'id' | 'name' | 'nameservers'>;

/** Lines including line ends. Call it within one snapshot. */
export async function exportZone(
  reader: HostmasterReader,
  domain: ExportedDomain,
): Promise<string[]> {
  const zone = domain.name;
  const served = await reader.first(findZone, { name: zone });
  const serial = served?.domainId === domain.id ? served.serial : 1;
  const { nameservers } = domain;
  const records = await reader.all(listRecords, { domainId: domain.id });
  const owners = [...Map.groupBy(records, ({ name }) => name)].sort(
    ([a], [b]) => Number(b === '@') - Number(a === '@') || (a < b ? -1 : 1),
  );
  const apex = [
    soaRecord(zone, { primary: nameservers[0] ?? '', serial }),
    ...nameserverRecords(zone, nameservers),
  ];
  const addressTypes = ['A', 'AAAA'] as const;
  const addressless = addresslessNameservers({ zone, nameservers, records, addressTypes });
  return [
    writeComment(`${zone}, serial ${serial}. Owner names are relative to it.`),
    ...addressless.map((host) =>
      writeComment(`${host} has no A or AAAA here: nameservers will not load this file.`),
    ),
    ...lines(zone, apex),
    ...owners.flatMap(([owner, held]) => ownerLines(zone, { owner, held })),
  ];
}

function ownerLines(
  zone: string,
  { owner, held }: { readonly owner: string; readonly held: readonly StoredRecord[] },
): string[] {
  // With an empty address book flattened records publish nothing; they are written as ALIAS below.
  const records = publishOwner({ zone, owner, records: held, addresses: new Map() }).records.filter(
    ({ type }) => type !== existenceMarkerType,
  );
  const published = new Set(
    records.map(({ type, rdata }) => `${type} ${Buffer.from(rdata).toString('hex')}`),
  );
  const others = held.filter((record) => !published.has(wireFormOf(zone, record)?.key ?? ''));
  return [...lines(zone, records), ...others.flatMap((record) => otherLines(zone, record))];
}

/** Records that are flattened, as ALIAS; records that are not published, as comments. */
function otherLines(zone: string, record: StoredRecord): string[] {
  const target = recordTarget(zone, record);
  if (target === null) {
    return [writeComment(`not published: ${record.name} ${record.type} ${record.value}`)];
  }
  const alias: ResourceRecord = {
    name: ownerName(zone, record.name),
    type: aliasTypeCode,
    class: classes.IN,
    ttlSeconds: record.ttlSeconds,
    rdata: target.toLowerCase().wire,
  };
  const comment = writeComment(`${record.type} ${target}`);
  return lines(zone, [alias]).map((line) => `${line.trimEnd()}\t${comment}`);
}

function lines(zone: string, records: readonly ResourceRecord[]): string[] {
  const [, ...rest] = writeZoneFile(records, { origin: Name.parse(zone) });
  return rest;
}
