/**
 * Polls the registries: collects their messages, compares the domains that a message names, and
 * compares every domain once a day, so that changes without a message are detected too.
 */
import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import { Loop } from '../base/loop.ts';
import { persistRows } from '../changes/persist-rows.ts';
import { findLatestByName } from '../storage/queries/domains/domains.ts';
import {
  findComparisonPageEnd,
  listStaleComparisons,
} from '../storage/queries/registry/registry-comparison.ts';
import { statement } from '../storage/statements.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { examine, type Finding, type ReconciliationServices } from './reconcile.ts';

export interface WatchServices extends ReconciliationServices {
  readonly log: Logger;
  readonly onFinding?: (finding: Finding) => void;
}

export interface WatchTimes {
  readonly messagesEveryMs: number;
  /** The rest between two passes through all domains… */
  readonly compareEveryMs: number;
  /** …and between two pages of a pass. */
  readonly pageEveryMs: number;
  /** The maximum age of a comparison… */
  readonly staleMs: number;
  /** …and the retry interval after a query without an answer. */
  readonly retryMs: number;
}

const defaultTimes: WatchTimes = {
  messagesEveryMs: 30_000,
  compareEveryMs: minuteMs,
  pageEveryMs: 250,
  staleMs: dayMs,
  retryMs: hourMs,
};
/** How long failed and released domains are compared: objects left at the registry cost money. */
const endedMs = 60 * dayMs;
/** Short work for the database, and 40 comparisons a second at most: a million domains in seven hours. */
const pageDomains = 1_000;
const comparisonsPerPage = 10;
/** A registry counts as unavailable after this many unanswered queries of a suffix in a row. */
const unansweredMax = 3;

/** A pass through all domains by id. */
interface Pass {
  after: string;
  /** Queries without an answer in a row, by suffix. */
  readonly unanswered: Map<string, number>;
}

export class RegistryWatch {
  readonly #services: WatchServices;
  readonly #times: WatchTimes;
  readonly #messageLoop: Loop;
  readonly #comparisonLoop: Loop;
  /** Null between two passes. */
  #pass: Pass | null = null;

  constructor(services: WatchServices, times: Partial<WatchTimes> = {}) {
    this.#services = services;
    this.#times = { ...defaultTimes, ...times };
    const onError = (error: unknown) =>
      services.log.warn({ err: error }, 'watching the registry failed; trying again');
    const { messagesEveryMs, compareEveryMs, pageEveryMs } = this.#times;
    this.#messageLoop = new Loop({
      run: () => this.readMessages(),
      restMs: messagesEveryMs,
      restsFirst: true,
      onError,
    });
    this.#comparisonLoop = new Loop({
      run: () => this.compareStale(),
      restMs: () => (this.#pass === null ? compareEveryMs : pageEveryMs),
      restsFirst: true,
      onError,
    });
  }

  start(): void {
    this.#messageLoop.start();
    this.#comparisonLoop.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#messageLoop.stop(), this.#comparisonLoop.stop()]);
  }

  /** Collects messages and compares the domains they name. */
  async readMessages(): Promise<void> {
    const { registrar, database, log } = this.#services;
    const { names, failures } = (await registrar.collectMessages?.()) ?? {
      names: [],
      failures: [],
    };
    for (const error of failures)
      log.warn({ err: error }, 'not all registry messages could be read');
    for (const name of names) {
      // Ended rows too: an approval may arrive after the registration was refunded.
      const row = await database.first(findLatestByName, { name });
      if (row !== undefined) await this.#compare(row);
    }
  }

  /**
   * Continues the pass through all domains by one page: compares those whose last comparison is too
   * old, one after the other, and returns their number. The time is stored with or without an answer,
   * so that the next pass goes on where this one was stopped.
   */
  async compareStale(): Promise<number> {
    const { database, clock } = this.#services;
    const now = clock.now();
    const pass = this.#pass ?? { after: '', unanswered: new Map<string, number>() };
    this.#pass = pass;
    const { after } = pass;
    const rows = await database.all(listStaleComparisons, {
      after,
      pageDomains,
      seenBefore: now - this.#times.staleMs,
      endedAfter: now - endedMs,
      limit: comparisonsPerPage,
    });
    for (const [index, row] of rows.entries()) {
      if (this.#comparisonLoop.isStopping) return index;
      await this.#compareUnlessSilent(row, pass.unanswered);
      pass.after = row.id;
    }
    if (rows.length === comparisonsPerPage) return rows.length;
    const end = await database.first(findComparisonPageEnd, { after, offset: pageDomains - 1 });
    if (end === undefined) this.#pass = null;
    else pass.after = end.id;
    return rows.length;
  }

  /** Postpones the remaining domains of an unavailable registry without a query. */
  async #compareUnlessSilent(row: Domain, unanswered: Map<string, number>): Promise<void> {
    const suffix = row.name.slice(row.name.indexOf('.') + 1);
    const unansweredCount = unanswered.get(suffix) ?? 0;
    if (unansweredCount >= unansweredMax) {
      await this.#storeComparison(row, { isAnswered: false });
      return;
    }
    const isAnswered = await this.#compare(row);
    unanswered.set(suffix, isAnswered ? 0 : unansweredCount + 1);
  }

  /** False when there was no answer. */
  async #compare(row: Domain): Promise<boolean> {
    const { log, onFinding } = this.#services;
    const findings = await examine(this.#services, row, { repair: true });
    for (const finding of findings) {
      const { name, kind, explanation, repaired } = finding;
      if (repaired)
        log.info({ domain: name, kind, explanation }, 'difference to the registry repaired');
      else log.warn({ domain: name, kind, explanation }, 'difference to the registry found');
      onFinding?.(finding);
    }
    const isAnswered = findings.every(({ kind }) => kind !== 'no-answer');
    await this.#storeComparison(row, { isAnswered });
    return isAnswered;
  }

  async #storeComparison(row: Domain, comparison: { readonly isAnswered: boolean }): Promise<void> {
    const { database, clock } = this.#services;
    const { staleMs, retryMs } = this.#times;
    const seenAt = comparison.isAnswered ? clock.now() : clock.now() - staleMs + retryMs;
    await persistRows(database, statement('setComparedAt', { domainId: row.id, seenAt }));
  }
}
