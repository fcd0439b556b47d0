/**
 * Writes the catalog zone. Many new and removed zones become one new version, written by one
 * process at a time. Removals per day are limited until an operator confirms more, so that a fault
 * cannot remove every zone from the secondaries; additions are not limited.
 */
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { Loop } from '../../base/loop.ts';
import { type CatalogGuard, catalogGuard } from '../../operations/catalog-guard.ts';
import { insertJournal } from '../../storage/queries/zone-journal.ts';
import {
  anyCatalogDue,
  findCatalog,
  lockCatalog,
  lockCatalogAdditions,
  lockCatalogRemovals,
  markDelisted,
  markListed,
  raiseCatalogSerial,
} from '../../storage/queries/zones.ts';
import { command } from '../../storage/query.ts';
import type { HostmasterDatabase, HostmasterTx } from '../../storage/schema.ts';
import { memberRecord } from '../../zones/catalog.ts';
import { packRecords } from '../../zones/journal-form.ts';

const batchMax = 1_000;
const coalesceMs = 20;
const checkEveryMs = 500;

export interface CatalogPublisherOptions {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  /** The name of the catalog zone. */
  readonly catalog: string;
  readonly log: Logger;
  /** Called with the zones that the catalog lists newly. */
  readonly onListed?: (zones: readonly string[]) => void;
}

export class CatalogPublisher {
  readonly #options: CatalogPublisherOptions;
  readonly #loop: Loop;
  #isRenewalDue = false;
  #warnedOn = '';

  constructor(options: CatalogPublisherOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#publishIfDue(),
      restMs: checkEveryMs,
      onError: (error) =>
        options.log.warn({ err: error }, 'publishing the catalog failed; trying again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** A zone was added or removed. Waits a moment to collect further changes. */
  wake(): void {
    this.#loop.wake(coalesceMs);
  }

  /** Publishes a new version even when no member has changed, so that secondaries read it again. */
  renew(): void {
    this.#isRenewalDue = true;
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #publishIfDue(): Promise<void> {
    const { database, catalog } = this.#options;
    const isMissing = (await database.first(findCatalog, { name: catalog })) === undefined;
    let isRenewal = this.#isRenewalDue;
    this.#isRenewalDue = false;
    if (!isMissing && !isRenewal && (await database.first(anyCatalogDue, {})) === undefined) return;
    for (let isDone = false; !isDone && !this.#loop.isStopping; ) {
      const { listed, changes } = await database.transaction((tx) => this.#publish(tx, isRenewal));
      isRenewal = false;
      if (listed.length > 0) this.#options.onListed?.(listed);
      isDone = changes === 0;
    }
  }

  /** Returns the zones it has listed, and how many members changed. */
  async #publish(
    tx: HostmasterTx,
    isRenewal: boolean,
  ): Promise<{ readonly listed: readonly string[]; readonly changes: number }> {
    const { catalog } = this.#options;
    const [, additions, due] = await Promise.all([
      tx.run(lockCatalog, { name: catalog }),
      tx.all(lockCatalogAdditions, { limit: batchMax }),
      tx.all(lockCatalogRemovals, { limit: batchMax }),
    ]);
    const removals = due.slice(0, await this.#allowedRemovals(tx, due.length));
    const changes = additions.length + removals.length;
    if (changes === 0 && !isRenewal) return { listed: [], changes };
    if (additions.length > 0) tx.write([command(markListed, { names: namesOf(additions) })]);
    if (removals.length > 0) tx.write([command(markDelisted, { names: namesOf(removals) })]);
    const gone = [...removals, ...additions].flatMap(({ name, listedId }) =>
      listedId === null ? [] : [{ zone: name, domainId: listedId }],
    );
    const come = additions.map(({ name, domainId }) => ({ zone: name, domainId: domainId ?? '' }));
    const raised = await tx.first(raiseCatalogSerial, { name: catalog });
    if (raised === undefined) throw new Error(`${catalog} is a domain and cannot be the catalog.`);
    tx.write([
      command(insertJournal, {
        zone: catalog,
        fromSerial: raised.previousSerial,
        toSerial: raised.serial,
        removed: packRecords(gone.map((member) => memberRecord(catalog, member))),
        added: packRecords(come.map((member) => memberRecord(catalog, member))),
      }),
    ]);
    tx.announce({ kind: 'zone-changed', zone: catalog, isCatalogDue: false });
    return { listed: namesOf(additions), changes };
  }

  /** How many more zones may be removed today. */
  async #allowedRemovals(tx: HostmasterTx, due: number): Promise<number> {
    if (due === 0) return 0;
    const guard = await catalogGuard(tx, this.#options.clock.now());
    const room = Math.max(0, guard.allowed - guard.removed);
    if (due > room) this.#warnAboutLimit(guard);
    return room;
  }

  #warnAboutLimit(guard: CatalogGuard): void {
    if (this.#warnedOn === guard.day) return;
    this.#warnedOn = guard.day;
    this.#options.log.error(
      guard,
      'too many zones would be removed from the catalog today: see "hostmaster zone removals"',
    );
  }
}

function namesOf(zones: readonly { readonly name: string }[]): string[] {
  return zones.map(({ name }) => name);
}
