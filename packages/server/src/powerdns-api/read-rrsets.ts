/**
 * Reads the sets of a PATCH. Contents are in presentation form, names with their dot; what PowerDNS
 * refuses is refused in its words where it has any, and every message names the set and the record.
 */
import { DnsFormatError, GrammarError, Name, parseRdata, rrTypes } from '@hostmaster/dns';
import {
  aliasTypeCode,
  parseRecordName,
  parseRecordValue,
  recordRdata,
} from '@hostmaster/dns/records';
import { Pace } from '../base/fairness/pace.ts';
import type { Limits } from '../base/limits.ts';
import { requireFewChanges } from '../operations/records/change-sets.ts';
import { clampTtl } from '../operations/records/record-input.ts';
import type { CommentChange } from '../operations/records/set-comments.ts';
import type { SetChange, SetMember } from '../operations/records/set-edits.ts';
import type { SetComment } from '../storage/tables/records/set-comments.ts';
import { readWireValue, relativeName, wireForm } from '../zones/wire-record.ts';
import { readComments } from './read-comments.ts';
import { unprocessable } from './route.ts';
import { readName, requireCanonical } from './zone-id.ts';
import { typeCodeOfWord, typeWord } from './zone-view.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Zone {
  readonly zone: string;
  readonly apex: Name;
}

/** The set that a change is about. */
class Place {
  readonly zone: string;
  readonly owner: string;
  readonly typeCode: number;
  readonly #sentName: string;
  readonly #sentType: string;

  constructor(
    zone: string,
    set: Pick<Place, 'owner' | 'typeCode'> & {
      readonly sentName: string;
      readonly sentType: string;
    },
  ) {
    this.zone = zone;
    this.owner = set.owner;
    this.typeCode = set.typeCode;
    this.#sentName = set.sentName;
    this.#sentType = set.sentType;
  }

  /** The type in the words of PowerDNS. */
  get type(): string {
    return typeWord(this.typeCode);
  }

