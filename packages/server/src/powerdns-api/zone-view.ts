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
import { commentKey, type HeldComments } from '../operations/records/set-comments.ts';
import type { SigningState } from '../storage/tables/domains/domains.ts';
import type { SetComment } from '../storage/tables/records/set-comments.ts';
import { relativeName } from '../zones/wire-record.ts';
import { ownerName } from '../zones/zone-record.ts';
import { zoneId } from './zone-id.ts';

export interface RrsetView {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly records: readonly { readonly content: string; readonly disabled: false }[];
  readonly comments: readonly CommentView[];
}

export interface CommentView {
  readonly content: string;
  readonly account: string;
  readonly modified_at: number;
}

/** Whether the zone has keys of its own, as PowerDNS means it: it is signed, or is going to be. */
export function hasKeys(signing: SigningState): boolean {
  return signing !== 'off' && signing !== 'ending';
}

/** As in the list of zones. Without `dnssec` the two fields that are slow in PowerDNS are left out. */
export function zoneView(zone: {
  readonly name: string;
  readonly serial: number;
  readonly signing: SigningState;
  readonly withDnssec: boolean;
}) {
  const id = zoneId(zone.name);
  return {
    account: '',
    catalog: '',
    ...(zone.withDnssec ? { dnssec: hasKeys(zone.signing), edited_serial: zone.serial } : {}),
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

/** The comments of a zone, by its sets. */
export class CommentBook {
  readonly #zone: string;
  readonly #left: Map<string, readonly SetComment[]>;

  constructor(zone: string, { bySet }: Pick<HeldComments, 'bySet'>) {
    this.#zone = zone;
    this.#left = new Map(bySet);
  }

  /** Those of a set, which is shown only once. */
  take(name: Name, type: string): readonly CommentView[] {
    const owner = relativeName(this.#zone, name);
    const key = commentKey({ name: owner ?? '', type });
    const comments = this.#left.get(key) ?? [];
    this.#left.delete(key);
    return comments.map(commentView);
  }

  /** The sets without records that have comments, shown as PowerDNS does. */
  rest(isShown: (set: { owner: string; type: string }) => boolean = () => true): RrsetView[] {
    return [...this.#left].flatMap(([key, comments]) => {
      const [owner = '', type = ''] = key.split(' ');
      if (!isShown({ owner, type })) return [];
      const name = String(ownerName(this.#zone, owner));
      return { comments: comments.map(commentView), name, records: [], ttl: 0, type };
    });
  }
}

function commentView({ content, account, modifiedAt }: SetComment): CommentView {
  return { account, content, modified_at: modifiedAt };
}

/** The records of a set stand together. */
export function rrsetViews(
  records: readonly ResourceRecord[],
  comments: CommentBook | null = null,
): RrsetView[] {
  return [...Map.groupBy(records, ({ name, type }) => `${name} ${type}`).values()].flatMap(
    (members) => {
      const [first] = members;
      if (first === undefined) return [];
      return {
        comments: comments?.take(first.name, typeWord(first.type)) ?? [],
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

export function contentOf(record: Pick<ResourceRecord, 'type' | 'rdata'>): string {
  const { type, rdata } = record;
  if (type === aliasTypeCode) return String(Name.fromTrustedWire(rdata));
  const content = presentRdata(record);
  if (type !== rrTypes.SVCB && type !== rrTypes.HTTPS) return content;
  // PowerDNS writes `alpn=h2,h3`, with quotes only where they are needed.
  return content.replaceAll(/="([^\s"\\;()]+)"/g, '=$1');
}

export function typeWord(type: number): string {
  return type === aliasTypeCode ? 'ALIAS' : typeName(type);
}

/** Null for a word that names no type. */
export function typeCodeOfWord(word: string): number | null {
  return word.toUpperCase() === 'ALIAS' ? aliasTypeCode : typeCodeOf(word.toUpperCase());
}
