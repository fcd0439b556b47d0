/**
 * Starts the DNS part of a process. Every process sends NOTIFY for the changes it makes; with the
 * role `dns` it also answers queries and transfers, writes the catalog and notifies secondaries
 * that are behind again.
 */
import { hourMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import { networkOf } from '../base/addresses/network-of.ts';
import type { MachineClock } from '../base/clock.ts';
import { RestingWork } from '../base/fairness/resting-work.ts';
import type { Limits } from '../base/limits.ts';
import type { RandomSource } from '../base/random.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { Rate } from '../base/setting-values.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { CustomerTransfers } from './customer-transfers.ts';
import { DomainNotifier } from './domain-secondaries/domain-notifier.ts';
import { DomainSecondaryKeys } from './domain-secondaries/domain-secondary-keys.ts';
import { cookieSecrets, EdnsOptions } from './edns-options.ts';
import { trimJournals } from './journal-retention.ts';
import { type ListenAddress, listenEverywhere } from './listen-everywhere.ts';
import { Primary, type PrimaryOptions } from './primary.ts';
import type { SoaDefaults } from './read-zone.ts';
import type { KeyOwner } from './reply-encoder.ts';
import type { KeyFinder } from './requester.ts';
import { CatalogChecks } from './secondaries/catalog-checks.ts';
import { CatalogPublisher } from './secondaries/catalog-publisher.ts';
import type { OnSample } from './secondaries/newest-change.ts';
import { Notifier, type NotifyOutcome } from './secondaries/notifier.ts';
import { Observations } from './secondaries/observations.ts';
import { Reachability } from './secondaries/reachability.ts';
import { Reconciler } from './secondaries/reconciler.ts';
import { SecondaryDirectory } from './secondaries/secondaries.ts';
import { SerialChecks } from './secondaries/serial-checks.ts';
import { ZoneExaminer } from './self-check/zone-examiner.ts';
import {
  createSharedMemory,
  SharedAnswers,
  type SharedMemory,
} from './udp-workers/shared-answers.ts';
import { UdpWorkers } from './udp-workers/udp-workers.ts';
import { ZoneCache } from './zone-cache.ts';

export interface DnsOptions extends SoaDefaults {
  readonly database: HostmasterDatabase;
  readonly secrets: SecretBox;
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly log: Logger;
  readonly catalog: string;
  /** Addresses of this host that NOTIFY and SOA queries are sent from. */
  readonly sources: readonly string[];
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  /** Empty without the role `dns`, or when the listener is off. DNS over TLS has addresses of its own. */
  readonly listen: readonly ListenAddress[];
  /** Keys of other kinds than the secondaries' own. */
  readonly findKey?: KeyFinder<KeyOwner>;
  readonly update?: NonNullable<PrimaryOptions['update']>;
  readonly metrics?: DnsMetrics;
  readonly limits: Pick<Limits, 'dnsConnections' | 'dnsConnectionsPerNetwork'>;
  readonly responseRate: PrimaryOptions['responseRate'];
  /** Transfers of one customer's key; null for any number. */
  readonly transferRate: Rate | null;
  /** The name of this server that NSID and `id.server` tell; null for none. */
  readonly nsid: string | null;
  /** Who is mailed about a secondary that does not answer; null for no one. */
  readonly operatorEmail: string | null;
  readonly links: NoticeLinks;
  /** What `version.bind` is answered with; null for nothing. */
  readonly version: string | null;
  /** Threads that answer UDP; with one, the main thread does. */
  readonly workers: number;
}

export interface DnsMetrics {
  readonly onDnsAnswer: NonNullable<PrimaryOptions['onAnswer']>;
  readonly onTransfer: NonNullable<PrimaryOptions['onTransfer']>;
  readonly onNotify: (outcome: NotifyOutcome) => void;
  readonly onSample: OnSample;
}

export interface Dns {
  /** Where it listens; empty when it does not. */
  readonly addresses: readonly { readonly address: string; readonly port: number }[];
  /** Where it answers DNS over TLS. */
  readonly tlsAddresses: readonly { readonly address: string; readonly port: number }[];
  /** Periodic clean-up, run by housekeeping. */
  readonly chores: readonly { name: string; everyMs: number; run(): Promise<unknown> }[];
  close(): Promise<void>;
}

const journalEveryMs = hourMs;
/** What one customer of a provider usually has. */
const customerBits = { v4: 24, v6: 64 };
/** The second is what a provider gives to a site. */
const connectionNetworks = [customerBits, { v4: 24, v6: 48 }];

export async function startDns(options: DnsOptions): Promise<Dns> {
  const { database, clock, random, log, metrics } = options;
  const secondaries = new SecondaryDirectory({ ...options, reader: database.reserved });
  const observations = new Observations({
    database,
    log,
    onConfirmed: (confirmation) => catalogChecks.noteConfirmed(confirmation),
  });
  const notifier = new Notifier({
    secondaries,
    catalog: options.catalog,
    sources: options.sources,
    stopping: options.stopping,
    clock,
    random,
    log,
    onOutcome: (outcome, place) => {
      metrics?.onNotify(outcome);
      observations.note(place, { notifiedAt: clock.now(), notifyAnswer: outcome });
    },
  });
  const publisher = new CatalogPublisher({
    ...options,
    onListed: (zones) => reconciler.noteListed(zones),
  });
  const memory = options.workers > 1 && options.listen.length > 0 ? createSharedMemory() : null;
  const shared = memory === null ? null : new SharedAnswers(memory);
  const cache = new ZoneCache({
    ...{ database: database.reserved, clock, soaDefaults: options.soaDefaults },
    onStale: (zone) => shared?.noteChange(zone),
  });
  const checks = new SerialChecks({ ...options, secondaries, observations });
  const catalogChecks = new CatalogChecks({
    reader: database.reserved,
    catalog: options.catalog,
    checks,
    confirm: (confirmation) => observations.confirm(confirmation),
  });
  const domainSecondaryKeys = new DomainSecondaryKeys(options);
  const domainNotifier = new DomainNotifier({ ...options, keys: domainSecondaryKeys });
  const parts = { cache, secondaries, checks, catalogChecks, notifier, observations };
  const server =
    options.listen.length === 0
      ? null
      : await listen({ ...options, ...parts, domainSecondaryKeys, memory });
  const unsubscribe = database.events.subscribe('zone-changed', ({ zone, isCatalogDue }) => {
    cache.markStale(zone);
    // A new or removed zone is announced through the catalog: secondaries do not serve it yet.
    if (isCatalogDue) publisher.wake();
    else {
      notifier.announce(zone);
      domainNotifier.announce(zone);
    }
  });
  publisher.start();
  const reconciler = new Reconciler({
    ...options,
    secondaries,
    notifier,
    checks,
    catalogChecks,
    observations,
    publisher,
    onSample: metrics?.onSample,
  });
  const reachability = new Reachability({ ...options, secondaries });
  const [first] = server?.addresses ?? [];
  const examiner =
    first === undefined
      ? null
      : new ZoneExaminer({ ...options, secondaries, own: reachableAt(first) });
  if (server !== null) {
    reconciler.start();
    reachability.start();
    examiner?.start();
  }
  return {
    addresses: server?.addresses ?? [],
    tlsAddresses: server?.tlsAddresses ?? [],
    chores: [
      {
        name: 'zone journals',
        everyMs: journalEveryMs,
        run: () => trimJournals(database, clock),
      },
    ],
    async close() {
      unsubscribe();
      await Promise.all([reconciler.stop(), reachability.stop(), examiner?.stop()]);
      checks.stop();
      notifier.stop();
      domainNotifier.stop();
      await server?.close();
      await publisher.stop();
      await Promise.all([observations.flush(), domainSecondaryKeys.flush()]);
    },
  };
}

/** A server that listens on every address is asked at that of this host. */
function reachableAt({ address, port }: { readonly address: string; readonly port: number }) {
  if (address === '0.0.0.0') return { address: '127.0.0.1', port };
  return { address: address === '::' ? '::1' : address, port };
}

function listen(
  parts: DnsOptions & {
    readonly cache: ZoneCache;
    readonly secondaries: SecondaryDirectory;
    readonly checks: SerialChecks;
    readonly catalogChecks: CatalogChecks;
    readonly domainSecondaryKeys: DomainSecondaryKeys;
    readonly notifier: Notifier;
    readonly observations: Observations;
    readonly memory: SharedMemory | null;
  },
) {
  const { database, clock, log, cache, catalog, metrics, limits } = parts;
  const { memory } = parts;
  const primary = new Primary({
    responseRate: parts.responseRate,
    rateMemory: memory?.rate,
    edns: new EdnsOptions({
      cookieSecrets: cookieSecrets(parts.secrets, clock),
      nsid: parts.nsid,
      clock,
    }),
    identity: { version: parts.version, name: parts.nsid },
    database,
    soaDefaults: parts.soaDefaults,
    clock,
    cache,
    catalog,
    log,
    customerTransfers: new CustomerTransfers({
      ...{ database, clock, log, rate: parts.transferRate, soaDefaults: parts.soaDefaults },
      keys: parts.domainSecondaryKeys,
    }),
    findKey: async (name) => {
      const secondary = await parts.secondaries.findByKey(name);
      if (secondary !== null) {
        return { key: secondary.key, owner: { kind: 'secondary', secondary } };
      }
      return (await parts.domainSecondaryKeys.find(name)) ?? (await parts.findKey?.(name)) ?? null;
    },
    isSecondaryAddress: (peer) => parts.secondaries.hasAddress(peer),
    ...(parts.update === undefined ? {} : { update: parts.update }),
    onHeld: (version) => parts.observations.confirm(version),
    onAsked: (place) => parts.observations.note(place, { askedAt: clock.now() }),
    onFailed: ({ reason, ...place }) =>
      parts.observations.note(place, { failedAt: clock.now(), failure: reason }),
    onSent: (version) => {
      parts.observations.note(version, { sentAt: clock.now(), sentSerial: version.serial });
      if (version.zone !== catalog) {
        parts.checks.afterSending(version);
        return;
      }
      parts.notifier.noteCatalogSent(version.secondary);
      parts.catalogChecks.afterSending(version).catch((error: unknown) => {
        log.warn({ err: error }, 'checking the catalog of a secondary failed; trying again');
      });
    },
    ...(metrics === undefined
      ? {}
      : { onAnswer: metrics.onDnsAnswer, onTransfer: metrics.onTransfer }),
  });
  const workers =
    memory === null
      ? null
      : new UdpWorkers({
          ...{ memory, clock, cache, log, count: parts.workers, responseRate: parts.responseRate },
          handle: (request) => primary.handle(request),
          secondaryAddresses: () => parts.secondaries.addresses(),
          onAnswers: (answers) => metrics?.onDnsAnswer({ transport: 'udp', ...answers }),
        });
  // A connection sends its next message after the answer.
  const decoding = new RestingWork({ waitingMax: limits.dnsConnections });
  return listenEverywhere(parts.listen, {
    ...(workers === null ? {} : { openUdp: (place) => workers.open(place) }),
    handler: (request) => primary.handle(request),
    decodeInTurn: ({ address }, decode) => decoding.run(networkOf(address, customerBits), decode),
    quickUdpAnswer: (request) => primary.handleKnown(request),
    onError: (error) => log.error({ err: error }, 'a DNS request failed'),
    isTrustedPeer: (peer) => parts.secondaries.hasAddress(peer),
    networksOf: (peer) => connectionNetworks.map((bits) => networkOf(peer, bits)),
    limits: {
      tcpConnectionsMax: limits.dnsConnections,
      tcpConnectionsPerNetworkMax: limits.dnsConnectionsPerNetwork,
    },
  });
}
