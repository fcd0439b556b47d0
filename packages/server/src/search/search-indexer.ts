/**
 * Writes the search indexes of all workspaces in the background: those that are behind, one step of
 * each in turn, so that a large workspace delays no other. Searches ask for theirs at once.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { minuteMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { Loop } from '../base/loop.ts';
import { pageSearchStates } from '../storage/queries/search/search-index.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { recentEventsUsual } from './find-documents.ts';
import type { SearchDemand } from './search-demand.ts';
import { IndexWriter } from './write-index.ts';

export interface SearchIndexerOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly demand: SearchDemand;
  readonly log: Logger;
}

const restMs = 2;
const workspacesPerPage = 500;

export class SearchIndexer {
  readonly #options: SearchIndexerOptions;
  readonly #loop: Loop;
  readonly #holder = newId('seg');
  /** Those that are behind, in the order of their turns. */
  readonly #behind = new Set<string>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SearchIndexerOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#run(),
      restMs: minuteMs,
      onError: (error) => options.log.warn({ err: error }, 'writing search indexes failed'),
    });
  }

  start(): void {
    this.#options.demand.listen((workspaceId) => {
      this.#behind.add(workspaceId);
      this.#loop.wake();
    });
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#options.demand.listen(null);
    await this.#loop.stop();
  }

  async #run(): Promise<void> {
    if (performance.now() - this.#lookedAt >= minuteMs) {
      this.#lookedAt = performance.now();
      await this.#look();
    }
    for (const workspaceId of this.#behind) {
      if (this.#loop.isStopping) return;
      this.#behind.delete(workspaceId);
      if (await this.#attempt(workspaceId)) this.#behind.add(workspaceId);
      await rest(restMs);
    }
  }

  async #look(): Promise<void> {
    for (let after = ''; !this.#loop.isStopping; ) {
      const page = await this.#options.database.all(pageSearchStates, {
        after,
        limit: workspacesPerPage,
      });
      for (const { id, seq, place, lastSeq } of page) {
        const isWritten = seq !== null && place === null;
        if (!isWritten || (lastSeq ?? 0) - seq >= recentEventsUsual) this.#behind.add(id);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < workspacesPerPage) return;
      after = last.id;
      await rest(restMs);
    }
  }

  /** Whether there is more to do. A failure is tried again after the next look. */
  async #attempt(workspaceId: string): Promise<boolean> {
    const { database, clock, log } = this.#options;
    const writer = new IndexWriter({ database, clock, workspaceId, holder: this.#holder });
    try {
      return await writer.step();
    } catch (error) {
      log.warn({ err: error, workspaceId }, 'writing a search index failed; it is tried again');
      return false;
    }
  }
}
