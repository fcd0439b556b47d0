/**
 * Keeps the addresses of targets fresh. A target is resolved once, however many records name it, by
 * the process that holds its lease; then each zone that follows it is published on its own.
 */
import type { Logger } from 'pino';
import type { Upstream } from '../base/dns/ask-resolvers.ts';
import { Loop } from '../base/loop.ts';
import { noChange } from '../changes/change.ts';
import { type Decided, persist, persistChange } from '../changes/persist.ts';
import { loadFollowedTarget, publishAddresses } from '../publication/publish-addresses.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import {
  anyOwnTarget,
  anyTargetDue,
  findZoneOfTarget,
  lockDueTargets,
  lockTarget,
  pageStaleZones,
} from '../storage/queries/zones/flattening.ts';
import { remove, updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import {
  type FlatteningTarget,
  flatteningTargets,
} from '../storage/tables/zones/flattening-targets.ts';
import { addressesOf, isSameAddresses } from '../zone-data/target-addresses.ts';
import { applyResolution, type RefreshedTarget } from './apply-resolution.ts';
import { resolveTarget } from './resolve-target.ts';

export interface RefresherOptions {
  readonly database: HostmasterDatabase;
  readonly upstream: Upstream;
  /** The names of our nameservers. */
  readonly nameservers: readonly string[];
  /** Whether private addresses are published: only in deployments that are not public. */
  readonly arePrivateAllowed: boolean;
  readonly log: Logger;
}

const checkEveryMs = 1_000;
const leaseMs = 120_000;
/** Concurrent lookups. Failing targets take long, so a small share of their own bounds the delay. */
const lookupsMax = { sound: 32, failing: 8 } as const;
const pageSize = 100;
/** Changes of our own zones are collected for this time before their dependent targets are due. */
const gatherMs = 50;

export class FlatteningRefresher {
  readonly #options: RefresherOptions;
  readonly #changedZones = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  /** For each lookup under way, which of our zones have changed since it began. */
  readonly #lookups = { sound: new Set<Set<string>>(), failing: new Set<Set<string>>() };
  readonly #loop: Loop;
  #unsubscribe: (() => void)[] = [];

  constructor(options: RefresherOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#refreshDue(),
      restMs: checkEveryMs,
      onError: (error) =>
        options.log.warn({ err: error }, 'taking due targets failed; trying again'),
    });
  }

  start(): void {
    const { events } = this.#options.database;
    this.#unsubscribe = [
      events.subscribe('targets-added', () => this.#loop.wake()),
      events.subscribe('zone-changed', ({ zone }) => this.#noteZone(zone)),
    ];
    this.#loop.start();
  }

  /** Targets whose result was not written are due again when their lease ends. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.#loop.stop();
    await Promise.all(this.#writing);
  }

  #noteZone(zone: string): void {
    this.#changedZones.add(zone);
    for (const changed of [...this.#lookups.sound, ...this.#lookups.failing]) changed.add(zone);
    this.#loop.wake(gatherMs);
  }

  async #refreshDue(): Promise<void> {
    await this.#makeDependentsDue();
    await this.#takeDue('sound');
    await this.#takeDue('failing');
  }

  async #makeDependentsDue(): Promise<void> {
    if (this.#changedZones.size === 0) return;
    const { database } = this.#options;
    const zones = [...this.#changedZones];
    this.#changedZones.clear();
    if ((await database.first(anyOwnTarget, { zones })) === undefined) return;
    await persistChange(database, { rows: [statement('makeOwnTargetsDue', { zones })] });
  }

  async #takeDue(share: keyof typeof lookupsMax): Promise<void> {
    const { database, log } = this.#options;
    const lookups = this.#lookups[share];
    const limit = lookupsMax[share] - lookups.size;
    if (limit <= 0 || (await database.first(anyTargetDue[share], {})) === undefined) return;
    const due = await persist(database, {
      ...maintenance,
      load: (reader) => reader.all(lockDueTargets[share], { limit }),
      decide: lease,
    });
    for (const target of due) {
      const changed = new Set<string>();
      lookups.add(changed);
      this.#refresh(target, changed)
        .catch((error: unknown) => {
          if (!this.#loop.isStopping)
            log.warn({ err: error, target: target.name }, 'lookup failed');
        })
        .finally(() => {
          lookups.delete(changed);
          this.#loop.wake();
        });
    }
  }

  async #refresh(known: FlatteningTarget, changed: ReadonlySet<string>): Promise<void> {
    const { database, upstream, nameservers, arePrivateAllowed } = this.#options;
    if ((await database.first(findZoneOfTarget, { target: known.name })) === undefined) {
      return this.#write(this.#deleteUnused(known.name));
    }
    const resolution = await resolveTarget({ reader: database, upstream, nameservers }, known.name);
    const applied = applyResolution(known, resolution, { arePrivateAllowed });
    // If our own zone changed during the lookup, the target is due again at once.
    const isOld = resolution.ownZone !== null && changed.has(resolution.ownZone);
    const refreshed = isOld ? { ...applied, refreshInMs: 0 } : applied;
    if (!this.#loop.isStopping) await this.#write(this.#save(known, refreshed));
  }

  async #write(work: Promise<void>): Promise<void> {
    this.#writing.add(work);
    try {
      await work;
    } finally {
      this.#writing.delete(work);
    }
  }

  async #save(known: FlatteningTarget, refreshed: RefreshedTarget): Promise<void> {
    const { database, log } = this.#options;
    const target = known.name;
    const { addresses, ttlSeconds, outcome, failures } = refreshed;
    const isSame = isSameAddresses(known.addresses, addresses);
    if (!isSame || known.outcome !== outcome || failures === 1) {
      log.info({ target, outcome, addresses, failures }, 'target refreshed');
    }
    const update = { name: target, leasedUntil: known.refreshAt, ...refreshed };
    await persistChange(database, { rows: [statement('updateTarget', update)] });
    for (let afterDomainId = ''; ; ) {
      const stale = { target, ttlSeconds, addresses, afterDomainId, limit: pageSize };
      const zones = await database.all(pageStaleZones, stale);
      for (const { domainId } of zones) {
        if (this.#loop.isStopping) return;
        await this.#publish(target, domainId, refreshed);
      }
      if (zones.length < pageSize) return;
      afterDomainId = zones.at(-1)?.domainId ?? '';
    }
  }

  /** A failure in one zone does not stop the others; the next refresh tries again. */
  async #publish(target: string, domainId: string, refreshed: RefreshedTarget): Promise<void> {
    const { database, log } = this.#options;
    const addresses = addressesOf(refreshed);
    try {
      await persist(database, {
        ...maintenance,
        async load(reader) {
          const domain = await reader.first(lockDomainById, { id: domainId });
          return domain && loadFollowedTarget(reader, domain, target);
        },
        decide: (followed) => ({
          answer: undefined,
          change: followed === undefined ? noChange : publishAddresses(followed, addresses),
        }),
      });
    } catch (error) {
      log.warn(
        { err: error, target, domainId },
        'publishing the addresses of a target failed; the next refresh tries again',
      );
    }
  }

  async #deleteUnused(target: string): Promise<void> {
    await persist(this.#options.database, {
      ...maintenance,
      load: (reader) =>
        Promise.all([
          reader.first(lockTarget, { name: target }),
          // After the lock: a zone that begins to follow the target locks it first.
          reader.first(findZoneOfTarget, { target }),
        ]),
      decide([known, zone]) {
        const isUnused = known !== undefined && zone === undefined;
        const rows = isUnused ? [remove(flatteningTargets, { name: target })] : [];
        return { answer: undefined, change: { rows } };
      },
    });
  }
}

const maintenance = { keys: [], owner: '', commit: 'alone' } as const;

/** Leases targets that are due. If the process stops, they are due again when the lease ends. */
function lease(
  due: readonly (FlatteningTarget & { readonly now: number })[],
): Decided<readonly FlatteningTarget[]> {
  const [first] = due;
  if (first === undefined) return { answer: [], change: noChange };
  const refreshAt = first.now + leaseMs;
  return {
    answer: due.map(({ now: _, ...target }) => ({ ...target, refreshAt })),
    change: {
      rows: [updateAll(flatteningTargets, { name: due.map(({ name }) => name) }, { refreshAt })],
    },
  };
}
