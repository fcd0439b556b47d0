/**
 * GET …/search-data: names and contents of the zones that the key reaches. Zones are read by owner name
 * in pages without a common snapshot, and up to a bound for one search.
 */
import type { ResourceRecord } from '@hostmaster/dns';
import { Pace } from '../base/fairness/pace.ts';
import type { Limits } from '../base/limits.ts';
import { loadComments } from '../operations/records/set-comments.ts';
import { findDomain } from '../storage/queries/domains/domains.ts';
import { readStoredZone, type StoredDomain } from '../zone-files/read-stored-zone.ts';
import { globMatcher, longestRun } from './glob.ts';
import { likelyOwners } from './likely-owners.ts';
import { zonePages } from './read-zones.ts';
import { ok, type PowerdnsRequest, type PowerdnsRoute, unprocessable } from './route.ts';
import { zoneId } from './zone-id.ts';
import { CommentBook, rrsetViews } from './zone-view.ts';

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
  /** What each match has, in lower case. */
  readonly run: string;
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
  const lowered = withoutDot(pattern.toLowerCase());
  const matches = globMatcher(lowered);
  const isMatch = (text: string) => matches(withoutDot(text.toLowerCase()));
  const run = longestRun(lowered);
  return { max: Math.min(Number(max), resultsMax), objectType, run, isMatch };
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
    await this.#searchRecords(id, domain);
  }

  async #searchRecords(id: string, domain: StoredDomain): Promise<void> {
    const { database, call } = this.#request;
    const { soaDefaults } = call.services.rules;
    const { soa, nameservers, at } = await readStoredZone(database, domain, soaDefaults);
    this.#compare(id, [soa, ...nameservers]);
    const pages = likelyOwners(database, domain, {
      ...{ terms: this.#search, pace: this.#pace },
      onRead: (size) => this.#count(size),
    });
    for await (const owners of pages) {
      for (const owner of owners) {
        await this.#pace.step();
        if (this.#isOver()) return;
        this.#compare(id, await at(owner));
      }
      if (this.#isOver()) return;
    }
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
  #count({ count, characters }: { readonly count: number; readonly characters: number }): void {
    const { searchRecords, searchCharacters } = this.#search;
    this.#records += count;
    this.#characters += characters;
    if (this.#records <= searchRecords && this.#characters <= searchCharacters) return;
    throw unprocessable(
      `The search reads more than ${searchRecords} records or ${searchCharacters} characters. Use a key that is limited to some of the domains.`,
    );
  }
}
