/**
 * Keeps an eye on the registries: collects what they say unasked, looks at the names they speak of,
 * and asks about every domain once a day, so that an event nobody told us of is found all the same.
 */
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import { Loop } from '../base/loop.ts';
import { findLatestByName } from '../storage/queries/domains.ts';
import { listUnseen } from '../storage/queries/registry-comparison.ts';
import { noteSeen } from '../storage/queries/registry-notes.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { examine, type Finding, type ReconciliationServices } from './reconcile.ts';

export interface WatchServices extends ReconciliationServices {
  readonly clock: MachineClock;
  readonly log: Logger;
  readonly onFinding?: (finding: Finding) => void;
}

export interface WatchTimes {
  readonly newsEveryMs: number;
  readonly lookEveryMs: number;
  /** How old the knowledge about a domain may get… */
  readonly staleMs: number;
  /** …and how soon we ask again about one that we got no answer about. */
  readonly retryMs: number;
}

const defaultTimes: WatchTimes = {
  newsEveryMs: 30_000,
  lookEveryMs: 60_000,
  staleMs: 24 * 3_600_000,
  retryMs: 3_600_000,
};
/** Failed and released names are looked at for so long: what the registry still holds costs us. */
const endedMs = 60 * 24 * 3_600_000;
const pageSize = 50;
/** So many names of a suffix without an answer, one after the other, and its registry is away. */
const silencesMax = 3;

export class RegistryWatch {
  readonly #services: WatchServices;
  readonly #times: WatchTimes;
  readonly #newsLoop: Loop;
  readonly #lookLoop: Loop;

  constructor(services: WatchServices, times: Partial<WatchTimes> = {}) {
    this.#services = services;
    this.#times = { ...defaultTimes, ...times };
    const onError = (error: unknown) =>
      services.log.warn({ err: error }, 'the registry watch goes on later');
    const { newsEveryMs, lookEveryMs } = this.#times;
    this.#newsLoop = new Loop({
      run: () => this.hear(),
      restMs: newsEveryMs,
      restsFirst: true,
      onError,
    });
    this.#lookLoop = new Loop({
      run: () => this.look(),
      restMs: lookEveryMs,
      restsFirst: true,
      onError,
    });
  }

  start(): void {
    this.#newsLoop.start();
    this.#lookLoop.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#newsLoop.stop(), this.#lookLoop.stop()]);
  }

  /** Collects news and looks at the names they are about. */
  async hear(): Promise<void> {
    const { registrar, database, log } = this.#services;
    const { names, failures } = (await registrar.collectNews?.()) ?? { names: [], failures: [] };
    for (const error of failures) log.warn({ err: error }, 'not all messages could be read');
    for (const name of names) {
      // Ended rows too: an approval may come after the end of our patience.
      const row = await database.first(findLatestByName, { name });
      if (row !== undefined) await this.#lookAt(row);
    }
  }

  /**
   * Looks at all domains that were not looked at for long, one after the other. Each is noted, with
   * an answer or without, so that none stands in the way of those behind it.
   */
  async look(): Promise<number> {
    const { database, clock } = this.#services;
    const now = clock.now();
    const silences = new Map<string, number>();
    for (let count = 0; ; ) {
      const rows = await database.all(listUnseen, {
        seenBefore: now - this.#times.staleMs,
        endedAfter: now - endedMs,
        limit: pageSize,
      });
      for (const row of rows) {
        if (this.#lookLoop.isStopping) return count;
        await this.#lookInTurn(row, silences);
        count += 1;
      }
      if (rows.length < pageSize) return count;
    }
  }

  /** Waiting for a registry that is away once is enough: the rest of its names are put off unasked. */
  async #lookInTurn(row: Domain, silences: Map<string, number>): Promise<void> {
    const suffix = row.name.slice(row.name.indexOf('.') + 1);
    const silent = silences.get(suffix) ?? 0;
    if (silent >= silencesMax) {
      await this.#note(row, { isAnswered: false });
      return;
    }
    const isAnswered = await this.#lookAt(row);
    silences.set(suffix, isAnswered ? 0 : silent + 1);
  }

  /** False when there was no answer. */
  async #lookAt(row: Domain): Promise<boolean> {
    const { log, onFinding } = this.#services;
    const findings = await examine(this.#services, row, { repair: true });
    for (const finding of findings) {
      const { name, kind, explanation, repaired } = finding;
      if (repaired)
        log.info({ domain: name, kind, explanation }, 'the registry differed: repaired');
      else log.warn({ domain: name, kind, explanation }, 'the registry differs');
      onFinding?.(finding);
    }
    const isAnswered = findings.every(({ kind }) => kind !== 'no-answer');
    await this.#note(row, { isAnswered });
    return isAnswered;
  }

  async #note(row: Domain, look: { readonly isAnswered: boolean }): Promise<void> {
    const { database, clock } = this.#services;
    const { staleMs, retryMs } = this.#times;
    const seenAt = look.isAnswered ? clock.now() : clock.now() - staleMs + retryMs;
    await database.transaction((tx) => tx.run(noteSeen, { domainId: row.id, seenAt }));
  }
}
