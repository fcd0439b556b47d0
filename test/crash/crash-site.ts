/** One data directory with a paying customer, and servers that are started and killed on it. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestEngine, TestPlace } from '@hostmaster/test-rig/engines';
import { type ServerProcess, startServer } from '@hostmaster/test-rig/process';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { openWorkspace } from '../../packages/server/src/operations/workspaces/open-workspace.ts';
import { Customer } from './customer.ts';
import { configOf } from './examine.ts';
import { leaseVariable, markFile, markVariable } from './fault.ts';

export interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly leaseMs?: number;
  /** Reaches the same store another way, for example through a proxy. */
  readonly databaseUrl?: string;
}

export interface CrashSite {
  readonly place: TestPlace;
  readonly customer: Customer;
  /** Starts a server here; the customer sends requests to it. */
  start(options?: StartOptions): Promise<ServerProcess>;
  /** As `start`, but the customer keeps its server. */
  startBeside(options?: StartOptions): Promise<ServerProcess>;
}

export const creditsGiven = 1_000_000;
export const apiKey = 'crash-test-key-0123456789';
const leaseMsDefault = 1_000;
const entry = new URL('./serve-with-faults.ts', import.meta.url);

export async function openCrashSite(engine: TestEngine, where?: TestPlace): Promise<CrashSite> {
  const place = where ?? (await placeOnDisk(engine));
  await createCrashWorkspace(place);
  const customer = new Customer(apiKey);
  const startBeside = (options: StartOptions = {}) =>
    startServer(engine, {
      place: { ...place, databaseUrl: options.databaseUrl ?? place.databaseUrl },
      entry,
      environment: {
        HOSTMASTER_SANDBOX_DELAY: '20ms',
        [markVariable]: markFile(place),
        [leaseVariable]: String(options.leaseMs ?? leaseMsDefault),
        ...options.environment,
      },
    });
  return {
    place,
    customer,
    startBeside,
    async start(options) {
      const server = await startBeside(options);
      customer.useServer(server);
      return server;
    },
  };
}

/** In memory a commit is over before a process can be killed in the middle of it. */
async function placeOnDisk(engine: TestEngine): Promise<TestPlace> {
  const place = await engine.place();
  if (place.databaseUrl !== null) return place;
  const dataDir = await mkdtemp(join(tmpdir(), 'hostmaster-crash-'));
  engine.afterwards(() => rm(dataDir, { recursive: true, force: true }));
  await cp(place.dataDir, dataDir, { recursive: true });
  return { ...place, dataDir };
}

async function createCrashWorkspace(place: TestPlace): Promise<void> {
  const stores = await openStores(configOf(place));
  try {
    const at = Date.now();
    const creditCents = creditsGiven * 100;
    await persist(
      stores.database,
      openWorkspace({ name: 'Crash', email: null, creditCents, at, key: apiKey }),
    );
  } finally {
    await stores.close();
  }
}
