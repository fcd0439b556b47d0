/** Reading zones: the list, one zone with its sets, and the export. */
import type { ResourceRecord } from '@hostmaster/dns';
import { Refusal } from '../base/errors.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { loadDomain } from '../operations/loading.ts';
import { pageDomains } from '../storage/queries/domains/domains.ts';
import { findServedZones } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { reaches } from '../workspaces/actor.ts';
import { readStoredZone, type StoredZone, servedSerial } from '../zone-files/read-stored-zone.ts';
import { relativeName } from '../zones/wire-record.ts';
import { ok, type PowerdnsRequest, type PowerdnsRoute } from './route.ts';
import { readName, requireCanonical, zoneNameOf } from './zone-id.ts';
import { exportLine, rrsetViews, typeCodeOfWord, zoneDetails, zoneView } from './zone-view.ts';

const pageSize = 250;

export const zoneRoutes: readonly PowerdnsRoute[] = [
  {
    method: 'GET',
    path: '/v1/servers/localhost/zones',
    scope: 'read',
    cost: 'whole',
    handle: listZones,
  },
  {
    method: 'GET',
    path: '/v1/servers/localhost/zones/:zone',
    scope: 'read',
    cost: 'whole',
    handle: getZone,
  },
  {
    method: 'GET',
    path: '/v1/servers/localhost/zones/:zone/export',
    scope: 'read',
    cost: 'whole',
    handle: exportZone,
  },
];

async function listZones(request: PowerdnsRequest) {
  const withDnssec = request.query('dnssec') !== 'false';
  const only = request.query('zone');
  if (only !== undefined) {
    const name = normaliseDomainName(requireCanonical(only));
    const found = name === null ? [] : await namedZone(request, name);
    return ok(found.map((zone) => zoneView({ ...zone, withDnssec })));
  }
  const views: object[] = [];
  for await (const page of zonePages(request)) {
    views.push(...page.map((zone) => zoneView({ ...zone, withDnssec })));
  }
  return ok(views);
}

async function namedZone({ database, call }: PowerdnsRequest, name: string) {
  try {
    const domain = await loadDomain(database, call, name);
    return [{ name: domain.name, serial: await servedSerial(database, domain) }];
  } catch (error) {
    if (error instanceof Refusal && error.code === 'domain_not_found') return [];
    throw error;
  }
}

/** The zones that the key reaches, in the order of their registration. */
export async function* zonePages({ database, call }: Pick<PowerdnsRequest, 'database' | 'call'>) {
  const { actor } = call;
  const { workspaceId } = actor;
  for (let afterId = ''; ; ) {
    const rows = await database.all(pageDomains, { workspaceId, afterId, limit: pageSize });
    const reached = rows.filter(({ name }) => reaches(actor, name));
    const names = reached.map(({ name }) => name);
    const served = names.length === 0 ? [] : await database.all(findServedZones, { names });
    const serials = new Map(served.map(({ name, serial }) => [name, serial]));
    yield reached.map(({ name, id }) => ({ id, name, serial: serials.get(name) ?? 0 }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    afterId = last.id;
  }
}

async function getZone(request: PowerdnsRequest) {
  return request.database.snapshot(async (reader) => {
    const { domain, zone } = await storedZoneOf(reader, request);
    const { serial } = zone;
    const head = { ...zoneView({ name: domain.name, serial, withDnssec: true }), ...zoneDetails };
    if (request.query('rrsets') === 'false') return ok(head);
    const records = await wantedRecords(request, domain.name, zone);
    return ok({ ...head, rrsets: rrsetViews(records) });
  });
}

async function storedZoneOf(reader: HostmasterReader, request: PowerdnsRequest) {
  const domain = await loadDomain(reader, request.call, zoneNameOf(request));
  return { domain, zone: await readStoredZone(reader, domain) };
}

/** All records, or those of one name and type. */
async function wantedRecords(
  request: PowerdnsRequest,
  zoneName: string,
  zone: StoredZone,
): Promise<ResourceRecord[]> {
  const apex = [zone.soa, ...zone.nameservers];
  const name = request.query('rrset_name');
  if (name === undefined) {
    const records = [...apex];
    for await (const page of zone.pages()) records.push(...page);
    return records;
  }
  const owner = relativeName(zoneName, readName(name));
  if (owner === null) return [];
  const records = [...(owner === '@' ? apex : []), ...(await zone.at(owner))];
  const word = request.query('rrset_type');
  if (word === undefined) return records;
  const typeCode = typeCodeOfWord(word);
  return records.filter(({ type }) => type === typeCode);
}

async function exportZone(request: PowerdnsRequest) {
  return request.database.snapshot(async (reader) => {
    const { zone } = await storedZoneOf(reader, request);
    const lines = [zone.soa, ...zone.nameservers].map(exportLine);
    for await (const page of zone.pages()) lines.push(...page.map(exportLine));
    const text = lines.join('');
    return ok(request.acceptsJson ? { zone: text } : text);
  });
}
