/**
 * Two workers and one job: the first stalls between its lease check and its send, the second takes
 * the job over, and then the first continues. In every order one object is bought, paid once and
 * kept.
 */

import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { interpose } from '@hostmaster/test-rig/crash-interpose';
import { until } from '@hostmaster/test-rig/crash-until';
import {
  describeOnBothEngines,
  type TestEngine,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { expect, it } from 'vitest';
import { newId } from '../base/ids.ts';
import { createLog } from '../base/log.ts';
import { persist } from '../changes/persist.ts';
import { openStores, rulesOf, type Stores } from '../composition/open-stores.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type ClaimedJob, claimJobs, holdLease, LeaseLost } from '../jobs/lease.ts';
import { balanceCents } from '../ledger/balances.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import type { Call } from '../operations/operation.ts';
import { registerDomain } from '../operations/registration/register-domain.ts';
import { renewDomain } from '../operations/renewal/renew-domain.ts';
import type { Command, Registrar } from '../registrars/registrar.ts';
import { findDomain } from '../storage/queries/domains/domains.ts';
import { operatorActor } from '../workspaces/actor.ts';
import { newWorkspace } from '../workspaces/workspaces.ts';
import { registryJobs } from './registry-jobs.ts';

const name = 'contested.com';
/** Long enough to reach the gate, short enough to wait for its end. */
const stalledLeaseMs = 500;
const lastingLeaseMs = 60_000;
describeOnBothEngines('a worker that stalls between its lease check and its send', (engine) => {
  it('and registers first, the second being refused for that: the registration stands', async () => {
    const workers = await openWorkers(engine);
    await workers.register();
    await resumeFirst(workers);
    await workers.expectState({ state: 'live', years: 1, balance: 1_000 - 12 });
  });

  it('and registers last: it is refused and records nothing', async () => {
    const workers = await openWorkers(engine);
    await workers.register();
    const { first } = await resumeLast(workers);
    await expect(first).rejects.toBeInstanceOf(LeaseLost);
    await workers.expectState({ state: 'live', years: 1, balance: 1_000 - 12 });
  });

  it('and renews first, the second being refused for that: the renewal stands', async () => {
    const workers = await openWorkers(engine);
    await workers.registerAndRenew();
    await resumeFirst(workers);
    await workers.expectState({ state: 'live', years: 3, balance: 1_000 - 12 - 2 * 14 });
  });

  it('and renews last: its years are not added again', async () => {
    const workers = await openWorkers(engine);
    await workers.registerAndRenew();
    const { first } = await resumeLast(workers);
    await expect(first).rejects.toThrow();
    await workers.expectState({ state: 'live', years: 3, balance: 1_000 - 12 - 2 * 14 });
  });

  it('is stopped by the lease when it stalls before the check', async () => {
    const workers = await openWorkers(engine);
    await workers.register();
    const stalled = await workers.claim(stalledLeaseMs);
    const second = await workers.claim();
    second.resume();
    await second.run();
    stalled.resume();
    // The term is already settled, so the first worker must not record anything.
    await expect(stalled.run()).rejects.toBeInstanceOf(LeaseLost);
    await workers.expectState({ state: 'live', years: 1, balance: 1_000 - 12 });
  });
});

type WorkerPair = Awaited<ReturnType<typeof openWorkers>>;

/** Both workers have checked their lease; the first sends first, and its lease is lost. */
async function resumeFirst(workers: WorkerPair): Promise<void> {
  const stalled = await workers.claim(stalledLeaseMs);
  const first = stalled.run();
  await stalled.reachedSend;
  const second = await workers.claim();
  const other = second.run();
  await second.reachedSend;
  stalled.resume();
  await expect(first).rejects.toBeInstanceOf(LeaseLost);
  second.resume();
  await other;
}

/** The second worker finishes before the first sends. */
async function resumeLast(workers: WorkerPair): Promise<{ readonly first: Promise<void> }> {
  const stalled = await workers.claim(stalledLeaseMs);
  const first = stalled.run();
  await stalled.reachedSend;
  const second = await workers.claim();
  second.resume();
  await second.run();
  stalled.resume();
  return { first };
}

interface PausedWorker {
  run(): Promise<void>;
  readonly reachedSend: Promise<void>;
  resume(): void;
}

async function openWorkers(engine: TestEngine) {
  const config = configFor(await engine.place());
  const stores = await openStores(config);
  engine.afterwards(() => stores.close());
  const { database } = stores;
  const workspace = await persistDecided(
    database,
    newWorkspace({ name: 'Takeover', email: null, creditCents: 100_000, at: Date.now() }),
  );

  const call = (): Call => ({
    actor: operatorActor(workspace.id),
    now: Date.now(),
    operationId: newId('act'),
    services: {
      ...stores,
      findDnskeys: async () => null,
      findDs: async () => null,
      textSearches: { search: () => Promise.reject(new Error('No texts are searched.')) },
      templates: [],
      rules: rulesOf(config),
      links: config,
    },
  });

  async function register(): Promise<void> {
    const input = { domain: name, contact };
    await persist(database, await registerDomain.begin(database, call(), input));
  }

  /** Waits until the job is free: never claimed, or its lease has run out. */
  async function claim(leaseMs = lastingLeaseMs): Promise<PausedWorker> {
    const kinds = ['provision-domain', 'renew-domain'];
    const job = await until(
      async () => (await claimJobs(database, { limit: 1, leaseMs, kinds }))[0],
      { what: () => 'a job to claim', withinMs: 10_000 },
    );
    return createPausedWorker({ stores, config, job });
  }

  return {
    register,
    claim,
    async registerAndRenew(): Promise<void> {
      await register();
      const worker = await claim();
      worker.resume();
      await worker.run();
      const input = { domain: name, years: 2 };
      await persist(database, await renewDomain.begin(database, call(), input));
    },
    async expectState(expected: { state: string; years: number; balance: number }): Promise<void> {
      const domain = await database.first(findDomain, { workspaceId: workspace.id, name });
      const object = await stores.registrar.info(name);
      const years =
        object === null
          ? 0
          : new Date(object.expiresAt ?? 0).getUTCFullYear() -
            new Date(object.createdAt ?? 0).getUTCFullYear();
      const balance = (await balanceCents(database, workspace.id)) / 100;
      expect({ state: domain?.state, years, balance }).toEqual(expected);
      expect((await verifyLedger(database)).problems).toEqual([]);
    },
  };
}

/** Runs one claimed job by hand: no heartbeat, as in a process that is stopped. */
function createPausedWorker(options: {
  stores: Stores;
  config: Config;
  job: ClaimedJob;
}): PausedWorker {
  const { stores, config, job } = options;
  const { database } = stores;
  const gate = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  const handlers = registryJobs({
    database,
    secrets: stores.secrets,
    registrar: gated(stores.registrar, async () => {
      arrival.resolve();
      await gate.promise;
    }),
    rules: rulesOf(config),
    clock: { now: () => Date.now() },
    links: { publicUrl: config.publicUrl },
    calendarNow: async () => Date.now(),
  });
  return {
    reachedSend: arrival.promise,
    resume: gate.resolve,
    async run() {
      const handler = handlers.get(job.kind);
      if (handler === undefined) throw new Error(`No handler for ${job.kind}.`);
      await handler({
        job,
        holdLease: () => holdLease(database, job),
        rest: async () => false,
        log: createLog('silent'),
      });
    },
  };
}

/** Stops after the lease check and before the send. */
function gated(registrar: Registrar, pass: () => Promise<void>): Registrar {
  const behind = <C extends Command>(command: C): C => ({
    ...command,
    beforeSend: async () => {
      await command.beforeSend();
      await pass();
    },
  });
  return interpose(registrar, {
    create: (command) => registrar.create(behind(command)),
    renew: (command) => registrar.renew(behind(command)),
  });
}

function configFor(place: TestPlace): Config {
  return readConfig({
    HOSTMASTER_DATA_DIR: place.dataDir,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
    HOSTMASTER_SANDBOX_DELAY: '0ms',
  });
}
