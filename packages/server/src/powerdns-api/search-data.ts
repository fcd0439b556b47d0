/** GET …/search-data: names and contents of the zones that the key reaches. */
import { Pace } from '../base/pace.ts';
import { findDomain } from '../storage/queries/domains/domains.ts';
import { readStoredZone } from '../zone-files/read-stored-zone.ts';
import { matchesGlob } from './glob.ts';
import { zonePages } from './read-zones.ts';
import { ok, type PowerdnsRequest, type PowerdnsRoute, unprocessable } from './route.ts';
import { zoneId } from './zone-id.ts';
import { rrsetViews } from './zone-view.ts';

const objectTypes = ['all', 'zone', 'record', 'comment'];
const resultsDefault = 100;
const resultsMax = 1_000;
const patternLengthMax = 255;

export const searchRoute: PowerdnsRoute = {
  method: 'GET',
  path: '/v1/servers/localhost/search-data',
  scope: 'read',
  async handle(request) {
    const search = readSearch(request);
    const results: object[] = [];
    for await (const zones of zonePages(request)) {
      for (const { name } of zones) {
        if (results.length >= search.max || request.call.clientGone?.().aborted) break;
        await searchZone(request, { ...search, zone: name, results });
      }
    }
    return ok(results.slice(0, search.max));
  },
};

interface Search {
  readonly max: number;
  readonly objectType: string;
  isMatch(text: string): boolean;
}

function readSearch(request: PowerdnsRequest): Search {
  const pattern = request.query('q') ?? '';
  const max = request.query('max') ?? String(resultsDefault);
  const objectType = request.query('object_type') ?? 'all';
  if (pattern === '') throw unprocessable("Query q can't be blank");
  if (pattern.length > patternLengthMax) {
    throw unprocessable(`Query q has more than ${patternLengthMax} characters`);
  }
  if (!/^\d{1,9}$/.test(max)) throw unprocessable('Maximum entries must be a number');
  if (Number(max) === 0) throw unprocessable('Maximum entries must be larger than 0');
  if (!objectTypes.includes(objectType)) {
    throw unprocessable(
      `object_type must be one of the following options: ${objectTypes.join(', ')}`,
    );
  }
  const plain = withoutDot(pattern.toLowerCase());
  const isMatch = (text: string) => matchesGlob(plain, withoutDot(text.toLowerCase()));
  return { max: Math.min(Number(max), resultsMax), objectType, isMatch };
}

function withoutDot(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

async function searchZone(
  { database, call }: PowerdnsRequest,
  search: Search & { readonly zone: string; readonly results: object[] },
): Promise<void> {
  const { zone, results, objectType, isMatch, max } = search;
  const id = zoneId(zone);
  const isWanted = (type: string) => objectType === 'all' || objectType === type;
  if (isWanted('zone') && isMatch(id)) {
    results.push({ name: id, object_type: 'zone', zone_id: id });
  }
  if (!isWanted('record')) return;
  const pace = new Pace();
  await database.snapshot(async (reader) => {
    const { workspaceId } = call.actor;
    const domain = await reader.first(findDomain, { workspaceId, name: zone });
    if (domain === undefined) return;
    const stored = await readStoredZone(reader, domain);
    const search = async (sets: ReturnType<typeof rrsetViews>) => {
      for (const { name, type, ttl, records } of sets) {
        await pace.step();
        for (const { content, disabled } of records) {
          if (results.length >= max) return;
          if (!isMatch(name) && !isMatch(content)) continue;
          const place = { name, object_type: 'record', ttl, type, zone: id, zone_id: id };
          results.push({ content, disabled, ...place });
        }
      }
    };
    await search(rrsetViews([stored.soa, ...stored.nameservers]));
    for await (const page of stored.pages()) {
      if (results.length >= max) return;
      await search(rrsetViews(page));
    }
  });
}