  get title(): string {
    return titleOf(readName(this.#sentName), this.#sentType);
  }

  /** `www.example.com./A` */
  get short(): string {
    return `${readName(this.#sentName)}/${this.#sentType}`;
  }
}

/** `RRset www.example.com. IN A` */
function titleOf(name: Name, type: string): string {
  return `RRset ${name} IN ${type}`;
}

const kinds = {
  REPLACE: 'replace',
  DELETE: 'delete',
  EXTEND: 'extend',
  PRUNE: 'prune',
} as const satisfies Record<string, SetChange['kind']>;

const ttlSecondsMax = 0x7fff_ffff;

type ReadLimits = 'importChanges' | 'charactersPerSetComments';

const noComments: readonly SetComment[] = [];

export interface ZoneChanges {
  readonly changes: readonly SetChange[];
  readonly comments: readonly CommentChange[];
}

/** What is sent is counted before any of it is read. */
export async function readRrsets(
  zone: string,
  body: Fields,
  options: { readonly nowSeconds: number } & Pick<Limits, ReadLimits>,
): Promise<ZoneChanges> {
  const { rrsets } = body;
  if (!Array.isArray(rrsets)) throw unprocessable('No rrsets given in update request');
  requireFewChanges(sentCount(rrsets), options);
  const seen = new Set<string>();
  const changes: SetChange[] = [];
  const comments: CommentChange[] = [];
  const pace = new Pace();
  const apex = Name.parse(zone);
  for (const [index, rrset] of rrsets.entries()) {
    await pace.step();
    const { place, kind, fields } = readRrset({ zone, apex }, { rrset, index }, seen);
    const change = readChange(place, kind, fields);
    if (change !== null) changes.push(change);
    const { owner, type } = place;
    if (kind === 'delete') comments.push({ owner, type, comments: noComments });
    else if (kind === 'replace') comments.push(...readComments(place, fields, options));
  }
  return { changes, comments };
}

/** A set counts as one change, or as its records. */
function sentCount(rrsets: readonly unknown[]): number {
  let count = 0;
  for (const rrset of rrsets) {
    const { records } = fieldsOf(rrset);
    count += Math.max(1, Array.isArray(records) ? records.length : 0);
  }
  return count;
}

function readRrset(
  zone: Zone,
  { rrset, index }: { readonly rrset: unknown; readonly index: number },
  seen: Set<string>,
): { place: Place; kind: SetChange['kind']; fields: Fields } {
  const fields = fieldsOf(rrset);
  const place = readPlace(zone, fields, () => `rrsets[${index}]`);
  const word = requireText(fields, 'changetype', () => place.title).toUpperCase();
  const kind = Object.hasOwn(kinds, word) ? kinds[word as keyof typeof kinds] : null;
  if (kind === null) throw unprocessable(`${place.title}: Changetype not understood`);
  const key = `${place.owner} ${place.typeCode} ${kind}`;
  if (seen.has(key) && (kind === 'replace' || kind === 'delete')) {
    throw unprocessable(`Duplicate ${place.title} with changetype: ${word}`);
  }
  seen.add(key);
  return { place, kind, fields };
}

function readPlace({ zone, apex }: Zone, fields: Fields, where: () => string): Place {
  const sentName = requireCanonical(requireText(fields, 'name', where));
  const sentType = requireText(fields, 'type', where).toUpperCase();
  const typeCode = typeCodeOfWord(sentType);
  const relative = parseRecordName(sentName, { origin: zone });
  if (relative.ok && typeCode !== null) {
    return new Place(zone, { owner: relative.name, typeCode, sentName, sentType });
  }
  const name = readName(sentName);
  const refuse = (reason: string) => unprocessable(`${titleOf(name, sentType)}: ${reason}`);
  if (typeCode === null) throw refuse('unknown type given');
  if (!name.isAtOrBelow(apex)) throw refuse('Name is out of zone');
  const owner = relativeName(zone, name);
  if (owner === null) throw refuse('the name contains unsupported characters');
  return new Place(zone, { owner, typeCode, sentName, sentType });
}

/** Null for a set of which only the comments are sent. */
function readChange(place: Place, kind: SetChange['kind'], fields: Fields): SetChange | null {
  const { owner, typeCode } = place;
  if (kind === 'delete') return { kind, owner, typeCode, ttlSeconds: null, members: [] };
  if (!Array.isArray(fields.records)) {
    if (Array.isArray(fields.comments)) return null;
    throw unprocessable(`No change for ${place.title}`);
  }
  const ttlSeconds = kind === 'prune' ? null : readTtl(place, fields.ttl);
  const members = fields.records.map((record: unknown, index) =>
    readMember(place, { fields: fieldsOf(record), index, ttlSeconds: ttlSeconds ?? 0 }),
  );
  const keys = new Set<string>();
  for (const { form, content } of members) {
    if (keys.has(form.key)) {
      throw unprocessable(`Duplicate record in ${place.title} with content "${content}"`);
    }
    keys.add(form.key);
  }
  return { kind, owner, typeCode, ttlSeconds, members };
}

/** PowerDNS takes numbers in strings too. */
function readTtl(place: Place, value: unknown): number {
  const ttl = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (!Number.isInteger(ttl)) {
    throw unprocessable(`${place.title}: Key 'ttl' not an Integer or not present`);
  }
  if (Number(ttl) < 0 || Number(ttl) > ttlSecondsMax) {
    throw unprocessable(`${place.title}: Key 'ttl' must be from 0 to ${ttlSecondsMax}`);
  }
  return clampTtl(Number(ttl));
}

function readMember(
  place: Place,
  record: { readonly fields: Fields; readonly index: number; readonly ttlSeconds: number },
): SetMember & { readonly content: string } {
  const { fields, index, ttlSeconds } = record;
  const content = requireText(fields, 'content', () => `${place.title}, records[${index}]`);
  const refuse = (reason: string) =>
    unprocessable(`Record ${place.short} '${shown(content)}': ${reason}`);
  if (fields.disabled === true) {
    throw refuse('disabled records are not supported; leave it out instead');
  }
  try {
    const rdata = rdataOf(place.typeCode, content);
    const member = memberOf(place, { ttlSeconds, rdata });
    if (typeof member === 'string') throw refuse(member);
    return { ...member, content };
  } catch (error) {
    if (error instanceof GrammarError || error instanceof DnsFormatError) {
      throw refuse(error.message);
    }
    throw error;
  }
}

/** The member, or the reason why it cannot be stored. */
function memberOf(
  { zone, owner, typeCode }: Place,
  { ttlSeconds, rdata }: { readonly ttlSeconds: number; readonly rdata: Uint8Array },
): SetMember | string {
  const isApex = owner === '@' && (typeCode === rrTypes.SOA || typeCode === rrTypes.NS);
  if (isApex) {
    // Only compared, never stored.
    const record = { type: 'NS', name: owner, ttlSeconds, value: '' } as const;
    return { record, form: wireForm(typeCode, rdata) };
  }
  const reading = readWireValue(zone, { name: owner, typeCode, ttlSeconds, rdata });
  return reading.ok ? reading : reading.reason;
}

function rdataOf(typeCode: number, content: string): Uint8Array {
  if (typeCode === aliasTypeCode) {
    if (!content.endsWith('.')) throw new GrammarError('the name does not end with a dot');
    return Name.parse(content).toLowerCase().wire;
  }
  if (typeCode !== rrTypes.TXT) return parseRdata(typeCode, content);
  // Without quotes the blanks between the words would be lost.
  if (!content.startsWith('"')) throw new GrammarError('the text must be in double quotes');
  const parsed = parseRecordValue('TXT', content, { origin: '' });
  const wire = parsed.ok ? recordRdata(parsed.data) : null;
  if (wire === null) throw new GrammarError(parsed.ok ? 'it is not text' : parsed.message);
  return wire.rdata;
}

function requireText(fields: Fields, key: string, where: () => string): string {
  const value = fields[key];
  if (typeof value === 'string') return value;
  throw unprocessable(`${where()}: Key '${key}' not present or not a String`);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function shown(content: string): string {
  return content.length <= 200 ? content : `${content.slice(0, 197)}…`;
}
