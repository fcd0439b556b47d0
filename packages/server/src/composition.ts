/** The composition root: the only place that chooses adapters and ties the parts together. */
import { getServers } from 'node:dns';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { forgetOldSessions } from './accounts/forget-old-sessions.ts';
import { createSetUpToken } from './accounts/set-up.ts';
import { Throttle } from './accounts/throttle.ts';
import { type MachineClock, systemClock } from './base/clock.ts';
import { openSecretBox, type SecretBox } from './base/secret-box.ts';
import { type Config, ConfigError, localUrl, parseResolver } from './config.ts';
import type { DashboardServices } from './dashboard-api/handler.ts';
import { type Dns, type DnsMetrics, startDns } from './dns/start-dns.ts';
import { createUpdateHandlers } from './dns-update/answer-update.ts';
import { FlatteningRefresher } from './flattening/refresher.ts';
import { mailJobs, registryJobs } from './jobs/handlers/index.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { countJobs } from './jobs/queue.ts';
import { Worker, type WorkerOptions } from './jobs/worker.ts';
import { createLifecycleMetrics, type LifecycleMetrics } from './lifecycle/lifecycle-metrics.ts';
import { Sweeper } from './lifecycle/sweeper.ts';
import { openFileMailer } from './mail/file-mailer.ts';
import { observeMailer } from './mail/observed-mailer.ts';
import { openSmtpMailer } from './mail/smtp-mailer.ts';
import type { DomainRules } from './operations/operation.ts';
import type { PaymentMeans } from './payments/payment-means.ts';
import type { PaymentServices } from './payments/payment-services.ts';
import { openStripeCheckout } from './payments/stripe/stripe-checkout.ts';
import { TopUpWatch, type TopUpWatchTimes } from './payments/top-up-watch.ts';
import { RegistryWatch, type WatchTimes } from './reconciliation/registry-watch.ts';
import { openEppRegistrar } from './registrars/epp/open-epp-registrar.ts';
import { readEppConfig } from './registrars/epp/read-epp-config.ts';
import type { Registrar } from './registrars/registrar.ts';
import { openSandboxRegistrar } from './registrars/sandbox/open-sandbox-registrar.ts';
import type { BatchListener } from './storage/group-commit.ts';
import { openDatabase } from './storage/open-database.ts';
import { readCalendarOffset } from './storage/queries/calendar.ts';
import { deleteOldAnswers } from './storage/queries/idempotency.ts';
import type { HostmasterDatabase, HostmasterReader } from './storage/schema.ts';
import { KeyUses } from './workspaces/key-uses.ts';

export interface Stores {
  readonly database: HostmasterDatabase;
  readonly registrar: Registrar;
  readonly secrets: SecretBox;
  close(): Promise<void>;
}

/** Tests put themselves between the service and an adapter here. */
export interface Interposers {
  readonly database?: (database: HostmasterDatabase) => HostmasterDatabase;
  readonly registrar?: (registrar: Registrar) => Registrar;
  /** How long a worker may be silent before another takes its jobs. */
  readonly leaseMs?: number;
  /** How often registries are listened to and looked at. */
  readonly watch?: Partial<WatchTimes>;
  /** How often undecided payments are looked at. */
  readonly topUpWatch?: Partial<TopUpWatchTimes>;
}

export interface Service {
  readonly url: string;
  readonly port: number;
  /** Where DNS is answered, `127.0.0.1:5300`; null when this process does not. */
  readonly dnsAddress: { readonly address: string; readonly port: number } | null;
  /** Resolves when the dashboard's page can be shown; it is built now if need be. */
  prepareDashboard(onBuild?: () => void): Promise<void>;
  /** For the link with which the owner makes the first account; null when there is one. */
  createSetUpToken(): Promise<string | null>;
  /** Finishes running requests and jobs, then closes everything. */
  close(): Promise<void>;
}

const registryQuestionMs = 3_000;
const mailConcurrency = 4;
const keyUseFlushMs = 60_000;
const answerSweepMs = 3_600_000;
const answersKeptMs = 24 * 3_600_000;
const productionRateLimit = { perSecond: 100, burst: 200 };

