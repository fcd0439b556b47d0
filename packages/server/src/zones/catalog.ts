/** The catalog zone, version 2 (RFC 9432): secondaries learn from it which zones to serve. */
import { classes, Name, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { soaRecord } from './apex.ts';
import { standardSoa } from './soa-settings.ts';

const catalogTtlSeconds = 3_600;
const version = new TextEncoder().encode('\u00012');

export interface CatalogMember {
  readonly zone: string;
  /** A new registration of the name is a new member, so secondaries drop the old zone's data. */
  readonly domainId: string;
}

/** The catalog is never resolved, so its nameserver is `invalid` (RFC 9432, section 4.1). */
export function catalogSoa(catalog: string, serial: number): ResourceRecord {
  const place = { name: catalog, zone: { nameservers: ['invalid'], soa: null } };
  return soaRecord(place, { soaDefaults: standardSoa, serial });
}

export function catalogApex(catalog: string): readonly ResourceRecord[] {
  const name = Name.parse(catalog);
  return [
    record(name, rrTypes.NS, Name.parse('invalid').wire),
    record(name.child('version'), rrTypes.TXT, version),
  ];
}

export function memberRecord(catalog: string, member: CatalogMember): ResourceRecord {
  // An id is a prefix, an underscore and a unique part.
  const label = member.domainId.slice(member.domainId.indexOf('_') + 1);
  return record(Name.parse(`${label}.zones.${catalog}`), rrTypes.PTR, Name.parse(member.zone).wire);
}

function record(name: Name, type: number, rdata: Uint8Array): ResourceRecord {
  return { name, type, class: classes.IN, ttlSeconds: catalogTtlSeconds, rdata };
}
