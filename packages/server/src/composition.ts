/** The composition root: the only place that chooses adapters and ties the parts together. */
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { type MachineClock, systemClock } from './base/clock.ts';
import { openSecretBox, type SecretBox } from './base/secret-box.ts';
import { type Config, localUrl } from './config.ts';
import { createApp } from './http/app.ts';
import { createMetrics } from './http/metrics.ts';
import { jobHandlers } from './jobs/handlers/index.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { countJobs } from './jobs/queue.ts';
import { Worker } from './jobs/worker.ts';
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
}

export interface Service {
  readonly url: string;
  readonly port: number;
  /** Finishes running requests and jobs, then closes everything. */
  close(): Promise<void>;
}

const registryQuestionMs = 3_000;
const keyUseFlushMs = 60_000;
const answerSweepMs = 3_600_000;
const answersKeptMs = 24 * 3_600_000;
const productionRateLimit = { perSecond: 100, burst: 200 };

export async function openStores(
  config: Config,
  options: { readonly onBatch?: BatchListener } & Interposers = {},
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
    registrar = await openRegistrar(config, database);
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

function openRegistrar(config: Config, database: HostmasterDatabase): Promise<Registrar> {
  return openSandboxRegistrar({
    ...(config.databaseUrl === null
      ? { dataDir: config.dataDir }
      : { databaseUrl: config.databaseUrl }),
    machineClock: systemClock,
    calendarNow: () => calendarNow(database, systemClock),
    delayMs: config.sandboxDelayMs,
  });
}

export async function calendarNow(reader: HostmasterReader, clock: MachineClock): Promise<number> {
  const row = await reader.first(readCalendarOffset, {});
  return clock.now() + (row?.offset_ms ?? 0);
}

export async function startService(
  config: Config,
  log: Logger,
  interposers: Interposers = {},
): Promise<Service> {
  const metrics = createMetrics();
  const stores = await openStores(config, { onBatch: metrics.onBatch, ...interposers });
  const { database, registrar, secrets } = stores;
  metrics.observeJobs(() => countJobs(database));
  const keyUses = new KeyUses(database);
  let isReady = true;
  const app = await createApp({
    database,
    services: {
      registrar,
      secrets,
      rules: {
        expiringSoonMs: config.expiringSoonMs,
        defaultNameservers: config.nameservers,
        registryQuestionMs,
      },
    },
    clock: systemClock,
    log,
    metrics,
    rateLimit: config.mode === 'production' ? productionRateLimit : null,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    onKeyUse: (keyId, at) => keyUses.note(keyId, at),
    isReady: () => isReady,
  });
  const worker = new Worker({
    services: {
      database,
      registrar,
      secrets,
      calendarNow: (tx) => calendarNow(tx, systemClock),
    },
    handlers: jobHandlers,
    log,
    ...(interposers.leaseMs === undefined ? {} : { leaseMs: interposers.leaseMs }),
    onJobEnd: metrics.onJobEnd,
  });
  try {
    if (config.roles.has('api')) await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await stores.close();
    throw error;
  }
  if (config.roles.has('jobs')) worker.start();
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
    ],
    log,
  );
  const address = app.server.address() as AddressInfo | null;
  const port = address?.port ?? config.port;
  return {
    url: localUrl(config.host, port),
    port,
    async close() {
      isReady = false;
      await Promise.all([app.close(), worker.stop()]);
      await stopHousekeeping();
      await stores.close();
    },
  };
}