export async function openStores(
  config: Config,
  options: { readonly onBatch?: BatchListener; readonly log?: Logger } & Interposers = {},
): Promise<Stores> {
  mkdirSync(config.dataDir, { recursive: true });
  const secrets = openSecretBox(config.secretFile);
  const opened = await openDatabase({
    ...config,
    ...(options.onBatch === undefined ? {} : { onBatch: options.onBatch }),
  });
  const database = options.database?.(opened) ?? opened;
  let registrar: Registrar;
  try {
    registrar = await openRegistrar(config, database, options.log);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    database,
    registrar: options.registrar?.(registrar) ?? registrar,
    secrets,
    async close() {
      await registrar.close();
      await database.close();
    },
  };
}

async function openRegistrar(
  config: Config,
  database: HostmasterDatabase,
  log: Logger | undefined,
): Promise<Registrar> {
  if (config.registrar === 'epp') {
    return openEppRegistrar({
      registries: readEppConfig(config.eppConfigFile ?? ''),
      database,
      clock: systemClock,
      ...(log === undefined ? {} : { log }),
    });
  }
  return openSandboxRegistrar({
    ...(config.databaseUrl === null
      ? { dataDir: config.dataDir }
      : { databaseUrl: config.databaseUrl }),
    machineClock: systemClock,
    calendarNow: () => calendarNow(database, systemClock),
    delayMs: config.sandboxDelayMs,
  });
}

/** The longest configured suffix decides about a name's grace period. */
export function rulesOf(
  config: Config,
  registrar?: Pick<Registrar, 'capabilitiesFor'>,
): DomainRules {
  return {
    autoRenewGraceMs: (name) => registrar?.capabilitiesFor(name).autoRenewGraceMs ?? null,
    expiringSoonMs: config.expiringSoonMs,
    defaultNameservers: config.nameservers,
    registryQuestionMs,
    graceMs(name) {
      for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
        const ms = config.grace.msBySuffix.get(name.slice(dot + 1));
        if (ms !== undefined) return ms;
      }
      return config.grace.defaultMs;
    },
  };
}

export async function calendarNow(reader: HostmasterReader, clock: MachineClock): Promise<number> {
  const row = await reader.first(readCalendarOffset, {});
  return clock.now() + (row?.offset_ms ?? 0);
}

/** The parts that work without being asked: jobs for the registry, mail, and the lifecycle sweep. */
export interface Background {
  readonly sweeper: Sweeper;
  readonly watch: RegistryWatch;
  start(): void;
  /** Only the jobs that wait, for a command that needs one done. */
  startWorkers(): void;
  stop(): Promise<void>;
}

export function createBackground(options: {
  readonly config: Config;
  readonly stores: Stores;
  readonly log: Logger;
  readonly onJobEnd?: NonNullable<WorkerOptions['onJobEnd']>;
  readonly metrics?: LifecycleMetrics;
  readonly leaseMs?: number;
  readonly watch?: Partial<WatchTimes>;
}): Background {
  const { config, log } = options;
  const { database, registrar, secrets } = options.stores;
  const rules = rulesOf(config, registrar);
  const mailer = observeMailer(
    config.smtpUrl === null
      ? openFileMailer(join(config.dataDir, 'mail'))
      : openSmtpMailer({ url: config.smtpUrl }),
    (end) => options.metrics?.onMailEnd(end),
  );
  const worker = {
    services: {
      database,
      registrar,
      secrets,
      rules,
      mailer,
      mail: {
        publicUrl: config.publicUrl,
        from: config.mailFrom,
        domain: new URL(config.publicUrl).hostname,
      },
      calendarNow: (reader: HostmasterReader) => calendarNow(reader, systemClock),
    },
    log,
    ...(options.onJobEnd === undefined ? {} : { onJobEnd: options.onJobEnd }),
    ...(options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs }),
  };
  const workers = [
    new Worker({ ...worker, handlers: registryJobs }),
    new Worker({ ...worker, handlers: mailJobs, concurrency: mailConcurrency }),
  ];
  const sweeper = new Sweeper({
    database,
    operations: { registrar, secrets, rules },
    links: worker.services.mail,
    clock: systemClock,
    mode: config.mode,
    onReleaseHeld: () => options.metrics?.onReleaseHeld(),
    calendarNow: worker.services.calendarNow,
    log,
  });
  const watch = new RegistryWatch(
    { database, registrar, rules, clock: systemClock, log },
    options.watch,
  );
  return {
    sweeper,
    watch,
    start() {
      log.info({ destination: mailer.destination }, 'mail goes here');
      for (const each of workers) each.start();
      sweeper.start();
      watch.start();
    },
    startWorkers() {
      for (const each of workers) each.start();
    },
    async stop() {
      await Promise.all([sweeper.stop(), watch.stop(), ...workers.map((each) => each.stop())]);
      await mailer.close();
    },
  };
}

