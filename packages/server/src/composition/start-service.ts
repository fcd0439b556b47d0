/** The running service: the roles of this process tied together, and stopped in order. */
import type { AddressInfo } from 'node:net';
import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { MachineClock } from '../base/clock.ts';
import { fixedLimits } from '../base/limits.ts';
import { persistChange } from '../changes/persist.ts';
import type { Config } from '../config/config.ts';
import { localUrl } from '../config/public-url.ts';
import { forgetExpiredMessages } from '../dns-update/replays.ts';
import { deleteOldEvents } from '../events/delete-old-events.ts';
import { createStatusApp } from '../http/status-app.ts';
import { deleteOldRows } from '../jobs/delete-old-rows.ts';
import { type Chore, startHousekeeping } from '../jobs/housekeeping.ts';
import { readJobAges } from '../jobs/job-control.ts';
import { countJobs } from '../jobs/queue.ts';
import { createEppMetrics } from '../metrics/epp-metrics.ts';
import { createLifecycleMetrics } from '../metrics/lifecycle-metrics.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { type MetricsServer, startMetricsServer } from '../metrics/metrics-server.ts';
import { ZonesBehind } from '../nameserver/secondaries/zones-behind.ts';
import type { Dns } from '../nameserver/start-nameserver.ts';
import { sealContacts } from '../operations/contacts/seal-contacts.ts';
import { eraseDeletedPeople } from '../operations/people/erase-people.ts';
import { TopUpWatch } from '../payments/top-up-watch.ts';
import type { WhoisServer } from '../public-data/whois-server.ts';
import { deleteOldRevisions } from '../revisions/prune-revisions.ts';
import { countDnssecProblems } from '../storage/queries/domains/dnssec-problems.ts';
import { listSecondaries } from '../storage/queries/secondaries/secondaries.ts';
import { findNextRefresh } from '../storage/queries/zones/signing.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { deleteExpiredSessions } from '../users/delete-expired-sessions.ts';
import { createSetUpToken } from '../users/set-up.ts';
import { KeyUses } from '../workspaces/key-uses.ts';
import { createBackground } from './create-background.ts';
import type { Interposers } from './interposers.ts';
import { createRefresher, openDns } from './open-nameserver.ts';
import { openPayments } from './open-payments.ts';
import { openSite, type SiteParts } from './open-site.ts';
import { openStores, type Stores, wrongSecret } from './open-stores.ts';
import { openWhois } from './open-whois.ts';
import { createRegistryWatch } from './registry-alerts.ts';

export interface Service {
  /** Address of the API and the dashboard; of health in a process without the role `api`. */
  readonly url: string;
  readonly port: number;
  /** Where DNS is answered, `127.0.0.1:5300`; null when this process does not. */
  readonly dnsAddresses: readonly { readonly address: string; readonly port: number }[];
  readonly dnsTlsAddresses: readonly { readonly address: string; readonly port: number }[];
  /** Where WHOIS is answered; empty when nowhere. */
  readonly whoisAddresses: readonly { readonly address: string; readonly port: number }[];
  /** What has to be set before names are sold; nothing when they are. */
  readonly missingOffer: readonly string[];
  /** Where metrics are read; null when nowhere. */
  readonly metricsUrl: string | null;
  /** Resolves when the dashboard's page is available; builds it when necessary. */
  prepareDashboard(onBuild?: () => void): Promise<void>;
  /** For the link with which the owner makes the first account; null when there is one. */
  createSetUpToken(): Promise<string | null>;
  /** Finishes running requests and jobs, then closes everything. */
  close(): Promise<void>;
}

const keyUseFlushMs = minuteMs;
const sweepMs = hourMs;
/** Often, because one run deletes a bounded number of rows. */
const retentionMs = 5 * minuteMs;
/** Often, because one run reads a bounded number of entries. */
const erasureMs = minuteMs;
/** Often, because one run encrypts a bounded number of contacts. */
const sealingMs = minuteMs;
const answersKeptMs = dayMs;
/** What a stop leaves to requests, mails and registry commands under way before it cuts them off. */
const stopGraceMs = 10_000;

