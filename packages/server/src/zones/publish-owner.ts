/**
 * Computes what the records of one owner name publish. For any stored records the result is part of
 * a valid zone: no CNAME beside other data, one TTL per set, no duplicates. Each owner name is
 * published independently of the others, so a change recomputes only the names it touches.
 */
import {
  canonicalRdata,
  classes,
  compareBytes,
  type Name,
  type ResourceRecord,
  rrTypes,
} from '@hostmaster/dns';
import {
  parseRecordValue,
  type RecordData,
  type RecordValueResult,
  recordRdata,
  type TypedRdata,
} from '@hostmaster/dns/records';
import { toAsciiName } from '../domains/host-labels.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { existenceMarker } from './existence-marker.ts';
import { byAge, type Candidate, fittingSets, setBytesMax } from './fitting-sets.ts';
import { type AddressBook, type FlattenedRecord, flattenOwner } from './flatten-owner.ts';
import { isWildcard, ownerName, type Warn, type ZoneWarning } from './zone-record.ts';

export interface OwnerInput {
  /** The zone's name without trailing dot. */
  readonly zone: string;
  /** Relative, `@` for the apex. */
  readonly owner: string;
  readonly records: readonly StoredRecord[];
  readonly addresses: AddressBook;
}

export interface PublishedOwner {
  readonly records: readonly ResourceRecord[];
  readonly warnings: readonly ZoneWarning[];
}

interface Reading {
  readonly stored: StoredRecord;
  readonly data: RecordData;
}

export function publishOwner(input: OwnerInput): PublishedOwner {
  if (input.records.length === 0) return nothing;
  const warnings: ZoneWarning[] = [];
  const warn: Warn<StoredRecord> = (stored, code, message) => {
    warnings.push({ recordId: stored.id, code, message });
  };
  const candidates: Candidate[] = [];
  const aliases: FlattenedRecord[] = [];
  const cnames: (Reading & FlattenedRecord)[] = [];
  for (const stored of input.records) {
    const parsed = readValue(stored, input.zone);
    if (!parsed.ok) {
      warn(stored, 'invalid_value', `not published: ${parsed.message}`);
      continue;
    }
    const { data } = parsed;
    if (parsed.warning !== undefined) {
      const isPublished = data.type === 'ALIAS' || recordRdata(data) !== null;
      warn(stored, isPublished ? 'unusual_value' : 'invalid_value', parsed.warning);
    }
    if (data.type === 'ALIAS') aliases.push({ stored, target: data.target.toHostname() });
    else if (data.type === 'CNAME') {
      cnames.push({ stored, data, target: data.target.toHostname() });
    } else {
      const obstacle = obstacleTo(data, input.owner);
      if (obstacle !== null) warn(stored, obstacle.code, obstacle.message);
      else addCandidate(candidates, { stored, data });
    }
  }
  const isPlainCname =
    input.owner !== '@' &&
    candidates.length === 0 &&
    aliases.length === 0 &&
    new Set(cnames.map(({ target }) => target)).size === 1;
  if (isPlainCname) for (const cname of cnames) addCandidate(candidates, cname);
  const flattened = isPlainCname ? aliases : [...aliases, ...cnames];
  const { addresses } = input;
  candidates.push(...flattenOwner({ flattened, others: candidates, addresses, warn }));
  const { fitting, left } = fittingSets(candidates);
  for (const { stored } of left) warn(stored, 'set_too_large', tooLarge);
  const name = ownerName(input.zone, input.owner);
  const [first] = flattened;
  if (fitting.length === 0 && first !== undefined && input.owner !== '@') {
    return { records: [existenceMarker(name, first.stored.ttlSeconds)], warnings };
  }
  return { records: toSets(name, fitting, warn), warnings };
}

