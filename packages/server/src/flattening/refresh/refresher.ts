/**
 * Keeps the addresses of flattened targets fresh. A target is looked up once however many records use
 * it, by whichever process took its lease; its zones follow one by one, each with its own serial.
 */
import type { Logger } from 'pino';
import { lockDomainById } from '../../storage/queries/domains.ts';
import {
  anyOwnTarget,
  anyTargetDue,
  anyUse,
  deleteTarget,
  hastenOwnTargets,
  leaseTargets,
  lockTarget,
  pageStaleUses,
  settleTarget as settleTargetQuery,
} from '../../storage/queries/flattening.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { publishAddresses } from '../../zones/publication/publish-change.ts';
import { readAddresses } from '../target-addresses.ts';
import { resolveTarget } from './resolve-target.ts';
import { type KnownTarget, type Settlement, settleTarget } from './settle-target.ts';
import type { Upstream } from './upstream.ts';

export interface RefresherOptions {
  readonly database: HostmasterDatabase;
  readonly upstream: Upstream;
  /** Whether answers may point into private networks: only where nothing is public anyway. */
  readonly arePrivateAllowed: boolean;
  readonly log: Logger;
}

interface LeasedTarget extends KnownTarget {
  readonly refresh_at: number;
}

const lookAgainMs = 1_000;
const leaseMs = 120_000;
/** Lookups at once. Dead targets take long and have few, lest one customer's delay everybody's. */
const lookupsMax = { sound: 32, failing: 8 } as const;
const pageSize = 100;
/** Many changes of our own zones are one look at what depends on them. */
const gatherMs = 50;

export class FlatteningRefresher {
  readonly #options: RefresherOptions;
  readonly #changedZones = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  /** For each lookup under way, which of our zones have changed since it began. */
  readonly #lookups = { sound: new Set<Set<string>>(), failing: new Set<Set<string>>() };
  #isStopping = false;
  #wake = Promise.withResolvers<void>();
  #loop: Promise<void> | null = null;
  #gathering: NodeJS.Timeout | null = null;
  #unsubscribe: (() => void)[] = [];

  constructor(options: RefresherOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#loop !== null) return;
    const { events } = this.#options.database;
    this.#unsubscribe = [
      events.subscribe('targets-added', () => this.wake()),
      events.subscribe('zone-changed', ({ zone }) => this.#noteZone(zone)),
    ];
    this.#loop = this.#run();
  }

  wake(): void {
    this.#wake.resolve();
  }

  /** What was not written yet is asked again by the next process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.wake();
    await this.#loop;
    await Promise.all(this.#writing);
  }

  #noteZone(zone: string): void {
    this.#changedZones.add(zone);
    for (const changed of [...this.#lookups.sound, ...this.#lookups.failing]) changed.add(zone);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      this.wake();
    }, gatherMs).unref();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#wake = Promise.withResolvers<void>();
      try {
        await this.#hastenDependants();
        await this.#takeDue('sound');
        await this.#takeDue('failing');
      } catch (error) {
        this.#options.log.warn({ err: error }, 'targets are looked up later');
      }
      const timer = setTimeout(() => this.wake(), lookAgainMs);
      await this.#wake.promise;
      clearTimeout(timer);
    }
  }

  async #hastenDependants(): Promise<void> {
    if (this.#changedZones.size === 0) return;
    const { database } = this.#options;
    const zones = JSON.stringify([...this.#changedZones]);
    this.#changedZones.clear();
    if ((await database.first(anyOwnTarget, { zones })) === undefined) return;
    await database.transaction((tx) => tx.run(hastenOwnTargets, { zones }));
  }

  async #takeDue(share: keyof typeof lookupsMax): Promise<void> {
    const { database, log } = this.#options;
    const lookups = this.#lookups[share];
    const failing = share === 'failing' ? 1 : 0;
    const limit = lookupsMax[share] - lookups.size;
    if (limit <= 0 || (await database.first(anyTargetDue, { failing })) === undefined) return;
    const lease = { failing, leaseMs, limit } as const;
    const due = await database.transaction((tx) => tx.all(leaseTargets, lease));
    for (const target of due) {
      const changed = new Set<string>();
      lookups.add(changed);
      this.#refresh(target, changed)
        .catch((error: unknown) => {
          if (!this.#isStopping) log.warn({ err: error, target: target.name }, 'lookup failed');
        })
        .finally(() => {
          lookups.delete(changed);
          this.wake();
        });
    }
  }

  async #refresh(known: LeasedTarget, changed: ReadonlySet<string>): Promise<void> {
    const { database, upstream, arePrivateAllowed } = this.#options;
    if ((await database.first(anyUse, { target: known.name })) === undefined) {
      return this.#write(this.#forget(known.name));
    }
    const resolution = await resolveTarget({ reader: database, upstream }, known.name);
    const settled = settleTarget(known, resolution, { arePrivateAllowed });
    // Our own zone may have changed behind the lookup's back: then it is due again at once.
    const isOld = resolution.ownZone !== null && changed.has(resolution.ownZone);
    const settlement = isOld ? { ...settled, refreshInMs: 0 } : settled;
    if (!this.#isStopping) await this.#write(this.#settle(known, settlement));
  }

  async #write(work: Promise<void>): Promise<void> {
    this.#writing.add(work);
    try {
      await work;
    } finally {
      this.#writing.delete(work);
    }
  }

  async #settle(known: LeasedTarget, settlement: Settlement): Promise<void> {
    const { database, log } = this.#options;
    const target = known.name;
    const { addresses, ttlSeconds, outcome, failures } = settlement;
    if (known.addresses !== addresses || known.outcome !== outcome || failures === 1) {
      log.info({ target, outcome, addresses, failures }, 'flattened target');
    }
    const settled = { name: target, leasedUntil: known.refresh_at, ...settlement };
    await database.transaction((tx) => tx.run(settleTargetQuery, settled));
    for (let afterDomainId = ''; ; ) {
      const stale = { target, ttlSeconds, addresses, afterDomainId, limit: pageSize };
      const uses = await database.all(pageStaleUses, stale);
      for (const { domain_id: domainId } of uses) {
        if (this.#isStopping) return;
        await this.#follow(target, domainId, settlement);
      }
      if (uses.length < pageSize) return;
      afterDomainId = uses.at(-1)?.domain_id ?? '';
    }
  }

  /** Trouble with one zone is no trouble for the others; it follows the next time. */
  async #follow(target: string, domainId: string, settlement: Settlement): Promise<void> {
    const { database, log } = this.#options;
    const addresses = readAddresses({
      ttl_seconds: settlement.ttlSeconds,
      addresses: settlement.addresses,
    });
    try {
      await database.transaction(async (tx) => {
        const domain = await tx.first(lockDomainById, { id: domainId });
        if (domain !== undefined) await publishAddresses(tx, domain, { target, addresses });
      });
    } catch (error) {
      log.warn({ err: error, target, domainId }, 'a zone follows its target later');
    }
  }

  async #forget(target: string): Promise<void> {
    await this.#options.database.transaction(async (tx) => {
      const held = await tx.first(lockTarget, { name: target });
      if (held === undefined || (await tx.first(anyUse, { target })) !== undefined) return;
      await tx.run(deleteTarget, { name: target });
    });
  }
}
