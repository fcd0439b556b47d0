/** The EPP registrar against the sandbox registry behind a real TLS front, both clocks in hand. */

import { setImmediate } from 'node:timers/promises';
import { dayMs } from '@hostmaster/contract/durations';
import type { RegistryPolicy } from '@hostmaster/registry';
import {
  type EppFront,
  type EppFrontSettings,
  standardFees,
  startEppFront,
} from '@hostmaster/registry/epp-front';
import type { Logger } from 'pino';
import type { EppRegistrar } from '../../packages/server/src/adapters/epp/epp-registrar.ts';
import { openEppRegistrar } from '../../packages/server/src/adapters/epp/open-epp-registrar.ts';
import type { RegistryConfig } from '../../packages/server/src/adapters/epp/registry-config.ts';
import type { RegistryObserver } from '../../packages/server/src/adapters/epp/registry-observer.ts';
import {
  locationOf,
  openRegistryStore,
} from '../../packages/server/src/adapters/sandbox/open-sandbox-registrar.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import type { TestPlace } from './engines.ts';
import type { RegistryUnderTest } from './registrar-conformance/rule.ts';
import {
  namesUnderTest,
  registrantEmail,
  rivalOf,
  type SandboxClocks,
  testClocks,
} from './sandbox-registrar.ts';
import { openSeverableProxy } from './severable-proxy.ts';

const credentials = { clientId: 'hostmaster', password: 'correct horse' };

const proxyContact = {
  firstName: 'Privacy',
  lastName: 'Service',
  email: 'privacy@example.com',
  phone: '+1.5550100',
  address1: '1 Hidden Lane',
  city: 'Reston',
  stateProvince: 'VA',
  postalCode: '20190',
  country: 'US',
};

export interface EppTestOptions {
  readonly place: TestPlace;
  readonly clocks?: SandboxClocks;
  readonly delayMs?: number;
  readonly policy?: Partial<RegistryPolicy>;
  readonly config?: Partial<RegistryConfig>;
  readonly checkNamesMax?: number;
  /** Whatever else the registry does. */
  readonly front?: Partial<EppFrontSettings>;
  readonly log?: Logger;
  readonly observer?: RegistryObserver;
}

export interface EppBench {
  readonly registrar: EppRegistrar;
  readonly front: EppFront;
  readonly clocks: SandboxClocks;
  readonly database: HostmasterDatabase;
  readonly proxy: Awaited<ReturnType<typeof openSeverableProxy>>;
  close(): Promise<void>;
}

export async function openEppBench(options: EppTestOptions): Promise<EppBench> {
  const { place, clocks = testClocks(), delayMs = 0 } = options;
  const database = await openDatabase({ ...place, databaseConnections: 4 });
  const nameservers = options.config?.nameservers;
  const front = await startEppFront({
    store: await openRegistryStore(locationOf(place)),
    machineClock: { now: () => clocks.machine },
    calendarNow: async () => clocks.calendar,
    delayMs,
    credentials: { [credentials.clientId]: credentials.password },
    listen: { host: '127.0.0.1', port: 0 },
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(nameservers === undefined ? {} : { nameservers }),
    ...(options.checkNamesMax === undefined ? {} : { checkNamesMax: options.checkNamesMax }),
    ...options.front,
  });
  const proxy = await openSeverableProxy(`http://127.0.0.1:${front.port}`);
  const registrar = openEppRegistrar({
    registries: [
      testRegistry({
        ...options.config,
        port: Number(new URL(proxy.url).port),
        tls: { ca: front.certificate },
      }),
    ],
    database,
    clock: { now: () => clocks.machine },
    stopping: new AbortController().signal,
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.observer === undefined ? {} : { observer: options.observer }),
  });
  return {
    registrar,
    front,
    clocks,
    database,
    proxy,
    async close() {
      await registrar.close();
      await proxy.close();
      await front.close();
      await database.close();
    },
  };
}

export function testRegistry(config: Partial<RegistryConfig> = {}): RegistryConfig {
  return {
    name: 'sandbox',
    tlds: ['*'],
    isTestEnvironment: false,
    host: '127.0.0.1',
    port: 700,
    tls: {},
    credentials,
    credentialsFile: null,
    nameservers: 'objects',
    deletedHostSuffix: 'deleted-host.invalid',
    contacts: 'thick',
    privacy: { by: 'proxy', contact: proxyContact },
    maximumYears: null,
    redemptionMs: 30 * dayMs,
    transferYears: 1,
    expiry: { policy: 'expires' },
    fees: {
      use: 'premium',
      currency: 'USD',
      creditsPerUnit: 1,
      standardFees,
      premiumNames: {},
    },
    warnings: [],
    depositAlert: null,
    authCodes: 'shown',
    transferLock: true,
    dnssec: true,
    dnssecData: 'ds',
    maxSigLifeSeconds: null,
    idnTables: {},
    maximumSessions: 4,
    checkNames: 10,
    commandTimeoutMs: 5_000,
    connectTimeoutMs: 5_000,
    queueTimeoutMs: 1_000,
    keepAliveMs: 60_000,
    reconnect: { baseMs: 2, maxMs: 20 },
    askAfterMs: 50,
    decisionMsMax: null,
    ...config,
  };
}

/** For the conformance suite. */
export async function eppUnderTest(
  place: TestPlace,
  config: Partial<RegistryConfig> = {},
): Promise<RegistryUnderTest> {
  const bench = await openEppBench({ place, config });
  return {
    registrar: bench.registrar,
    ...namesUnderTest,
    registrantEmail: (name) => registrantEmail(bench.front.registry, name),
    rival: rivalOf(bench.front.registry, bench.clocks),
    letRegistryDecide: async () => {
      bench.clocks.machine += 30_000;
    },
    passDays: async (days) => {
      bench.clocks.calendar += days * dayMs;
    },
    close: () => bench.close(),
    whileUnreachable: async (meanwhile) => {
      bench.proxy.cut();
      // A command on a session that has ended unnoticed would have an unknown outcome.
      const sessions = bench.registrar.registries.map(({ pool }) => pool);
      while (sessions.some(({ status }) => status.open > 0)) await setImmediate();
      try {
        await meanwhile();
      } finally {
        bench.proxy.restore();
      }
    },
  };
}
