/**
 * The view of a zone that prerequisites are checked against (RFC 2136, section 3.2): the stored
 * records in wire form, and the SOA and NS of the apex. Flattened addresses are not part of it.
 */
import { type Name, type ResourceRecord, rrTypes, type ZoneView } from '@hostmaster/dns';
import { nameserverRecords, type SoaDomain, soaRecord } from '../zones/apex.ts';
import { relativeName } from '../zones/wire-record.ts';
import type { WorkingZone } from './working-zone.ts';

export function prerequisiteView(
  working: WorkingZone,
  domain: SoaDomain,
  version: Parameters<typeof soaRecord>[1],
): ZoneView {
  const { zone } = working;
  const apexRecords: readonly ResourceRecord[] = [
    soaRecord(domain, version),
    ...nameserverRecords(zone, domain.zone.nameservers),
  ];
  const itemsAt = (name: Name) => working.at(relativeName(zone, name) ?? '');
  return {
    hasName: (name) => relativeName(zone, name) === '@' || itemsAt(name).length > 0,
    rdatasOf(name, type) {
      const isApex = relativeName(zone, name) === '@';
      if (isApex && (type === rrTypes.SOA || type === rrTypes.NS)) {
        return apexRecords.filter((record) => record.type === type).map(({ rdata }) => rdata);
      }
      return itemsAt(name).flatMap((item) => working.formAs(item, type)?.rdata ?? []);
    },
  };
}
