/**
 * Exports a domain's records as a zone file that any nameserver can load. Owner names are relative,
 * without $ORIGIN, so that the file can be loaded under any name. Records that a zone file cannot
 * hold become comments.
 */
import { Name, type ResourceRecord, writeComment, writeZoneFile } from '@hostmaster/dns';
import { aliasTypeCode, typeLabel } from '@hostmaster/dns/records';
import { listRecords } from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { addresslessNameservers } from '../zones/addressless-nameservers.ts';
import { nameserverRecords, soaRecord } from '../zones/apex.ts';
import { type ShownRecord, shownRecords, storedOwner } from '../zones/stored-owner.ts';
import { servedSerial } from './read-stored-zone.ts';

export type ExportedDomain = Pick<Domain, 'id' | 'name' | 'nameservers'>;

/** Lines including line ends. Call it within one snapshot. */
export async function exportZone(
  reader: HostmasterReader,
  domain: ExportedDomain,
): Promise<string[]> {
  const zone = domain.name;
  const serial = (await servedSerial(reader, domain)) || 1;
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
  const { shown, hidden } = storedOwner({ zone, owner, records: held });
  const isAlias = ({ form }: ShownRecord) => form.typeCode === aliasTypeCode;
  const plain = shown.filter((record) => !isAlias(record));
  return [
    ...lines(zone, shownRecords({ zone, owner }, plain)),
    ...shown.filter(isAlias).flatMap((record) => aliasLines(zone, record)),
    ...hidden.map((record) =>
      writeComment(`not published: ${record.name} ${typeLabel(record.type)} ${record.value}`),
    ),
  ];
}

/** A record that is published flattened, with what it is here as a comment. */
function aliasLines(zone: string, shown: ShownRecord): string[] {
  const { name: owner, type } = shown.stored;
  const comment = writeComment(`${type} ${Name.fromTrustedWire(shown.form.rdata)}`);
  return lines(zone, shownRecords({ zone, owner }, [shown])).map(
    (line) => `${line.trimEnd()}\t${comment}`,
  );
}

function lines(zone: string, records: readonly ResourceRecord[]): string[] {
  const [, ...rest] = writeZoneFile(records, { origin: Name.parse(zone) });
  return rest;
}
