/**
 * Finds the domains and records of a workspace that contain a text: in its segments, in what has changed
 * since they were written, and by full names. Everything that is found is compared as it is stored now,
 * so an entry of the index that is outdated is never shown.
 */

import { Pace } from '../base/fairness/pace.ts';
import { findStream } from '../storage/queries/events/events.ts';
import { listOwnersRecords } from '../storage/queries/records/records.ts';
import {
  findDocumentDomains,
  findSearchIndex,
  listLiveSegments,
} from '../storage/queries/search/search-index.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { isMatch, readDocuments, type SearchDocument } from './documents.ts';
import { readChanges } from './read-changes.ts';
import { type SegmentQuestion, searchSegment } from './search-segment.ts';
import { domainTerm, someTermsOf } from './search-terms.ts';

export interface SearchQuestion {
  readonly workspaceId: string;
  /** Folded, at least three characters. */
  readonly text: string;
  /** The domains that the actor is limited to; null for all. */
  readonly domainNames: ReadonlySet<string> | null;
  /** The key of the last document of the page before. */
  readonly after: string;
  readonly limit: number;
}

export interface FoundDocuments {
  readonly documents: readonly SearchDocument[];
  /** Where the next page starts; null on the last one. */
  readonly next: string | null;
  /** False while something that is stored may not be found yet. */
  readonly isComplete: boolean;
  /** More has changed than a search should read. */
  readonly isBehind: boolean;
}

/** Events after the index that a search reads. */
const recentEventsMax = 300;
/** From so many on the index is to be written. */
export const recentEventsUsual = 100;
/** More terms would seldom leave out more documents. */
const termsMax = 10;
/** A limited key or member has few domains; of more, documents are left out when they are compared. */
const domainTermsMax = 50;
/** Documents that are compared with the question for one page. */
const comparedMax = 1_000;
const laterLimit = 200;
const attemptsMax = 3;

export async function findDocuments(
  reader: HostmasterReader,
  question: SearchQuestion,
): Promise<FoundDocuments> {
  const { workspaceId } = question;
  const [recent, named, domainIds] = await Promise.all([
    readRecent(reader, workspaceId),
    keysByFullName(reader, question),
    limitedTo(reader, question),
  ]);
  const others = [...new Set([...recent.keys, ...named])].sort();
  const terms = someTermsOf(question.text, termsMax);
  const domainTerms = domainIds?.map(domainTerm) ?? null;
  const documents: SearchDocument[] = [];
  const pace = new Pace();
  let { after } = question;
  for (let compared = 0; ; ) {
    // Where the first documents were no matches, more of them are looked at in one go.
    const limit = compared === 0 ? question.limit : Math.max(question.limit, laterLimit);
    const page = await searchSegments(reader, workspaceId, { terms, domainTerms, after, limit });
    const { upTo } = page;
    const isHere = (key: string) => key > after && (upTo === null || key <= upTo);
    const keys = [...new Set([...page.keys, ...others.filter(isHere)])].sort();
    for (let from = 0; from < keys.length; from += partSize) {
      const part = keys.slice(from, from + partSize);
      const found = await readDocuments(reader, workspaceId, part);
      for (const document of found) {
        if (isWanted(question, document)) documents.push(document);
        await pace.step();
      }
      compared += part.length;
      if (documents.length > question.limit) break;
    }
    const isFull = documents.length > question.limit;
    if (isFull || upTo === null || compared >= comparedMax) {
      const shown = documents.slice(0, question.limit);
      return {
        documents: shown,
        next: isFull ? (shown.at(-1)?.key ?? null) : upTo,
        isComplete: recent.isWhole && page.isSteady,
        isBehind: recent.isBehind,
      };
    }
    after = upTo;
  }
}

const partSize = 100;

function isWanted({ text, domainNames }: SearchQuestion, document: SearchDocument): boolean {
  if (!document.isVisible) return false;
  if (domainNames !== null && !domainNames.has(document.domain)) return false;
  return isMatch(document, text);
}

/** What has changed since the index was written, or all that is known where there is none. */
async function readRecent(reader: HostmasterReader, workspaceId: string) {
  const [index, stream] = await Promise.all([
    reader.first(findSearchIndex, { workspaceId }),
    reader.first(findStream, { workspaceId }),
  ]);
  const after = index?.seq ?? (stream?.firstSeq ?? 1) - 1;
  const changes = await readChanges(reader, workspaceId, { after, limit: recentEventsMax });
  const isPassed = index !== undefined && (index.place === null || index.rebuiltFrom !== null);
  const read = changes === null ? recentEventsMax : changes.seq - after;
  return {
    keys: changes?.keys ?? new Set<string>(),
    isWhole: isPassed && changes !== null && changes.behind === 0,
    isBehind: !isPassed || changes === null || changes.behind + read >= recentEventsUsual,
  };
}

/** The ids of the domains that the actor is limited to, where they are few. */
async function limitedTo(
  reader: HostmasterReader,
  { workspaceId, domainNames }: SearchQuestion,
): Promise<readonly string[] | null> {
  if (domainNames === null || domainNames.size > domainTermsMax) return null;
  const names = [...domainNames];
  if (names.length === 0) return [];
  return (await reader.all(findDocumentDomains, { workspaceId, names })).map(({ id }) => id);
}

/** `www.example.com` is the record `www` of `example.com`. */
async function keysByFullName(
  reader: HostmasterReader,
  { workspaceId, text }: SearchQuestion,
): Promise<readonly string[]> {
  const labels = text.split('.');
  const names = labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
  const asked = names.filter((name) => name.includes('.'));
  if (asked.length === 0) return [];
  const zones = await reader.all(findDocumentDomains, { workspaceId, names: asked });
  const found = await Promise.all(
    zones.map(({ id: domainId, name }) =>
      reader.all(listOwnersRecords, { domainId, names: [text.slice(0, -name.length - 1)] }),
    ),
  );
  return found.flat().map(({ id }) => id);
}

interface SegmentsPage {
  readonly keys: readonly string[];
  /** Up to here the segments are searched; null when they are searched to the end. */
  readonly upTo: string | null;
  /** False when segments were replaced while they were read. */
  readonly isSteady: boolean;
}

/** Segments are replaced while they are read at times; then they are read again. */
async function searchSegments(
  reader: HostmasterReader,
  workspaceId: string,
  question: SegmentQuestion,
): Promise<SegmentsPage> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await reader.first(findSearchIndex, { workspaceId });
    const segments = await reader.all(listLiveSegments, { workspaceId });
    const found = await Promise.all(
      segments.map((segment) => searchSegment(reader, segment, question)),
    );
    const now = await reader.first(findSearchIndex, { workspaceId });
    const isSteady = before?.version === now?.version;
    if (!isSteady && attempt < attemptsMax) continue;
    const ends = found.flatMap(({ upTo }) => upTo ?? []).sort();
    const upTo = ends[0] ?? null;
    const keys = found.flatMap((each) => each.keys);
    return { keys: upTo === null ? keys : keys.filter((key) => key <= upTo), upTo, isSteady };
  }
}
