/**
 * GET …/search-data: names and contents of the zones that the key reaches. Zones are read by owner name
 * in pages without a common snapshot, and up to a bound for one search.
 */
import type { ResourceRecord } from '@hostmaster/dns';
import type { Limits } from '../base/limits.ts';
import { Pace } from '../base/pace.ts';
import { loadComments } from '../operations/records/set-comments.ts';
import { findDomain } from '../storage/queries/domains/domains.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { ownerPages } from '../zone-files/owner-pages.ts';
import { readStoredZone } from '../zone-files/read-stored-zone.ts';
import { shownRecords, storedOwner } from '../zones/stored-owner.ts';
import { wireDataOf } from '../zones/wire-record.ts';
import { globMatcher } from './glob.ts';
import { zonePages } from './read-zones.ts';
import { ok, type PowerdnsRequest, type PowerdnsRoute, unprocessable } from './route.ts';
import { zoneId } from './zone-id.ts';
import { CommentBook, contentOf, rrsetViews } from './zone-view.ts';

const objectTypes = ['all', 'zone', 'record', 'comment'];
const resultsDefault = 100;
const resultsMax = 1_000;
const patternLengthMax = 255;

export const searchRoute: PowerdnsRoute = {
  method: 'GET',
  path: '/v1/servers/localhost/search-data',
  act: 'domains.read',
  cost: 'long',
  async handle(request) {
    const terms = readTerms(request);
    const { clientGone, services } = request.call;
    const search = { ...terms, signal: clientGone?.(), ...services.rules.limits };
    return ok(await new ZoneSearch(request, search).run());
  },
};

interface Terms {
  readonly max: number;
  readonly objectType: string;
  isMatch(text: string): boolean;
}

function readTerms(request: PowerdnsRequest): Terms {
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
  const matches = globMatcher(withoutDot(pattern.toLowerCase()));
  const isMatch = (text: string) => matches(withoutDot(text.toLowerCase()));
  return { max: Math.min(Number(max), resultsMax), objectType, isMatch };
}

function withoutDot(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

interface Search extends Terms, Pick<Limits, 'searchRecords' | 'searchCharacters'> {
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal | undefined;
}

class ZoneSearch {
  readonly #request: PowerdnsRequest;
  readonly #search: Search;
  readonly #pace = new Pace();
  readonly #results: object[] = [];
  #records = 0;
  #characters = 0;

  constructor(request: PowerdnsRequest, search: Search) {
    this.#request = request;
    this.#search = search;
  }

  async run(): Promise<readonly object[]> {
    const { max } = this.#search;
    for await (const zones of zonePages(this.#request)) {
      for (const { name } of zones) {
        await this.#searchZone(name);
        if (this.#isOver()) return this.#results.slice(0, max);
      }
    }
    return this.#results;
  }

  /** It has found enough, or its client has gone. */
  #isOver(): boolean {
    return this.#results.length >= this.#search.max || this.#search.signal?.aborted === true;
  }

  async #searchZone(zone: string): Promise<void> {
    const { objectType, isMatch } = this.#search;
    const { database, call } = this.#request;
    const id = zoneId(zone);
    const isWanted = (type: string) => objectType === 'all' || objectType === type;
    if (isWanted('zone') && isMatch(id)) {
      this.#results.push({ name: id, object_type: 'zone', zone_id: id });
    }
    if (!isWanted('record') && !isWanted('comment')) return;
    const { workspaceId } = call.actor;
    const domain = await database.first(findDomain, { workspaceId, name: zone });
    if (domain === undefined) return;
    if (isWanted('comment')) await this.#compareComments(id, domain);
    if (!isWanted('record')) return;
    const { soa, nameservers } = await readStoredZone(
      database,
      domain,
      call.services.rules.soaDefaults,
    );
    this.#compare(id, [soa, ...nameservers]);
    for await (const owners of ownerPages(database, domain.id)) {
      for (const [owner, records] of owners) {
        await this.#pace.step();
        if (this.#isOver()) return;
        this.#count(records);
        if (!this.#hasMatch(zone, owner, records)) continue;
        const { shown } = storedOwner({ zone, owner, records });
        this.#compare(id, shownRecords({ zone, owner }, shown));
      }
    }
  }

  /** Found without the sets as they are shown, which take longer and have the same names and contents. */
  #hasMatch(zone: string, owner: string, records: readonly StoredRecord[]): boolean {
    const { isMatch } = this.#search;
    if (isMatch(owner === '@' ? zone : `${owner}.${zone}`)) return true;
    return records.some((record) => {
      const data = wireDataOf(zone, record);
      return data !== null && isMatch(contentOf({ type: data.typeCode, rdata: data.rdata }));
    });
  }

  async #compareComments(id: string, domain: { id: string; name: string }): Promise<void> {
    const book = new CommentBook(domain.name, await loadComments(this.#request.database, domain));
    for (const { name, type, comments } of book.rest()) {
      for (const { content } of comments) {
        if (!this.#search.isMatch(content)) continue;
        const place = { name, object_type: 'comment', type, zone: id, zone_id: id };
        this.#results.push({ content, ...place });
      }
    }
  }

  #compare(id: string, records: readonly ResourceRecord[]): void {
    const { isMatch } = this.#search;
    for (const { name, type, ttl, records: members } of rrsetViews(records)) {
      const isNamed = isMatch(name);
      for (const { content, disabled } of members) {
        if (!isNamed && !isMatch(content)) continue;
        const place = { name, object_type: 'record', ttl, type, zone: id, zone_id: id };
        this.#results.push({ content, disabled, ...place });
      }
    }
  }

  /** Refused instead of a short list that reads as whole. */
  #count(records: readonly StoredRecord[]): void {
    const { searchRecords, searchCharacters } = this.#search;
    this.#records += records.length;
    for (const { value } of records) this.#characters += value.length;
    if (this.#records <= searchRecords && this.#characters <= searchCharacters) return;
    throw unprocessable(
      `The search reads more than ${searchRecords} records or ${searchCharacters} characters. Use a key that is limited to some of the domains.`,
    );
  }
}
