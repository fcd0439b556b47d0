/** Stored records as lines of a zone file. Records that a zone file cannot hold become comments. */
import { Name, type ResourceRecord, writeComment, writeZoneFile } from '@hostmaster/dns';
import { aliasTypeCode, typeLabel } from '@hostmaster/dns/records';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { type ShownRecord, shownRecords, storedOwner } from './stored-owner.ts';

/** All records of whole owner names. */
export function ownersLines(zone: string, records: readonly StoredRecord[]): string {
  return [...Map.groupBy(records, ({ name }) => name)]
    .flatMap(([owner, held]) => ownerLines(zone, { owner, held }))
    .join('');
}

/** Lines whose owner names are relative to the zone. */
export function zoneLines(zone: string, records: readonly ResourceRecord[]): string[] {
  const [, ...rest] = writeZoneFile(records, { origin: Name.parse(zone) });
  return rest;
}

function ownerLines(
  zone: string,
  { owner, held }: { readonly owner: string; readonly held: readonly StoredRecord[] },
): string[] {
  const { shown, hidden } = storedOwner({ zone, owner, records: held });
  const isAlias = ({ form }: ShownRecord) => form.typeCode === aliasTypeCode;
  const plain = shown.filter((record) => !isAlias(record));
  return [
    ...zoneLines(zone, shownRecords({ zone, owner }, plain)),
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
  return zoneLines(zone, shownRecords({ zone, owner }, [shown])).map(
    (line) => `${line.trimEnd()}\t${comment}`,
  );
}
