/**
 * Writes the search index of one workspace, step by step: first a pass over what is stored, then what
 * has changed since, and small segments are merged. One process at a time writes an index; what a
 * process that died has left is deleted by the next one.
 */
import type { MachineClock } from '../base/clock.ts';
import { Pace } from '../base/fairness/pace.ts';
import { newId } from '../base/ids.ts';
import { persist } from '../changes/persist.ts';
import { findStream } from '../storage/queries/events/events.ts';
import {
  countDocuments,
  findDeadSegment,
  findSearchIndex,
  listKeyPages,
  listLiveSegments,
  lockSearchIndex,
} from '../storage/queries/search/search-index.ts';
import { insert, type RowWrite, removeAll, update, updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { searchBlocks } from '../storage/tables/search/search-blocks.ts';
import { type SearchIndex, searchIndexes } from '../storage/tables/search/search-indexes.ts';
import { searchKeys } from '../storage/tables/search/search-keys.ts';
import { type SearchSegment, searchSegments } from '../storage/tables/search/search-segments.ts';
import { buildSegment, keysPerPage } from './build-segment.ts';
import { readDocuments, type SearchDocument } from './documents.ts';
import { recentEventsUsual } from './find-documents.ts';
import { readChanges } from './read-changes.ts';
import { readStored } from './read-stored.ts';
import { areWorn, segmentsToMerge } from './segments-to-merge.ts';

/** A process that died holds an index for as long. */
const holdMs = 60_000;
const eventsPerStep = 1_000;
const keysPerRead = 500;
const rowsPerRemoval = 256;

/** Another process writes this index. */
class NotHolder extends Error {
  override readonly name = 'NotHolder';
}

export class IndexWriter {
  readonly #database: HostmasterDatabase;
  readonly #clock: MachineClock;
  readonly #workspaceId: string;
  /** Names the process. */
  readonly #holder: string;
  readonly #pace = new Pace();

  constructor(options: {
    readonly database: HostmasterDatabase;
    readonly clock: MachineClock;
    readonly workspaceId: string;
    readonly holder: string;
  }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#workspaceId = options.workspaceId;
    this.#holder = options.holder;
  }

  /** Whether there is more to do. */
  async step(): Promise<boolean> {
    try {
      const index = await this.#hold();
      if (await this.#removeDead()) return true;
      if (index.place !== null) return await this.#pass(index, index.place);
      return (await this.#addChanges(index)) || (await this.#merge());
    } catch (error) {
      if (error instanceof NotHolder) return false;
      throw error;
    }
  }

  /** The pass begins at the event that is the last one now: what comes later is read from events. */
  async #hold(): Promise<SearchIndex> {
    const workspaceId = this.#workspaceId;
    const found = await this.#database.first(findSearchIndex, { workspaceId });
    if (found !== undefined) {
      const held = await this.#write(() => ({}), []);
      return { ...found, ...held };
    }
    return persist(this.#database, {
      ...this.#work(),
      load: (reader) => reader.first(findStream, { workspaceId }),
      decide: (stream) => {
        const index = {
          workspaceId,
          seq: stream?.lastSeq ?? 0,
          place: '',
          rebuiltFrom: null,
          version: 0,
          ...this.#held(),
        };
        return { answer: index, change: { rows: [insert(searchIndexes, index)] } };
      },
    });
  }

  /** A segment of what is stored, from a place on. */
  async #pass({ rebuiltFrom }: SearchIndex, place: string): Promise<boolean> {
    const { documents, next } = await readStored(this.#database, {
      workspaceId: this.#workspaceId,
      place,
      pace: this.#pace,
    });
    if (next !== null || rebuiltFrom === null) await this.#addSegment(documents, { place: next });
    else {
      const live = await this.#liveSegments();
      const earlier = live.filter(({ id }) => id < rebuiltFrom);
      await this.#addSegment(documents, { place: null, rebuiltFrom: null }, earlier);
    }
    return true;
  }

  async #addChanges(index: SearchIndex): Promise<boolean> {
    const workspaceId = this.#workspaceId;
    const stream = await this.#database.first(findStream, { workspaceId });
    if ((stream?.lastSeq ?? 0) - index.seq < recentEventsUsual) return false;
    const changes = await readChanges(this.#database, workspaceId, {
      after: index.seq,
      limit: eventsPerStep,
    });
    if (changes === null) {
      await this.#begin();
      return true;
    }
    const documents = await this.#read([...changes.keys]);
    await this.#addSegment(documents, { seq: changes.seq });
    return true;
  }

  /** From the beginning: what changed is no longer known. */
  async #begin(): Promise<void> {
    const workspaceId = this.#workspaceId;
    await persist(this.#database, {
      ...this.#work(),
      load: async (reader) => ({
        index: await this.#lock(reader),
        stream: await reader.first(findStream, { workspaceId }),
      }),
      decide: ({ index, stream }) => {
        const set = { seq: stream?.lastSeq ?? 0, place: '', rebuiltFrom: null };
        const rows = [
          update(searchIndexes, { workspaceId }, { ...set, version: index.version + 1 }),
          updateAll(searchSegments, { workspaceId, isLive: true }, { isLive: false }),
        ];
        return { answer: undefined, change: { rows } };
      },
    });
  }

  async #merge(): Promise<boolean> {
    const workspaceId = this.#workspaceId;
    const segments = await this.#liveSegments();
    const merged = segmentsToMerge(segments);
    if (merged.length > 0) {
      const keys = new Set<string>();
      for (const segment of merged) for (const key of await this.#keysOf(segment)) keys.add(key);
      await this.#addSegment(await this.#read([...keys]), {}, merged);
      return true;
    }
    const stored = await this.#database.first(countDocuments, { workspaceId });
    if (!areWorn(segments, Number(stored?.count ?? 0))) return false;
    await this.#write(() => ({ place: '', rebuiltFrom: newId('seg') }), []);
    return true;
  }

  #liveSegments(): Promise<SearchSegment[]> {
    return this.#database.all(listLiveSegments, { workspaceId: this.#workspaceId });
  }

  async #keysOf({ id: segmentId, documents }: SearchSegment): Promise<string[]> {
    const keys: string[] = [];
    for (const pages of partsOf(Math.ceil(documents / keysPerPage))) {
      const rows = await this.#database.all(listKeyPages, { segmentId, pages });
      keys.push(...rows.flatMap((row) => row.keys));
      await this.#pace.step();
    }
    return keys;
  }

  /** Those that are still there. */
  async #read(keys: readonly string[]): Promise<SearchDocument[]> {
    const documents: SearchDocument[] = [];
    for (let from = 0; from < keys.length; from += keysPerRead) {
      const some = keys.slice(from, from + keysPerRead);
      documents.push(...(await readDocuments(this.#database, this.#workspaceId, some)));
      await this.#pace.step();
    }
    return documents;
  }

  /** The segment becomes live, and what it replaces no longer is, with the last of its rows. */
  async #addSegment(
    documents: readonly SearchDocument[],
    reached: Partial<Pick<SearchIndex, 'place' | 'rebuiltFrom' | 'seq'>>,
    replaced: readonly SearchSegment[] = [],
  ): Promise<void> {
    const ids = replaced.map(({ id }) => id);
    const dead =
      ids.length === 0 ? [] : [updateAll(searchSegments, { id: ids }, { isLive: false })];
    const finish = ({ version }: SearchIndex) => ({ ...reached, version: version + 1 });
    if (documents.length === 0) {
      await this.#write(finish, dead);
      return;
    }
    const { segment, portions } = await buildSegment(this.#workspaceId, documents, this.#pace);
    const last = portions.at(-1) ?? [];
    for (const rows of portions.slice(0, -1)) {
      await this.#write(() => ({}), rows);
      await this.#pace.step();
    }
    const live = segment.isLive
      ? []
      : [update(searchSegments, { id: segment.id }, { isLive: true })];
    await this.#write(finish, [...last, ...live, ...dead]);
  }

  /** Whether there was one. */
  async #removeDead(): Promise<boolean> {
    const workspaceId = this.#workspaceId;
    const dead = await this.#database.first(findDeadSegment, { workspaceId });
    if (dead === undefined) return false;
    const { id, blocks, documents } = dead;
    for (const block of partsOf(blocks)) {
      await this.#write(() => ({}), [removeAll(searchBlocks, { segmentId: id, block })]);
    }
    for (const page of partsOf(Math.ceil(documents / keysPerPage))) {
      await this.#write(() => ({}), [removeAll(searchKeys, { segmentId: id, page })]);
    }
    await this.#write(() => ({}), [removeAll(searchSegments, { id })]);
    return true;
  }

  /** As long as this process holds the index. */
  #write(
    set: (index: SearchIndex) => Partial<SearchIndex>,
    rows: readonly RowWrite[],
  ): Promise<Partial<SearchIndex>> {
    const workspaceId = this.#workspaceId;
    return persist(this.#database, {
      ...this.#work(),
      load: (reader) => this.#lock(reader),
      decide: (index) => {
        const changed = { ...set(index), ...this.#held() };
        return {
          answer: { ...index, ...changed },
          change: { rows: [...rows, update(searchIndexes, { workspaceId }, changed)] },
        };
      },
    });
  }

  async #lock(reader: HostmasterReader): Promise<SearchIndex> {
    const index = await reader.first(lockSearchIndex, { workspaceId: this.#workspaceId });
    const isFree = index === undefined || index.heldUntil < this.#clock.now();
    if (index === undefined || (!isFree && index.holder !== this.#holder)) throw new NotHolder();
    return index;
  }

  #held(): Pick<SearchIndex, 'holder' | 'heldUntil'> {
    return { holder: this.#holder, heldUntil: this.#clock.now() + holdMs };
  }

  #work() {
    const workspaceId = this.#workspaceId;
    return { keys: [`search ${workspaceId}`], owner: workspaceId, commit: 'alone' } as const;
  }
}

/** The numbers up to a count as texts, some at a time. */
function* partsOf(count: number): Generator<string[]> {
  for (let from = 0; from < count; from += rowsPerRemoval) {
    const length = Math.min(rowsPerRemoval, count - from);
    yield Array.from({ length }, (_, index) => String(from + index));
  }
}
