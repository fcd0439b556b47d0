/** Reading zones: the list, one zone with its sets, and the export. */
import type { ResourceRecord } from '@hostmaster/dns';
import { Refusal } from '../base/errors.ts';
import { Pace } from '../base/fairness/pace.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { loadDomain } from '../operations/loading.ts';
import { loadComments } from '../operations/records/set-comments.ts';
import { pageDomains } from '../storage/queries/domains/domains.ts';
import { findServedZones } from '../storage/queries/zones/zones.ts';
import { reaches } from '../workspaces/actor.ts';
import { ownerPagesAt } from '../zone-files/owner-pages.ts';
import { readStoredZone, type StoredZone, servedSerial } from '../zone-files/read-stored-zone.ts';
import { relativeName } from '../zones/wire-record.ts';
import { ok, type PowerdnsRequest, type PowerdnsRoute, pieces } from './route.ts';
import { readName, requireCanonical, zoneNameOf } from './zone-id.ts';
import {
  CommentBook,
  exportLine,
  type RrsetView,
  rrsetViews,
  typeCodeOfWord,
  zoneDetails,
  zoneView,
} from './zone-view.ts';

const pageSize = 250;

export const zoneRoutes: readonly PowerdnsRoute[] = [
  {
    method: 'GET',
    path: '/v1/servers/localhost/zones',
    act: 'domains.read',
    cost: 'whole',
    handle: listZones,
  },
  {
    method: 'GET',
    path: '/v1/servers/localhost/zones/:zone',
    act: 'domains.read',
    cost: 'whole',
    handle: getZone,
  },
  {
    method: 'GET',
    path: '/v1/servers/localhost/zones/:zone/export',
    act: 'domains.read',
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
  return pieces('application/json', listText(request, withDnssec));
}

async function* listText(request: PowerdnsRequest, withDnssec: boolean): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for await (const page of zonePages(request)) {
    if (page.length === 0) continue;
    const views = page.map((zone) => JSON.stringify(zoneView({ ...zone, withDnssec })));
    yield separator + views.join();
    separator = ',';
  }
  yield ']';
}

async function namedZone({ database, call }: PowerdnsRequest, name: string) {
  try {
    const domain = await loadDomain(database, call, name);
    const { name: found } = domain;
    const { signing } = domain.zone;
    return [{ name: found, signing, serial: await servedSerial(database, domain) }];
  } catch (error) {
    if (error instanceof Refusal && error.code === 'domain_not_found') return [];
    throw error;
  }
}

/** The zones that the key reaches, in the order of their registration. */
export async function* zonePages({ database, call }: Pick<PowerdnsRequest, 'database' | 'call'>) {
  const { actor } = call;
  const { workspaceId } = actor;
  const pace = new Pace();
  for (let afterId = ''; ; ) {
    const rows = await database.all(pageDomains, { workspaceId, afterId, limit: pageSize });
    const reached = rows.filter(({ name }) => reaches(actor, name));
    const names = reached.map(({ name }) => name);
    const served = names.length === 0 ? [] : await database.all(findServedZones, { names });
    const serials = new Map(served.map(({ name, serial }) => [name, serial]));
    yield reached.map(({ name, id, zone: { signing } }) => ({
      id,
      name,
      signing,
      serial: serials.get(name) ?? 0,
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    afterId = last.id;
    await pace.step();
  }
}

async function getZone(request: PowerdnsRequest) {
  const { domain, zone, named, comments } = await openZone(request);
  const { serial } = zone;
  const { name } = domain;
  const { signing } = domain.zone;
  const head = { ...zoneView({ name, serial, signing, withDnssec: true }), ...zoneDetails };
  if (request.query('rrsets') === 'false') return ok(head);
  if (named === null) return pieces('application/json', zoneText(head, zone, comments));
  const { records, isNamed } = named;
  return ok({ ...head, rrsets: [...rrsetViews(records, comments), ...comments.rest(isNamed)] });
}

/** The zone at one moment: what is short is read at once, and the pages as they were then. */
function openZone(request: PowerdnsRequest) {
  const { database, call } = request;
  return database.snapshot(async (reader) => {
    const domain = await loadDomain(reader, call, zoneNameOf(request));
    const { id: domainId } = domain;
    const { zoneRevision: revision } = domain.zone;
    const clientGone = call.clientGone?.();
    const zone = await readStoredZone(reader, domain, call.services.rules.soaDefaults, () =>
      ownerPagesAt(database, { domainId, revision, clientGone }),
    );
    const comments = new CommentBook(domain.name, await loadComments(reader, domain));
    return { domain, zone, comments, named: await namedRecords(request, domain.name, zone) };
  });
}

interface NamedRecords {
  readonly records: readonly ResourceRecord[];
  isNamed(set: { readonly owner: string; readonly type: string }): boolean;
}

/** The records of one name and type; null when the request names none. */
async function namedRecords(
  request: PowerdnsRequest,
  zoneName: string,
  zone: StoredZone,
): Promise<NamedRecords | null> {
  const name = request.query('rrset_name');
  if (name === undefined) return null;
  const owner = relativeName(zoneName, readName(name));
  if (owner === null) return { records: [], isNamed: () => false };
  const apex = [zone.soa, ...zone.nameservers];
  const records = [...(owner === '@' ? apex : []), ...(await zone.at(owner))];
  const word = request.query('rrset_type');
  const typeCode = word === undefined ? null : typeCodeOfWord(word);
  return {
    records: word === undefined ? records : records.filter(({ type }) => type === typeCode),
    isNamed: (set) =>
      set.owner === owner && (word === undefined || typeCodeOfWord(set.type) === typeCode),
  };
}

/** The object of a zone, with its sets as its last member. */
async function* zoneText(
  head: object,
  zone: StoredZone,
  comments: CommentBook,
): AsyncGenerator<string> {
  const written = (sets: readonly RrsetView[]) => sets.map((set) => JSON.stringify(set)).join();
  const apex = rrsetViews([zone.soa, ...zone.nameservers], comments);
  yield `${JSON.stringify(head).slice(0, -1)},"rrsets":[${written(apex)}`;
  for await (const page of zone.pages()) {
    if (page.length > 0) yield `,${written(rrsetViews(page, comments))}`;
  }
  const rest = comments.rest();
  yield rest.length === 0 ? ']}' : `,${written(rest)}]}`;
}

async function exportZone(request: PowerdnsRequest) {
  const { zone } = await openZone(request);
  return request.acceptsJson
    ? pieces('application/json', jsonText(exportText(zone)))
    : pieces('text/plain', exportText(zone));
}

async function* exportText(zone: StoredZone): AsyncGenerator<string> {
  yield [zone.soa, ...zone.nameservers].map(exportLine).join('');
  for await (const page of zone.pages()) yield page.map(exportLine).join('');
}

async function* jsonText(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  yield '{"zone":"';
  for await (const text of texts) yield JSON.stringify(text).slice(1, -1);
  yield '"}';
}