/** Stripe where it is set up; otherwise test payments in the sandbox, and none in production. */
function paymentMeansOf(config: Config): PaymentMeans {
  if (config.stripe !== null) {
    return { provider: 'stripe', checkout: openStripeCheckout(config.stripe) };
  }
  return { provider: config.mode === 'sandbox' ? 'sandbox' : 'none' };
}

function paymentServicesOf(
  config: Config,
  parts: Pick<Stores, 'database'> & { readonly log: Logger },
): PaymentServices {
  return {
    ...parts,
    means: paymentMeansOf(config),
    links: { publicUrl: config.publicUrl },
    clock: systemClock,
    calendarNow: (reader) => calendarNow(reader, systemClock),
  };
}

function createRefresher(
  config: Config,
  parts: Pick<Stores, 'database'> & { readonly log: Logger },
): FlatteningRefresher {
  const system = getServers().map(parseResolver);
  const servers =
    config.resolvers.length > 0 ? config.resolvers : system.filter((server) => server !== null);
  return new FlatteningRefresher({
    ...parts,
    upstream: { servers, clock: systemClock },
    arePrivateAllowed: config.mode === 'sandbox',
  });
}

async function openDns(
  config: Config,
  parts: Pick<Stores, 'database' | 'secrets'> & {
    readonly log: Logger;
    readonly metrics: DnsMetrics;
  },
): Promise<Dns> {
  const listen = config.roles.has('dns') ? config.dnsListen : null;
  try {
    return await startDns({
      ...parts,
      ...createUpdateHandlers({ ...parts, clock: systemClock }),
      clock: systemClock,
      catalog: config.catalogZone,
      listen,
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^(EADDR|EACCES)/.test(code)) throw error;
    throw new ConfigError(
      `HOSTMASTER_DNS_LISTEN ${listen?.host} port ${listen?.port} cannot be listened on (${code}); choose another, or off.`,
    );
  }
}

/** Keys of its own for what the dashboard signs: they differ between deployments, not between processes. */
function dashboardServicesOf(
  config: Config,
  parts: Stores & {
    readonly payments: PaymentServices;
    readonly dnsAddress: () => Service['dnsAddress'];
  },
): DashboardServices {
  const { database, registrar, secrets, payments, dnsAddress } = parts;
  return {
    database,
    operations: { registrar, secrets, rules: rulesOf(config, registrar) },
    clock: systemClock,
    mode: config.mode,
    publicUrl: config.publicUrl,
    dnsServer: () => dnsServerOf(config, dnsAddress()),
    isSecure: config.publicUrl.startsWith('https:'),
    csrfKey: secrets.deriveKey('dashboard csrf token'),
    throttle: new Throttle(systemClock),
    rateLimit: config.mode === 'production' ? productionRateLimit : null,
    isSignUpOpen: config.isSignUpOpen,
    payments,
  };
}

/** By the name people know the service by, where it listens everywhere. */
function dnsServerOf(config: Config, listening: Service['dnsAddress']) {
  if (listening === null) return null;
  const { address, port } = listening;
  const isEverywhere = address === '0.0.0.0' || address === '::';
  return { host: isEverywhere ? new URL(config.publicUrl).hostname : address, port };
}

export async function startService(
  config: Config,
  log: Logger,
  interposers: Interposers = {},
): Promise<Service> {
  // Only a service needs these, and every command would pay for loading them.
  const [
    { createApp },
    { createMetrics },
    { registerStripeWebhook },
    { registerDashboardApi },
    { registerDashboardPage },
  ] = await Promise.all([
    import('./http/app.ts'),
    import('./http/metrics.ts'),
    import('./payments/stripe/stripe-webhook.ts'),
    import('./dashboard-api/dashboard-api.ts'),
    import('./dashboard-page/dashboard-page.ts'),
  ]);
  const metrics = createMetrics();
  const stores = await openStores(config, { onBatch: metrics.onBatch, log, ...interposers });
  const { database, registrar, secrets } = stores;
  metrics.observeJobs(() => countJobs(database));
  const keyUses = new KeyUses(database);
  let isReady = true;
  const app = await createApp({
    database,
    services: { registrar, secrets, rules: rulesOf(config, registrar) },
    clock: systemClock,
    log,
    metrics,
    rateLimit: config.mode === 'production' ? productionRateLimit : null,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    onKeyUse: (keyId, at) => keyUses.note(keyId, at),
    isReady: () => isReady,
  });
  const paymentServices = paymentServicesOf(config, { database, log });
  if (config.stripe !== null) {
    if (config.mode === 'production' && /^.k_test_/.test(config.stripe.secretKey)) {
      log.warn(
        'STRIPE_SECRET_KEY is a test key: whoever knows a test card gets credits for nothing',
      );
    }
    const secret = config.stripe.webhookSecret;
    await registerStripeWebhook(app, { services: paymentServices, secret });
  }
  let dns: Dns | null = null;
  await registerDashboardApi(
    app,
    dashboardServicesOf(config, {
      ...stores,
      payments: paymentServices,
      dnsAddress: () => dns?.address ?? null,
    }),
  );
  const page = registerDashboardPage(app, { publicUrl: config.publicUrl, log });
  const topUpWatch = new TopUpWatch(paymentServices, interposers.topUpWatch);
  const background = createBackground({
    config,
    stores,
    log,
    onJobEnd: metrics.onJobEnd,
    metrics: createLifecycleMetrics(metrics.registry),
    ...(interposers.leaseMs === undefined ? {} : { leaseMs: interposers.leaseMs }),
    ...(interposers.watch === undefined ? {} : { watch: interposers.watch }),
  });
  try {
    if (config.roles.has('api')) await app.listen({ host: config.host, port: config.port });
    dns = await openDns(config, { ...stores, log, metrics });
  } catch (error) {
    await app.close();
    await stores.close();
    throw error;
  }
  const refresher = createRefresher(config, { database, log });
  if (config.roles.has('jobs')) {
    background.start();
    refresher.start();
    topUpWatch.start();
  }
  const stopHousekeeping = startHousekeeping(
    [
      { name: 'key uses', everyMs: keyUseFlushMs, run: () => keyUses.flush() },
      {
        name: 'old answers',
        everyMs: answerSweepMs,
        run: () =>
          database.transaction((tx) =>
            tx.run(deleteOldAnswers, { notBefore: systemClock.now() - answersKeptMs }),
          ),
      },
      {
        name: 'old sessions and links',
        everyMs: answerSweepMs,
        run: () => database.transaction((tx) => forgetOldSessions(tx, systemClock.now())),
      },
      ...dns.chores,
    ],
    log,
  );
  const address = app.server.address() as AddressInfo | null;
  const port = address?.port ?? config.port;
  return {
    url: localUrl(config.host, port),
    port,
    dnsAddress: dns.address,
    prepareDashboard: page.prepare,
    createSetUpToken: () => createSetUpToken(database, systemClock.now()),
    async close() {
      isReady = false;
      await Promise.all([app.close(), background.stop(), refresher.stop(), topUpWatch.stop()]);
      await stopHousekeeping();
      await dns.close();
      await stores.close();
    },
  };
}
