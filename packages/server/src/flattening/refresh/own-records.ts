/**
 * Hosts inside our own zones, answered from the records themselves: at once, and without asking a
 * resolver about a zone that only we know. An ALIAS on the way is a link of the chain like a CNAME,
 * so that two names that point at each other end with nothing instead of keeping each other alive.
 */
import { Name, rrTypes } from '@hostmaster/dns';
import { anyBelow } from '../../storage/queries/flattening.ts';
import { findServedZones, findZone, listOwnerRecords } from '../../storage/queries/zones.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { flattenedTargets, publishOwner } from '../../zones/publish-owner.ts';
import type { StoredRecord } from '../../zones/zone-record.ts';

export interface OwnAnswer {
  readonly zone: string;
  readonly addresses: readonly Uint8Array[];
  readonly ttlSeconds: number;
  readonly next: readonly Name[];
}

interface OwnZone {
  readonly zone: string;
  readonly domainId: string;
}

/** Null when the host is in none of our zones, or in a part of one that is delegated away. */
export async function lookUpOwn(reader: HostmasterReader, host: string): Promise<OwnAnswer | null> {
  const found = await findOwnZone(reader, host);
  if (found === null) return null;
  const { zone } = found;
  const labels = host === zone ? [] : host.slice(0, -zone.length - 1).split('.');
  for (let count = 1; count <= labels.length; count += 1) {
    const above = await recordsAt(reader, found, labels.slice(-count).join('.'));
    if (above.some(({ type }) => type === 'NS')) return null;
  }
  const { owner, records } = await recordsFor(reader, found, labels);
  const published = publishOwner({ zone, owner, records, addresses: new Map() }).records;
  const addresses = published.filter(({ type }) => type === rrTypes.A || type === rrTypes.AAAA);
  const cname = published.find(({ type }) => type === rrTypes.CNAME);
  const next =
    cname === undefined
      ? flattenedTargets({ zone, owner, records }).map((target) => Name.parse(target))
      : [Name.fromTrustedWire(cname.rdata)];
  const used = addresses.length > 0 ? addresses.map((record) => record.ttlSeconds) : null;
  const aliases = records.filter(({ type }) => type === 'ALIAS' || type === 'CNAME');
  return {
    zone,
    addresses: addresses.map(({ rdata }) => rdata),
    ttlSeconds: Math.min(...(used ?? aliases.map((record) => record.ttl_seconds))),
    next: used === null ? next : [],
  };
}

async function findOwnZone(reader: HostmasterReader, host: string): Promise<OwnZone | null> {
  const names: string[] = [];
  for (let at = 0; at !== -1; at = host.indexOf('.', at + 1)) {
    names.push(host.slice(at === 0 ? 0 : at + 1));
  }
  const [served] = await reader.all(findServedZones, { names: JSON.stringify(names) });
  const row = served === undefined ? undefined : await reader.first(findZone, served);
  return row?.domain_id == null ? null : { zone: row.name, domainId: row.domain_id };
}

/** The records at the name, or those of the wildcard that covers it (RFC 4592). */
async function recordsFor(
  reader: HostmasterReader,
  zone: OwnZone,
  labels: readonly string[],
): Promise<{ owner: string; records: readonly StoredRecord[] }> {
  const owner = labels.length === 0 ? '@' : labels.join('.');
  const exact = await recordsAt(reader, zone, owner);
  if (owner === '@' || (await exists(reader, zone, { owner, records: exact }))) {
    return { owner, records: exact };
  }
  for (let count = 1; count <= labels.length; count += 1) {
    const encloser = labels.slice(count).join('.');
    const records = encloser === '' ? [] : await recordsAt(reader, zone, encloser);
    if (encloser !== '' && !(await exists(reader, zone, { owner: encloser, records }))) continue;
    const wildcard = encloser === '' ? '*' : `*.${encloser}`;
    return { owner: wildcard, records: await recordsAt(reader, zone, wildcard) };
  }
  return { owner, records: [] };
}

async function exists(
  reader: HostmasterReader,
  { domainId }: OwnZone,
  at: { readonly owner: string; readonly records: readonly StoredRecord[] },
): Promise<boolean> {
  if (at.records.length > 0) return true;
  return (await reader.first(anyBelow, { domainId, suffix: `.${at.owner}` })) !== undefined;
}

function recordsAt(
  reader: HostmasterReader,
  { domainId }: OwnZone,
  name: string,
): Promise<StoredRecord[]> {
  return reader.all(listOwnerRecords, { domainId, name });
}