/** `registry` has the metrics of the process already, where these are read with those of the service. */
export async function startService(
  config: Config,
  log: Logger,
  interposers: Interposers = {},
  registry?: Registry,
): Promise<Service> {
  const metrics = createMetrics(registry);
  const registryWatch = createRegistryWatch({
    config,
    metrics: createEppMetrics(metrics.registry),
    log,
  });
  const stores = await openStores(config, {
    onBatch: metrics.onBatch,
    log,
    observeRegistries: registryWatch.observe,
    ...interposers,
  });
  const { database, clock, random, stop, stopping } = stores;
  for (const line of stores.offer.unset) log.warn(line);
  metrics.observeJobs(() => countJobs(database));
  metrics.observeJobAges(() => readJobAges(database, clock.now()));
  const zonesBehind = new ZonesBehind({ reader: database, clock });
  metrics.observeSecondaries(() => zonesBehind.read());
  metrics.observeReachability(async () =>
    (await database.all(listSecondaries, {})).map(({ name, unreachableSince }) => {
      return { secondary: name, isReachable: unreachableSince === null };
    }),
  );
  metrics.observeSignatures(async () => {
    const next = await database.first(findNextRefresh, {});
    return Math.max(0, clock.now() - (next?.refreshAt ?? Number.POSITIVE_INFINITY));
  });
  metrics.observeDnssecProblems(() => database.all(countDnssecProblems, {}));
  const keyUses = new KeyUses(database);
  const payments = openPayments(config, { database, clock, stop, log });
  let isReady = true;
  let dns: Dns | null = null;
  const { app, prepareDashboard } = await openFront(config, {
    ...stores,
    log,
    metrics,
    payments,
    zonesBehind: () => zonesBehind.read(),
    onKeyUse: (keyId, at) => keyUses.note(keyId, at),
    isReady: () => isReady,
    dnsAddress: () => dns?.addresses[0] ?? null,
  });
  const workers = [
    createBackground({
      config,
      stores,
      log,
      onJobEnd: metrics.onJobEnd,
      metrics: createLifecycleMetrics(metrics.registry),
      ...(interposers.leaseMs === undefined ? {} : { leaseMs: interposers.leaseMs }),
      ...(interposers.watch === undefined ? {} : { watch: interposers.watch }),
    }),
    createRefresher(config, { database, clock, random, stopping, log }),
    new TopUpWatch(payments, interposers.topUpWatch),
  ];
  let metricsServer: MetricsServer | null = null;
  let whois: readonly WhoisServer[] = [];
  try {
    await app.listen({ host: config.host, port: config.port });
    if (config.metricsListen !== null) {
      metricsServer = await startMetricsServer(config.metricsListen, metrics.registry);
    }
    whois = await openWhois(config, { ...stores, log });
    dns = await openDns(config, { ...stores, log, metrics });
  } catch (error) {
    await Promise.all(whois.map((server) => server.close()));
    await metricsServer?.close();
    await app.close();
    await stores.close();
    throw error;
  }
  const { addresses: dnsAddresses, tlsAddresses: dnsTlsAddresses, chores, close: closeDns } = dns;
  if (config.roles.has('jobs')) for (const worker of workers) worker.start();
  database.listenToOthers();
  const stopHousekeeping = startHousekeeping(
    [
      ...choresOf({ ...config, database, clock, keyUses }),
      contactChore(config, { ...stores, log }),
      registryWatch.chore,
      ...chores,
    ],
    log,
  );
  const { port } = app.server.address() as AddressInfo;
  return {
    url: localUrl(config.host, port),
    port,
    dnsAddresses,
    dnsTlsAddresses,
    whoisAddresses: whois.map(({ address }) => address),
    missingOffer: stores.offer.missing,
    metricsUrl: metricsServer?.url ?? null,
    prepareDashboard,
    createSetUpToken: () => createSetUpToken(database, clock.now()),
    async close() {
      isReady = false;
      stop.begin(stopGraceMs);
      stop.overdue.addEventListener('abort', () => app.server.closeAllConnections());
      stores.waits.end();
      await Promise.all(whois.map((server) => server.close()));
      await Promise.all([app.close(), ...workers.map((worker) => worker.stop())]);
      await stopHousekeeping();
      await closeDns();
      await metricsServer?.close();
      await stores.close();
    },
  };
}

/** The HTTP server: API and dashboard, or only health. */
async function openFront(config: Config, parts: SiteParts) {
  if (!config.roles.has('api')) {
    return { app: createStatusApp(parts), prepareDashboard: async () => {} };
  }
  const { app, page } = await openSite(config, parts);
  return { app, prepareDashboard: page.prepare };
}

function contactChore(
  { contactEncryptionDelayMs: delayMs, secretFile }: Config,
  { database, secrets, clock, log }: Stores & { readonly log: Logger },
): Chore {
  return {
    name: 'registrant contacts',
    everyMs: sealingMs,
    async run() {
      const parts = { database, secrets, now: clock.now(), delayMs };
      const { state, sealed } = await sealContacts(parts);
      if (state === 'wrong secret') log.error({ secretFile }, wrongSecret);
      if (sealed > 0) log.info({ sealed }, 'registrant contacts encrypted');
    },
  };
}

function choresOf(parts: {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly keyUses: KeyUses;
  readonly retention: Config['retention'];
  readonly sessionLimits: Config['sessionLimits'];
}): Chore[] {
  const { database, clock, keyUses, retention, sessionLimits } = parts;
  return [
    { name: 'key uses', everyMs: keyUseFlushMs, run: () => keyUses.flush() },
    {
      name: 'old answers',
      everyMs: sweepMs,
      run: () =>
        persistChange(database, {
          rows: [statement('deleteOldAnswers', { notBefore: clock.now() - answersKeptMs })],
        }),
    },
    {
      name: 'old UPDATE messages',
      everyMs: sweepMs,
      run: () => forgetExpiredMessages(database, clock),
    },
    {
      name: 'old sessions and links',
      everyMs: sweepMs,
      run: () =>
        deleteExpiredSessions(database, { now: clock.now(), idleMs: sessionLimits.idleMs }),
    },
    {
      name: 'activity of deleted people',
      everyMs: erasureMs,
      run: () => eraseDeletedPeople(database),
    },
    {
      name: 'old revisions',
      everyMs: retentionMs,
      run: () =>
        deleteOldRevisions({ database, now: clock.now() }, { ...retention, ...fixedLimits }),
    },
    {
      name: 'old events',
      everyMs: retentionMs,
      run: () => deleteOldEvents({ database, clock }, { ...retention, ...fixedLimits }),
    },
    {
      name: 'old activity, mails and sends',
      everyMs: retentionMs,
      run: () => deleteOldRows({ database, clock }, retention),
    },
  ];
}
