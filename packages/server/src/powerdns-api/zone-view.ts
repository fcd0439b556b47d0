/** Zones and their sets in the form of PowerDNS. */
import {
  Name,
  presentRdata,
  type ResourceRecord,
  rrTypes,
  typeCodeOf,
  typeName,
} from '@hostmaster/dns';
import { aliasTypeCode } from '@hostmaster/dns/records';
import { zoneId } from './zone-id.ts';

export interface RrsetView {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly records: readonly { readonly content: string; readonly disabled: false }[];
  readonly comments: readonly never[];
}

/** As in the list of zones. Without `dnssec` the two fields that are slow in PowerDNS are left out. */
export function zoneView(zone: { name: string; serial: number; withDnssec: boolean }) {
  const id = zoneId(zone.name);
  return {
    account: '',
    catalog: '',
    ...(zone.withDnssec ? { dnssec: false, edited_serial: zone.serial } : {}),
    id,
    kind: 'Master',
    last_check: 0,
    masters: [],
    name: id,
    notified_serial: zone.serial,
    serial: zone.serial,
    url: `/api/v1/servers/localhost/zones/${id}`,
  };
}

/** The fields that only the answer about one zone has. */
export const zoneDetails = {
  api_rectify: false,
  master_tsig_key_ids: [],
  nsec3narrow: false,
  nsec3param: '',
  slave_tsig_key_ids: [],
  soa_edit: '',
  soa_edit_api: 'DEFAULT',
} as const;

/** The records of a set stand together. */
export function rrsetViews(records: readonly ResourceRecord[]): RrsetView[] {
  return [...Map.groupBy(records, ({ name, type }) => `${name} ${type}`).values()].flatMap(
    (members) => {
      const [first] = members;
      if (first === undefined) return [];
      return {
        comments: [],
        name: String(first.name),
        records: members.map((record) => ({
          content: contentOf(record),
          disabled: false as const,
        })),
        ttl: first.ttlSeconds,
        type: typeWord(first.type),
      };
    },
  );
}

export function exportLine(record: ResourceRecord): string {
  const { name, ttlSeconds, type } = record;
  return `${name}\t${ttlSeconds}\tIN\t${typeWord(type)}\t${contentOf(record)}\n`;
}

function contentOf(record: ResourceRecord): string {
  const { type, rdata } = record;
  if (type === aliasTypeCode) return String(Name.fromTrustedWire(rdata));
  const content = presentRdata(record);
  if (type !== rrTypes.SVCB && type !== rrTypes.HTTPS) return content;
  // PowerDNS writes `alpn=h2,h3`, with quotes only where they are needed.
  return content.replaceAll(/="([^\s"\\;()]+)"/g, '=$1');
}

function typeWord(type: number): string {
  return type === aliasTypeCode ? 'ALIAS' : typeName(type);
}

/** Null for a word that names no type. */
export function typeCodeOfWord(word: string): number | null {
  return word.toUpperCase() === 'ALIAS' ? aliasTypeCode : typeCodeOf(word.toUpperCase());
}
