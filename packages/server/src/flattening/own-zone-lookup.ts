/**
 * Hosts inside our own zones, looked up in the stored records: without delay, and without asking a
 * resolver about a zone that may not be public. An ALIAS on the way is a link of the chain like a
 * CNAME, so two names that point at each other have no address instead of keeping an old one.
 */
import { Name, rrTypes } from '@hostmaster/dns';
import { Pace } from '../base/fairness/pace.ts';
import { listOwnersRecords } from '../storage/queries/records/records.ts';
import { findServedZones, findZone } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { rangesOfNames, recordsBelow } from '../zone-data/records-below.ts';
import { flattenedTargets } from '../zones/flattened-targets.ts';
import { lookUp, parentKey } from '../zones/lookup.ts';
import type { ZoneNames } from '../zones/names/zone-names.ts';
import { publishOwner } from '../zones/publish-owner.ts';
import { redirectedName } from '../zones/redirected-name.ts';
import { ownerKey, storedNames } from '../zones/stored-names.ts';

export interface OwnZoneAnswer {
  readonly zone: string;
  readonly addresses: readonly Uint8Array[];
  readonly ttlSeconds: number;
  /** The targets to resolve next, when the host has no addresses of its own. */
  readonly next: readonly Name[];
}

interface OwnZone {
  readonly zone: string;
  readonly domainId: string;
}

export interface OwnZoneQuestion {
  readonly host: string;
  /** The names of our nameservers: only zones delegated to one of them are answered from here. */
  readonly nameservers: readonly string[];
}

/**
 * Null when the host is in none of our zones, at or below a delegation in one, or in a zone whose
 * registered nameservers are all elsewhere: resolvers then see other data than ours.
 */
export async function lookUpOwnZone(
  reader: HostmasterReader,
  { host, nameservers }: OwnZoneQuestion,
): Promise<OwnZoneAnswer | null> {
  const own = await findOwnZone(reader, { host, nameservers });
  if (own === null) return null;
  const { zone } = own;
  const relative = host === zone ? [] : namesFrom(host.slice(0, -zone.length - 1).split('.'));
  const names = await readNames(reader, own, relative);
  const { key } = Name.parse(host);
  const found = lookUp(names, { key, type: rrTypes.A });
  if (found.kind === 'delegation') return null;
  if (found.kind === 'redirection') {
    return redirectionAnswer(zone, Name.parse(host), names.at(found.owner));
  }
  if (found.kind === 'nxdomain') return answerFrom(zone, []);
  const isWildcard = found.owner !== key;
  if (!isWildcard) return answerFrom(zone, found.records);
  // It does not stand for names below one that exists only because others are below it.
  const encloser = names.closestEncloser(key);
  const next = relative.find((name) => parentKey(ownerKey(zone, name)) === encloser) ?? '@';
  return answerFrom(zone, (await hasNamesBelow(reader, own, next)) ? [] : found.records);
}

/** `records` are those of a name with a DNAME above the host. */
function redirectionAnswer(
  zone: string,
  host: Name,
  records: readonly StoredRecord[],
): OwnZoneAnswer {
  const stored = records.filter(({ type }) => type === 'DNAME');
  const owner = stored[0]?.name ?? '@';
  const [dname] = publishOwner({ zone, owner, records: stored, addresses: new Map() }).records;
  const target = dname === undefined ? null : redirectedName(host, dname);
  return {
    zone,
    addresses: [],
    ttlSeconds: dname?.ttlSeconds ?? 0,
    next: target === null ? [] : [target],
  };
}

/** `records` are all those of one owner name. */
function answerFrom(zone: string, records: readonly StoredRecord[]): OwnZoneAnswer {
  const owner = records[0]?.name ?? '@';
  const published = publishOwner({ zone, owner, records, addresses: new Map() }).records;
  const addresses = published.filter(({ type }) => type === rrTypes.A || type === rrTypes.AAAA);
  const cname = published.find(({ type }) => type === rrTypes.CNAME);
  const next =
    cname === undefined
      ? flattenedTargets({ zone, owner, records }).map((target) => Name.parse(target))
      : [Name.fromTrustedWire(cname.rdata)];
  const used = addresses.length > 0 ? addresses.map((record) => record.ttlSeconds) : null;
  const links = records.filter(({ type }) => type === 'ALIAS' || type === 'CNAME');
  return {
    zone,
    addresses: addresses.map(({ rdata }) => rdata),
    ttlSeconds: Math.min(...(used ?? links.map((record) => record.ttlSeconds))),
    next: used === null ? next : [],
  };
}

async function findOwnZone(
  reader: HostmasterReader,
  { host, nameservers }: OwnZoneQuestion,
): Promise<OwnZone | null> {
  const names = namesFrom(host.split('.'));
  const served = (await reader.all(findServedZones, { names }))
    .sort((one, other) => one.name.length - other.name.length)
    .at(-1);
  const zone = served === undefined ? undefined : await reader.first(findZone, served);
  if (zone?.domainId == null) return null;
  if (!zone.zone.nameservers.some((name) => nameservers.includes(name))) return null;
  return { zone: zone.name, domainId: zone.domainId };
}

/** The records at the host, at the names above it and at their wildcards. */
async function readNames(
  reader: HostmasterReader,
  { zone, domainId }: OwnZone,
  relative: readonly string[],
): Promise<ZoneNames<StoredRecord>> {
  const wildcards = ['*', ...relative.slice(1).map((name) => `*.${name}`)];
  const candidates = ['@', ...relative, ...wildcards];
  return storedNames(zone, await reader.all(listOwnersRecords, { domainId, names: candidates }));
}

async function hasNamesBelow(
  reader: HostmasterReader,
  { domainId }: OwnZone,
  name: string,
): Promise<boolean> {
  const pace = new Pace();
  for await (const range of rangesOfNames(reader, domainId)) {
    if ((await recordsBelow(reader, name, range)).length > 0) return true;
    await pace.step();
  }
  return false;
}

/** The name of these labels and each above it, the longest first. */
function namesFrom(labels: readonly string[]): string[] {
  return labels.map((_, index) => labels.slice(index).join('.'));
}