/** What a value at an owner name publishes as long as the name has no CNAME or ALIAS. */
export function publishedRdata(
  { zone, owner }: Pick<OwnerInput, 'zone' | 'owner'>,
  { type, value }: Pick<StoredRecord, 'type' | 'value'>,
): TypedRdata | null {
  const parsed = parseRecordValue(type, value, { origin: zone, toAscii: toAsciiName });
  if (!parsed.ok || obstacleTo(parsed.data, owner) !== null) return null;
  return canonicalForm(parsed.data);
}

/**
 * Parsed values by record: before and after a change most records of a name are the same objects.
 */
const readings = new WeakMap<StoredRecord, { zone: string; parsed: RecordValueResult }>();

function readValue(stored: StoredRecord, zone: string): RecordValueResult {
  const known = readings.get(stored);
  if (known?.zone === zone) return known.parsed;
  const context = { origin: zone, toAscii: toAsciiName };
  const parsed = parseRecordValue(stored.type, stored.value, context);
  readings.set(stored, { zone, parsed });
  return parsed;
}

const tooLarge = `not published: with this record its name and type would have more than ${setBytesMax} octets, which no DNS message can carry`;
const oneTtl = 'all records of one name and type have the smallest TTL of them';
const duplicate = 'not published: an older record has the same name, type and value';
const nothing: PublishedOwner = { records: [], warnings: [] };

const apexNameserver = {
  code: 'apex_nameserver',
  message:
    "not published: the nameservers of the domain itself are set by the domain's nameservers",
} as const;
const wildcardDelegation = {
  code: 'wildcard_delegation',
  message: 'not published: a wildcard cannot be delegated (RFC 4592, section 4.2)',
} as const;

function obstacleTo({ type }: RecordData, owner: string) {
  if (type !== 'NS') return null;
  if (owner === '@') return apexNameserver;
  return isWildcard(owner) ? wildcardDelegation : null;
}

function addCandidate(candidates: Candidate[], { stored, data }: Reading): void {
  const form = canonicalForm(data);
  if (form === null) return;
  const { typeCode: type, rdata } = form;
  candidates.push({ type, rdata, ttlSeconds: stored.ttlSeconds, stored });
}

function canonicalForm(data: RecordData): TypedRdata | null {
  const wire = recordRdata(data);
  if (wire === null) return null;
  const { typeCode } = wire;
  return { typeCode, rdata: canonicalRdata(typeCode, wire.rdata) };
}

/** Removes duplicates and gives each set its smallest TTL (RFC 2181, section 5.2). */
function toSets(
  name: Name,
  candidates: readonly Candidate[],
  warn: Warn<StoredRecord>,
): ResourceRecord[] {
  const ttlByType = new Map<number, number>();
  for (const { type, ttlSeconds } of candidates) {
    ttlByType.set(type, Math.min(ttlByType.get(type) ?? ttlSeconds, ttlSeconds));
  }
  const warned = new Set<StoredRecord>();
  for (const { type, ttlSeconds, stored } of candidates) {
    const published = ttlByType.get(type) ?? ttlSeconds;
    if (published === ttlSeconds || warned.has(stored)) continue;
    warned.add(stored);
    warn(stored, 'shared_ttl', `published with TTL ${published}: ${oneTtl}`);
  }
  const records: ResourceRecord[] = [];
  const sorted =
    candidates.length < 2
      ? candidates
      : [...candidates].sort(
          (a, b) => a.type - b.type || compareBytes(a.rdata, b.rdata) || byAge(a, b),
        );
  let previous: Candidate | undefined;
  for (const candidate of sorted) {
    const { type, rdata } = candidate;
    if (previous?.type !== type || compareBytes(previous.rdata, rdata) !== 0) {
      records.push({ name, type, class: classes.IN, ttlSeconds: ttlByType.get(type) ?? 0, rdata });
    } else if (isOwnValue(candidate)) warn(candidate.stored, 'duplicate', duplicate);
    previous = candidate;
  }
  return records;
}

/** Whether the record itself is published; several targets may well have one address. */
function isOwnValue({ type, stored }: Candidate): boolean {
  return stored.type !== 'ALIAS' && (stored.type !== 'CNAME' || type === rrTypes.CNAME);
}
